import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeDiscord } from '#test/fakes/discord.ts'
import { useWorld } from '#test/world.ts'
import { listSupporters } from '../contract.ts'

const LIGHTHOUSE = '200000000000000011'
const SANDBAR = '200000000000000014'
const MARISOL = { id: '320000000000000001', username: 'marisol', name: 'Marisol Vega', roleIds: [LIGHTHOUSE, SANDBAR] }
const KIT = { id: '320000000000000002', username: 'kit', name: 'Saltmarsh Kit', roleIds: [SANDBAR] }

const discord = fakeDiscord([])
const world = useWorld({ discord })
beforeEach(() => {
  discord.comeBack()
  for (const { id, roleIds } of [MARISOL, KIT]) discord.setRoles(id, roleIds)
})

/** The scheduler checks its clock once a second. */
const fiveMinutesLater = () => world().pass(5 * 60_000)
const soon = { timeout: 10_000, interval: 100 }

describe('GET /api/supporters', () => {
  it('everybody receives tiers with key, label, iconUrl, emphasis and members, and totals.overall', async () => {
    const { status, body } = await world().as.anyone(listSupporters)
    expect(status).toBe(200)
    expect(body.totals).toEqual({ overall: 2 })
    expect(body.tiers.map(({ key, emphasis, members }) => [key, emphasis, members.length])).toEqual([
      ['lighthouse', 3, 1],
      ['reef', 2, 0],
      ['mangrove', 2, 0],
      ['sandbar', 1, 1],
    ])
    const iconUrl = expect.stringMatching(/^\/media\/supporters\/lighthouse-[0-9a-f]{10}\.svg$/)
    expect(body.tiers[0]).toMatchObject({ label: 'Lighthouse', iconUrl })
    expect(body.tiers[0]?.members).toEqual([
      {
        id: MARISOL.id,
        name: `user${MARISOL.id}`,
        avatar: expect.stringContaining('https://cdn.discordapp.com/'),
        badges: [],
        primaryLabel: 'Lighthouse Keeper',
      },
    ])
  })

  it('the response contains no role id', async () => {
    const { body } = await world().as.anyone(listSupporters)
    for (const id of [LIGHTHOUSE, SANDBAR]) expect(JSON.stringify(body)).not.toContain(id)
  })

  it('the response has an ETag, an unchanged list gets 304, and a changed one is sent', async () => {
    await world().as.anyone(listSupporters)
    const { headers } = await world().as.anyone(listSupporters)
    const again = { headers: { 'if-none-match': String(headers.etag) } }
    expect((await world().as.anyone(listSupporters, again)).status).toBe(304)
    discord.kick(KIT.id)
    fiveMinutesLater()
    await vi.waitFor(async () => expect((await world().as.anyone(listSupporters, again)).status).toBe(200), soon)
    expect((await world().as.anyone(listSupporters)).body.totals).toEqual({ overall: 1 })
  })

  it('the last list stays when Discord is down', async () => {
    await world().as.anyone(listSupporters)
    discord.goDown()
    fiveMinutesLater()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect((await world().as.anyone(listSupporters)).body.totals).toEqual({ overall: 2 })
  })

  it('the response is 503 with Retry-After before the first list from Discord', async () => {
    discord.goDown()
    const { status, error, headers } = await world().as.anyone(listSupporters)
    expect([status, error?.code, headers['retry-after']]).toEqual([503, 'unavailable', '30'])
  })
})

describe('The page /supporters', () => {
  it('the page is rendered with tiers, counts and cards, without JavaScript', async () => {
    const { status, html } = await world().visit('/supporters')
    expect(status).toBe(200)
    expect(html).toContain('<title>Supporters · Hammock Coast Roleplay</title>')
    for (const words of ['Lighthouse Keeper', '1 member', '0 members', `https://discord.com/users/${KIT.id}`]) {
      expect(html).toContain(words)
    }
    expect(html).not.toContain('Loading supporters…')
    expect(html).not.toMatch(/ style="/)
  })

  it('the page is rendered again after the list changed', async () => {
    expect((await world().visit('/supporters')).html).toContain(KIT.id)
    discord.kick(KIT.id)
    fiveMinutesLater()
    await vi.waitFor(async () => expect((await world().visit('/supporters')).html).not.toContain(KIT.id), soon)
  })

  it('the page opens while Discord is down, says so without JavaScript, and is filled when Discord is back', async () => {
    discord.goDown()
    const { status, html } = await world().visit('/supporters')
    expect(status).toBe(200)
    expect(html).toContain('Loading supporters…')
    expect(html).toContain('Failed to load supporters. Please try again later.')
    discord.comeBack()
    fiveMinutesLater()
    await vi.waitFor(async () => expect((await world().visit('/supporters')).html).toContain(KIT.id), soon)
  })
})

describe('A site without a bot and without named supporters', () => {
  const bare = useWorld({ discord: { ...fakeDiscord([]), members: () => null } })

  it('the wall is empty, and not linked in the navigation or the sitemap', async () => {
    expect((await bare().as.anyone(listSupporters)).body.totals).toEqual({ overall: 0 })
    for (const path of ['/', '/sitemap.xml']) {
      const { html } = await bare().visit(path)
      expect(html).not.toContain('/supporters"')
      expect(html).not.toContain('/supporters<')
    }
    expect((await bare().visit('/supporters')).html).toContain('No supporters to show yet.')
  })
})

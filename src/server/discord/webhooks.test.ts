import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildStandIn, type StandIn } from '#dev/discord/stand-in.ts'
import { listen } from '#test/listen.ts'
import type { Webhook } from '../config/webhooks.ts'
import { createWebhooks, type Posted, type Webhooks } from './webhooks.ts'

const STAFF = 'DISCORD_WEBHOOK_STAFF_LOG'
const USER_AGENT = 'DiscordBot (http://localhost:3000, 1)'

let standIn: StandIn
let apiUrl: string
let webhook: Webhook
let webhooks: Webhooks
const at = (url: string, more: Partial<Parameters<typeof createWebhooks>[0]> = {}) =>
  createWebhooks({ apiUrl: url, userAgent: USER_AGENT, webhooks: { [STAFF]: webhook }, ...more })

beforeEach(async () => {
  standIn = buildStandIn({
    applicationName: 'The site',
    redirectUri: 'http://localhost:3000/auth/discord/callback',
    guild: { id: '300000000000000001', name: 'The guild', roles: [], people: [] },
  })
  webhook = standIn.channels.open(STAFF)
  apiUrl = (await standIn.listen()).apiUrl
  webhooks = at(apiUrl)
})
afterEach(() => standIn.close())

const posted = () => standIn.channels.messagesIn(STAFF).map(({ content }) => content)

describe('Discord webhooks', () => {
  it('a post returns the message id of Discord', async () => {
    const done = await webhooks.post(STAFF, 'Hello')
    expect(done).toEqual({ result: 'posted', messageId: standIn.channels.messagesIn(STAFF)[0]?.id, restSeconds: 0 })
    expect(posted()).toEqual(['Hello'])
  })

  it('a post allows no mentions and no link previews', async () => {
    await webhooks.post(STAFF, '@everyone')
    expect(standIn.channels.messagesIn(STAFF)[0]).toMatchObject({ mentions: [], flags: 4 })
  })

  it('a post that reaches the rate limit returns the time to wait', async () => {
    standIn.channels.disturb(STAFF, { status: 200, retryAfterSeconds: 2 })
    expect(await webhooks.post(STAFF, 'a')).toMatchObject({ result: 'posted', restSeconds: 2 })
  })

  it.each<[string, () => void, Partial<Posted>]>([
    [
      'is limited',
      () => standIn.channels.disturb(STAFF, { status: 429, retryAfterSeconds: 64.57 }),
      { result: 'not-now', waitSeconds: 64.57 },
    ],
    ['is at a Discord that is down', () => standIn.goDown(), { result: 'not-now', waitSeconds: 0 }],
    ['was deleted', () => standIn.channels.deleteWebhook(STAFF), { result: 'gone' }],
    ['posts what Discord does not take', () => standIn.channels.disturb(STAFF, { status: 400 }), { result: 'refused' }],
  ])('a webhook that %s posts nothing', async (_, trouble, expected) => {
    trouble()
    expect(await webhooks.post(STAFF, 'a')).toMatchObject(expected)
    expect(posted()).toEqual([])
  })

  it('a webhook with a changed token is gone', async () => {
    const old = at(apiUrl, { webhooks: { [STAFF]: { ...webhook, token: 'another' } } })
    expect((await old.post(STAFF, 'a')).result).toBe('gone')
  })

  it('a post may have arrived if Discord fails during the request', async () => {
    standIn.channels.disturb(STAFF, { status: 500 })
    expect((await webhooks.post(STAFF, 'a')).result).toBe('unknown')
    expect(posted()).toEqual(['a'])
  })

  it('a post may have arrived if the response is too late', async () => {
    standIn.channels.disturb(STAFF, { status: 200, delayMs: 3_000 })
    expect((await at(apiUrl, { timeoutMs: 1_000 }).post(STAFF, 'a')).result).toBe('unknown')
    expect(posted()).toEqual(['a'])
  })

  it('a post may have arrived if the server disconnects, and has not if there is no server', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.destroy()))
    const url = `http://127.0.0.1:${await listen(server)}/api/v10`
    expect((await at(url).post(STAFF, 'a')).result).toBe('unknown')
    server.close()
    await once(server, 'close')
    expect(await at(url).post(STAFF, 'a')).toMatchObject({
      result: 'not-now',
      why: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it('no error contains the token of a webhook', async () => {
    const results = [await at('http://127.0.0.1:9').post(STAFF, 'a'), ...(await at('http://127.0.0.1:9').check())]
    standIn.goDown()
    results.push(await webhooks.post(STAFF, 'a'), ...(await webhooks.check()))
    standIn.comeBack()
    standIn.channels.deleteWebhook(STAFF)
    results.push(await webhooks.post(STAFF, 'a'), ...(await webhooks.check()))
    expect(results).toHaveLength(6)
    expect(JSON.stringify([results, standIn.requests])).not.toContain(webhook.token)
  })

  it('a webhook is checked without a post', async () => {
    expect(await webhooks.check()).toEqual([{ ok: true, what: `${STAFF}: Discord knows the webhook "staff-log"` }])
    standIn.channels.deleteWebhook(STAFF)
    expect(await webhooks.check()).toMatchObject([{ ok: false, what: `${STAFF}: Discord does not know this webhook` }])
    expect(posted()).toEqual([])
  })
})

describe('The channel page of the fake Discord', () => {
  const look = async () => (await fetch(`${new URL(apiUrl).origin}/channels`)).text()

  it('the page shows posts like Discord, the latest first', async () => {
    await webhooks.post(STAFF, 'first')
    await webhooks.post(STAFF, '**Strike** for **O\\*Neil \\<b\\>**\nhttp://localhost:3000/staff-da-database?entry=1')
    const page = await look()
    expect(page).toContain('#staff-log')
    expect(page).toContain('<strong>O*Neil &lt;b&gt;</strong>')
    expect(page).toContain('<a href="http://localhost:3000/staff-da-database?entry=1">')
    expect(page.indexOf('Strike')).toBeLessThan(page.indexOf('first'))
    expect(page).not.toContain(webhook.token)
  })

  it('the page says that there are no posts', async () => {
    expect(await look()).toContain('Nothing was posted here yet.')
  })
})

import { afterAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#app/features.ts'
import { PAGES } from '#app/routes.tsx'
import { PARTS } from '#lib/part.ts'
import { copyCommunity } from '../community-copy.ts'
import { PEOPLE } from '../people.ts'
import { ORIGIN, useSharedWorld } from '../world.ts'

const hrefsIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)

describe('Parts that a community switched off', () => {
  const copy = copyCommunity()
  copy.edit('navigation.yaml', 'off: []', `off: [${PARTS.join(', ')}]`)
  afterAll(copy.discard)
  const world = useSharedWorld({ communityDir: () => copy.dir })
  const missingPaths = PAGES.filter(({ part }) => part !== undefined).map(({ path }) => path)

  it.each(PARTS)('the part %s has a page or a call', (part) => {
    expect([...PAGES, ...ENDPOINTS].some((each) => each.part === part)).toBe(true)
  })

  it.each(missingPaths)('%s is not found', async (path) => {
    const { status, html } = await world().visit(path, await world().signIn(PEOPLE.owner))
    expect(status).toBe(404)
    expect(html).toContain('404 Error, classic.')
  })

  it.each(ENDPOINTS.filter(({ part }) => part !== null).map(({ method, path }) => ({ method, path })))(
    'the call $method $path does not exist',
    async ({ method, path }) => {
      const { statusCode } = await world().app.inject({
        method,
        url: path.replace(/\{\w+\}/g, '1'),
        headers: { origin: ORIGIN, cookie: await world().signIn(PEOPLE.owner) },
      })
      expect(statusCode).toBe(404)
    },
  )

  it.each(['/', '/rules', '/fhp', '/no-such-page'])('%s has no link to the parts', async (path) => {
    const { html } = await world().visit(path)
    const hrefs = hrefsIn(html).map((href) => href?.replace(/\/$/, ''))
    expect(hrefs.filter((href) => missingPaths.some((path) => path === href))).toEqual([])
    expect(html).not.toContain('>Codes<')
  })

  it('the parts are missing in the sitemap and in the API document', async () => {
    const { html: sitemap } = await world().visit('/sitemap.xml')
    const { html: api } = await world().visit('/api/openapi.json')
    for (const path of missingPaths) expect(sitemap).not.toContain(`${ORIGIN}${path}<`)
    for (const { path, part } of ENDPOINTS) if (part !== null) expect(api).not.toContain(`"${path}"`)
  })

  it('the assistant does not quote the parts', async () => {
    const chatMessages = [{ type: 'user', content: 'What does 10-50 mean?' }]
    const answer = await world().app.inject({
      method: 'POST',
      url: '/api/chat',
      headers: { origin: ORIGIN },
      payload: { chatMessages },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toContain('/ten-codes')
  })
})

describe('A community with one link and its own menu', () => {
  const copy = copyCommunity()
  copy.edit('site.yaml', /^links:\n(?: {2}.*\n)+/m, 'links:\n  discord: https://discord.lagoon.test\n')
  copy.edit(
    'navigation.yaml',
    /^bar:\n(?: {2}.*\n)+/m,
    'bar:\n  - { label: Boats, to: "https://boats.test", icon: ship }\n',
  )
  afterAll(copy.discard)
  const world = useSharedWorld({ communityDir: () => copy.dir })

  it('the home page has that one button, and no other', async () => {
    const { html } = await world().visit('/')
    expect(hrefsIn(html)).toContain('https://discord.lagoon.test')
    expect(html).not.toContain('Create Account')
    expect(html).not.toContain('Connect<')
  })

  it.each(['/', '/supporters', '/fhp', '/rules', '/access-denied', '/verify'])(
    '%s has no broken link',
    async (path) => {
      const { html } = await world().visit(path)
      expect(hrefsIn(html).length).toBeGreaterThan(3)
      expect(html).not.toContain('href="undefined"')
      expect(html).not.toMatch(/<a (?![^>]*href=)/)
    },
  )

  it('the footer shows no column without links', async () => {
    const { html } = await world().visit('/')
    expect(html).not.toContain('>Play</h2>')
    expect(html).toContain('>Look up</h2>')
  })

  it('a custom link has its icon', async () => {
    const { html } = await world().visit('/')
    expect(html).toMatch(/<a [^>]*href="https:\/\/boats\.test"[^>]*><svg[^>]*>(?:<path[^>]*><\/path>)+<\/svg>Boats/)
  })
})

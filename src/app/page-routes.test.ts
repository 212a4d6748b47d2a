import { describe, expect, it } from 'vitest'
import { levelOf } from '#lib/access.ts'
import { program } from '#server/version.ts'
import { dataOf, mainTextOf } from '#test/html.ts'
import { PEOPLE } from '#test/people.ts'
import { ORIGIN, useWorld } from '#test/world.ts'
import { PAGES } from './routes.tsx'

const world = useWorld()

describe('Addresses of pages', () => {
  it('an address with a trailing slash, a query or HEAD is the same page', async () => {
    const { html } = await world().visit('/login')
    for (const path of ['/login/', '/login?a=1', '/login/?a=1']) {
      expect(await world().visit(path)).toMatchObject({ status: 200, html })
    }
    const head = await world().app.inject({ method: 'HEAD', url: '/login' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  it('an address in upper case is another page', async () => {
    expect((await world().visit('/Login')).status).toBe(404)
  })

  it('a malformed address shows the error page', async () => {
    const seen = await world().visit('/%zz')
    expect(seen.status).toBe(400)
    expect(mainTextOf(seen.html)).toContain('Something went wrong. Please refresh.')
    expect(mainTextOf(seen.html)).toContain('What was sent could not be read.')
  })

  it.each([
    ['/api/nothing', 'GET'],
    ['/assets/nothing.js', 'GET'],
    ['/login', 'POST'],
  ] as const)('%s by %s gets the error body for programs', async (url, method) => {
    const response = await world().app.inject({ method, url, headers: { origin: ORIGIN } })
    expect([response.statusCode, response.json().error.code]).toEqual([404, 'not_found'])
  })
})

describe('Page responses', () => {
  it('a page is cached for everybody and responds with 304 if unchanged', async () => {
    const first = await world().visit('/')
    const again = await world().app.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('a page is the same for visitors and staff, and names nobody', async () => {
    const cookie = await world().signIn(PEOPLE.owner)
    expect((await world().visit('/', cookie)).html).toBe((await world().visit('/')).html)
  })

  it('a page allows no inline script, no inline style, no frame and no form to another site', async () => {
    const { headers, html } = await world().visit('/')
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: https://cdn.discordapp.com",
      "connect-src 'self' ws://localhost:3000",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    for (const path of ['/', '/login', '/ten-codes', '/no-such-page', '/session-expired']) {
      const page = await world().visit(path)
      expect(
        page.html.match(/ style="|<style|<script(?! type="application\/(?:ld\+)?json"| type="module" src=)| on\w+="/g),
      ).toBeNull()
    }
    expect(html).toMatch(/^<!doctype html><html lang="en">/)
  })

  it('a page contains the texts of the community without its role ids', async () => {
    const { html } = await world().visit('/')
    const data = dataOf(html)
    expect(data.content).toMatchObject({ site: { shortName: 'HCRP' }, isDemo: false, year: 2026 })
    expect(data).toMatchObject({ screen: null })
    expect(html).not.toContain('200000000000000001')
  })
})

describe('Preloaded data of a page', () => {
  const asked = (html: string) =>
    [...html.matchAll(/<link rel="preload" href="([^"]*)" as="fetch" crossorigin/g)].map(([, address]) => address)

  it('a page with restricted access preloads the sign-in state and its list', async () => {
    const { html } = await world().visit('/audit', await world().signIn(PEOPLE.owner))
    expect(asked(html)).toEqual([
      '/api/auth/check',
      '/api/audit?signIns=hidden&amp;imports=folded&amp;page=1&amp;pageSize=50',
    ])
  })

  it('/me also preloads the actions against the person, because they may come first on that page', async () => {
    const { html } = await world().visit('/me', await world().signIn(PEOPLE.member))
    expect(asked(html)).toEqual(['/api/auth/check', '/api/me', '/api/staff-da/mine'])
  })

  it('a public page preloads nothing, because it contains its lists', async () => {
    expect(asked((await world().visit('/ten-codes')).html)).toEqual([])
  })

  it('no page preloads data that its readers cannot access', async () => {
    for (const { path, access, preload = [] } of PAGES) {
      const level = levelOf(access)
      if (level === 'anyone') continue
      const cookie = await world().signIn(PEOPLE[level])
      for (const address of preload)
        expect((await world().visit(address, cookie)).status, `${path}: ${address}`).toBe(200)
    }
  })
})

it('pictures of pages, lists and the manifest are cached for a year', async () => {
  const named = new Set<string>()
  const paths = ['/', '/fhp', '/supporters', '/rules', '/verify', '/ten-codes', '/penal-codes', '/no-such-page']
  for (const path of [...paths, '/site.webmanifest', '/api/supporters', '/api/departments', '/api/departments/fhp']) {
    const { html } = await world().visit(path)
    // The data block maps the name by which the code asks for a picture to its address. Only the addresses count here.
    const addresses = html.replace(/"\/media\/[^"]*":/g, '')
    for (const [address] of addresses.matchAll(/\/media\/[\w./-]+/g)) named.add(address)
  }
  expect(named.size).toBeGreaterThan(25)
  for (const address of named) {
    const { statusCode, headers } = await world().app.inject(address)
    expect([address, statusCode, headers['cache-control']]).toEqual([
      address,
      200,
      'public, max-age=31536000, immutable',
    ])
  }
})

describe('Health checks', () => {
  it('the site reports that it is alive, and its version', async () => {
    const response = await world().app.inject('/healthz')
    expect([response.statusCode, response.json()]).toEqual([200, { ok: true, version: program.version }])
  })

  it('the site reports that it is ready when the database responds', async () => {
    const response = await world().app.inject('/readyz')
    expect([response.statusCode, response.json()]).toEqual([200, { ok: true }])
  })
})

import { describe, expect, it } from 'vitest'
import { levelOf } from '#lib/access.ts'
import { program } from '#server/version.ts'
import { dataOf, mainTextOf } from '#test/html.ts'
import { PEOPLE } from '#test/people.ts'
import { ORIGIN, useWorld } from '#test/world.ts'
import { PAGES } from './routes.tsx'

const world = useWorld()

describe('The address of a page', () => {
  it('is the same with a trailing slash, a query or HEAD', async () => {
    const { html } = await world().visit('/login')
    for (const path of ['/login/', '/login?a=1', '/login/?a=1']) {
      expect(await world().visit(path)).toMatchObject({ status: 200, html })
    }
    const head = await world().app.inject({ method: 'HEAD', url: '/login' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  it('is another in upper case', async () => {
    expect((await world().visit('/Login')).status).toBe(404)
  })

  it('that is broken gets the error screen, not a machine’s words', async () => {
    const seen = await world().visit('/%zz')
    expect(seen.status).toBe(400)
    expect(mainTextOf(seen.html)).toContain('Something went wrong. Please refresh.')
    expect(mainTextOf(seen.html)).toContain('What was sent could not be read.')
  })

  it.each([
    ['/api/nothing', 'GET'],
    ['/assets/nothing.js', 'GET'],
    ['/login', 'POST'],
  ] as const)('%s by %s is a program’s: it gets the error body', async (url, method) => {
    const response = await world().app.inject({ method, url, headers: { origin: ORIGIN } })
    expect([response.statusCode, response.json().error.code]).toEqual([404, 'not_found'])
  })
})

describe('A page', () => {
  it('is kept for everybody and costs a 304 when it has not changed', async () => {
    const first = await world().visit('/')
    const again = await world().app.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('is the same for a visitor and for staff: nobody is named in it', async () => {
    const cookie = await world().signIn(PEOPLE.owner)
    expect((await world().visit('/', cookie)).html).toBe((await world().visit('/')).html)
  })

  it('allows no inline script, no inline style, no frame and no foreign form', async () => {
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

  it('hands over the community’s words without its role ids', async () => {
    const { html } = await world().visit('/')
    const data = dataOf(html)
    expect(data.content).toMatchObject({ site: { shortName: 'HCRP' }, isDemo: false, year: 2026 })
    expect(data).toMatchObject({ screen: null })
    expect(html).not.toContain('200000000000000001')
  })
})

describe('What a page asks for as it opens', () => {
  const asked = (html: string) =>
    [...html.matchAll(/<link rel="preload" href="([^"]*)" as="fetch" crossorigin/g)].map(([, address]) => address)

  it('is in the document of a page for some: who looks, and its list', async () => {
    const { html } = await world().visit('/audit', await world().signIn(PEOPLE.owner))
    expect(asked(html)).toEqual([
      '/api/auth/check',
      '/api/audit?signIns=hidden&amp;imports=folded&amp;page=1&amp;pageSize=50',
    ])
  })

  it('has the actions against a person beside their account, because they may come first on that page', async () => {
    const { html } = await world().visit('/me', await world().signIn(PEOPLE.member))
    expect(asked(html)).toEqual(['/api/auth/check', '/api/me', '/api/staff-da/mine'])
  })

  it('is not in that of a public page, which carries its lists', async () => {
    expect(asked((await world().visit('/ten-codes')).html)).toEqual([])
  })

  it('is nothing that those who may open the page may not have', async () => {
    for (const { path, access, preload = [] } of PAGES) {
      const level = levelOf(access)
      if (level === 'anyone') continue
      const cookie = await world().signIn(PEOPLE[level])
      for (const address of preload)
        expect((await world().visit(address, cookie)).status, `${path}: ${address}`).toBe(200)
    }
  })
})

it('Every picture that a page, a list or the manifest names is kept for a year', async () => {
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

describe('The site says that', () => {
  it('it lives, and in which version', async () => {
    const response = await world().app.inject('/healthz')
    expect([response.statusCode, response.json()]).toEqual([200, { ok: true, version: program.version }])
  })

  it('it is ready when the database answers', async () => {
    const response = await world().app.inject('/readyz')
    expect([response.statusCode, response.json()]).toEqual([200, { ok: true }])
  })
})

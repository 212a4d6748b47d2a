import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chat, findRulebook } from '#features/assistant/contract.ts'
import { createAnswerTokens } from '#features/assistant/server/answer-tokens.ts'
import { readShare } from '#features/assistant/share-rules.ts'
import { documentOf } from '#server/pages/document.ts'
import { program } from '#server/version.ts'
import { PEOPLE } from '#test/people.ts'
import { ORIGIN, useWorld } from '#test/world.ts'
import { PAGES } from './routes.tsx'

const world = useWorld()
const HOUR = 3_600_000

/** What a person reads: the page's own part as text. */
function wordsOf(html: string): string {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ''
  return main
    .replace(/<svg.*?<\/svg>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
}

describe('The special screens have their words and their status', () => {
  it.each([
    [
      '/session-expired',
      401,
      [
        'Session Expired',
        'Your session has expired due to inactivity or has been invalidated.',
        "For security reasons, you've been logged out. Please log in again to continue using the support portal.",
        'Login with Discord',
        'Refresh Page',
      ],
    ],
    [
      '/rate-limit',
      429,
      ["You've sent too many requests in a short time. Please wait a minute and try again.", 'Back Home'],
    ],
    [
      '/access-denied',
      403,
      [
        'Access Restricted',
        'Access Denied',
        'Your Discord account does not have any roles that associate you as a Staff member.',
        'supervisor',
        'Return Home',
        'Go to Discord',
      ],
    ],
    [
      '/staff-roster',
      401,
      ['Access Restricted', 'You are not signed in, and this page is for Staff members.', 'Sign in with Discord'],
    ],
    [
      '/no-such-page',
      404,
      [
        '404 Error, classic.',
        'Welp, nothing we can do here, the buttons below should help you out.',
        'Go Home',
        'Go Back',
      ],
    ],
    ['/login', 200, ['Sign in with Discord']],
  ])('%s', async (path, status, words) => {
    const seen = await world().visit(path)
    expect(seen.status).toBe(status)
    for (const word of words) expect(wordsOf(seen.html)).toContain(word)
    if (status !== 200) expect(seen.headers).toMatchObject({ 'cache-control': 'no-store' })
    if (status !== 200) expect(seen.headers).not.toHaveProperty('etag')
  })

  it('an answer that is no page is never answered "unchanged"', async () => {
    const first = await world().visit('/no-such-page')
    const again = await world().app.inject({ url: '/no-such-page', headers: { 'if-none-match': '*' } })
    expect([first.status, again.statusCode]).toEqual([404, 404])
  })
})

describe('A page that is not for everybody', () => {
  it.each([
    ['nobody', null, 401],
    ['a member', PEOPLE.member, 403],
    ['ES', PEOPLE.es, 403],
  ])('is refused to %s with the Access Denied screen', async (_, person, status) => {
    const seen = await world().visit('/staff-roster', person ? await world().signIn(person) : undefined)
    expect(seen.status).toBe(status)
    expect(wordsOf(seen.html)).toContain('Access Denied')
    expect(seen.html).toContain('<title>Access Denied')
  })

  it('for management tells staff so, and not that they are no staff', async () => {
    const seen = await world().visit('/staff-roster/import', await world().signIn(PEOPLE.staff))
    expect(seen.status).toBe(403)
    expect(wordsOf(seen.html)).toContain('does not have any roles that associate you with Management.')
    expect(wordsOf(seen.html)).not.toContain('as a Staff member')
  })

  it('opens to staff', async () => {
    const seen = await world().visit('/staff-roster', await world().signIn(PEOPLE.staff))
    expect(seen.status).toBe(200)
    expect(seen.html).toContain('<title>Staff Roster')
  })

  it('is a frame without data that says what it loads, the same for everybody who may open it', async () => {
    const seen = await world().visit('/staff-roster', await world().signIn(PEOPLE.staff))
    expect(wordsOf(seen.html)).toContain('Loading Staff Roster…')
    expect(wordsOf(seen.html)).not.toContain('Add member')
    const { lists } = JSON.parse(/id="__data">(.*?)<\/script>/s.exec(seen.html)?.[1] ?? '')
    // What the community's files say, and nobody's data.
    expect(lists.map(([path]: [string]) => path)).toEqual(['/api/rosters', '/api/trialmods/checklist'])
    expect((await world().visit('/staff-roster', await world().signIn(PEOPLE.owner))).html).toBe(seen.html)
  })

  it('leads a session that has ended to /session-expired, from where signing in leads back', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    world().pass(25 * HOUR)
    const seen = await world().visit('/staff-roster?status=LOA', cookie)
    const back = '/session-expired?returnTo=%2Fstaff-roster%3Fstatus%3DLOA'
    expect([seen.status, seen.headers.location]).toEqual([303, back])
  })

  it('is refused with the error screen when Discord cannot be asked for too long', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    world().discord.goDown()
    world().pass(2 * HOUR)
    const seen = await world().visit('/staff-roster', cookie)
    expect([seen.status, seen.headers['retry-after']]).toEqual([503, '30'])
    expect(wordsOf(seen.html)).toContain('Something went wrong. Please refresh.')
    expect(wordsOf(seen.html)).toContain('We cannot check your Discord roles right now. Please try again in a minute.')
  })
})

it('A page that fails for an unknown reason names what to quote, each time anew', async () => {
  world().discord.newAttempt = () => Promise.reject(new Error('a mistake of ours'))
  const quotes = []
  for (const _ of [1, 2]) {
    const seen = await world().visit('/auth/discord')
    expect([seen.status, seen.headers['cache-control']]).toEqual([500, 'no-store'])
    expect(wordsOf(seen.html)).toContain('Something went wrong. Please refresh.')
    expect(seen.html).not.toContain('a mistake of ours')
    quotes.push(/tell us and quote ([\da-f-]{36})\./.exec(wordsOf(seen.html))?.[1])
  }
  expect(quotes).toEqual([expect.any(String), expect.any(String)])
  expect(quotes[0]).not.toBe(quotes[1])
})

describe('Where signing in leads back to is in the first HTML', () => {
  const signIn = (html: string) => {
    const hrefs = [...html.matchAll(/href="(\/auth\/discord[^"]*)"/g)].map(([, href]) => href)
    const data = JSON.parse(/id="__data">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
    expect(data.content.signInHref).toBe(hrefs[0]?.replaceAll('&amp;', '&'))
    return hrefs
  }
  const back = (place: string) => [`/auth/discord?returnTo=${encodeURIComponent(place)}`]

  it.each([
    ['the page that was refused', '?returnTo=%2Fstaff-roster%3Fstatus%3DLOA', undefined, '/staff-roster?status=LOA'],
    ['the page that was open', '', `${ORIGIN}/es?search=map`, '/es?search=map'],
    ['the page that was refused before one that was open', '?returnTo=%2Fes', `${ORIGIN}/me`, '/es'],
    ['home from nowhere', '', undefined, '/'],
    ['home from another site', '', 'https://elsewhere.example/es', '/'],
    ['home from a site whose name begins as ours', '', `${ORIGIN}.evil.example/es`, '/'],
    ['home, not to another site', '?returnTo=%2F%2Fevil.example', undefined, '/'],
    ['home, where two places are named', '?returnTo=%2Fes&returnTo=%2Fme', undefined, '/'],
    [
      'a place with every sort of sign',
      '?returnTo=%2Fes%3Fa%3D%22%3E%3Cb%3E%27%24%26%5C',
      undefined,
      `/es?a=%22%3E%3Cb%3E%27$&\\`,
    ],
  ])('of /session-expired: %s', async (_, query, referer, place) => {
    const seen = await world().app.inject({
      url: `/session-expired${query}`,
      headers: referer === undefined ? {} : { referer },
    })
    expect([seen.statusCode, seen.headers['cache-control']]).toEqual([401, 'no-store'])
    expect(signIn(seen.body)).toEqual(back(place))
  })

  it.each(['/staff-roster?status=LOA', '/me', '/audit?page=2'])('of %s, which is closed to a visitor', async (url) => {
    expect(signIn((await world().visit(url)).html)).toEqual(back(url))
    // The screen is kept, the place is not.
    expect(signIn((await world().visit('/es')).html)).toEqual(back('/es'))
  })

  it.each(['br', 'gzip'])('and reads the same compressed by %s', async (encoding) => {
    const seen = await world().app.inject({
      url: '/session-expired?returnTo=%2Fes',
      headers: { 'accept-encoding': encoding },
    })
    const html = (encoding === 'br' ? brotliDecompressSync : gunzipSync)(seen.rawPayload).toString()
    expect(seen.headers).toMatchObject({ 'content-encoding': encoding, 'content-type': 'text/html; charset=utf-8' })
    expect(signIn(html)).toEqual(back('/es'))
  })
})

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
    expect(wordsOf(seen.html)).toContain('Something went wrong. Please refresh.')
    expect(wordsOf(seen.html)).toContain('What was sent could not be read.')
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
    const data = JSON.parse(/id="__data">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
    expect(data.content).toMatchObject({ site: { shortName: 'HCRP' }, isDemo: false, year: 2026 })
    expect(data).toMatchObject({ screen: null })
    expect(html).not.toContain('200000000000000001')
  })
})

describe('A shared answer', () => {
  const NLR = 'rule=roleplay-standards/67-new-life-rule-nlr'
  const tokens = createAnswerTokens('a secret of this test', () => new Date())
  const open = (query: string) =>
    world().visit(`/rules/answer?${query}&signature=${tokens.sign(readShare(`?${query}`))}`)

  it('that the assistant did not give shows nothing of its link', async () => {
    const { body } = await world().as.anyone(chat, {
      body: { chatMessages: [{ type: 'user', content: 'What is the minimum age to play?' }] },
    })
    const { share = '' } = body
    const given = await world().visit(share)
    expect([given.status, wordsOf(given.html).includes('“What is the minimum age to play?”')]).toEqual([200, true])
    const [unsigned = ''] = share.split('&signature=')
    for (const link of [unsigned, `${unsigned}&signature=x`, share.replace('q=What', 'q=Staff%20lie.%20What')]) {
      const { status, headers } = await world().visit(link)
      expect([status, headers.location, headers['cache-control']]).toEqual([303, '/rules/answer', 'no-store'])
    }
    const nothing = await world().visit('/rules/answer')
    expect([nothing.status, wordsOf(nothing.html).includes('This link names no answer of ours.')]).toEqual([200, true])
    expect(nothing.html).toContain('href="/rules"')
  })

  it('shows the question and the whole text of its rules in the first HTML, and leads to them', async () => {
    const rulebook = await world().as.anyone(findRulebook, { params: { slug: 'roleplay-standards' } })
    const rule = rulebook.body.data.chapters.flatMap(({ rules }) => rules)[0]
    const seen = await open(`q=What%20is%20roleplay%3F&rule=roleplay-standards/${rule?.anchor}`)
    expect(seen.status).toBe(200)
    expect(wordsOf(seen.html)).toContain('“What is roleplay?”')
    expect(wordsOf(seen.html)).toContain('A visitor asked this, in their own words.')
    for (const block of rule?.blocks ?? []) {
      for (const text of block.kind === 'list' ? block.items : [block.text]) {
        expect(wordsOf(seen.html)).toContain(text.split(/[`'"&]/)[0])
      }
    }
    expect(seen.html).toContain(`href="/rules/roleplay-standards#${rule?.anchor}"`)
    expect(seen.html).toContain('href="/rules#assistant"')
  })

  it.each(['', '&rule=roleplay-standards/no-such-rule', '&rule=no-such-book/67-new-life-rule-nlr'])(
    'shows nobody’s words that the assistant did not answer with a rule: %j',
    async (named) => {
      const { status, html } = await world().visit(`/rules/answer?q=staff%20were%20arrested${named}`)
      expect(status).toBe(303)
      expect(wordsOf(html)).not.toContain('staff were arrested')
      expect(wordsOf(html)).not.toContain('A visitor asked this')
    },
  )

  it('is made for each request, kept by nobody and shown to no search engine', async () => {
    const seen = await open(`q=one&${NLR}`)
    expect(seen.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(seen.headers).not.toHaveProperty('etag')
    expect(seen.html).toContain('<meta name="robots" content="noindex"/>')
    expect((await open(`q=two&${NLR}`)).html).toContain('“two”')
    expect((await world().visit('/sitemap.xml')).html).not.toContain('/rules/answer')
  })

  it.each([
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '"><a href="https://evil.example">free</a>',
    '</script><!--',
    'https://evil.example/free javascript:alert(1) [x](javascript:alert(1))',
  ])('shows a hostile question as plain text: %s', async (hostile) => {
    const { html } = await open(`q=${encodeURIComponent(hostile)}&${NLR}`)
    const shown = readShare(`?q=${encodeURIComponent(hostile)}`).question
    const quote = /<blockquote[^>]*>(.*?)<\/blockquote>/s.exec(html)?.[1] ?? ''
    expect(quote).not.toMatch(/[<>"]/)
    const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' }
    expect(quote.replace(/&[^;]+;/g, (entity) => entities[entity] ?? entity)).toBe(`“${shown}”`)
    const scripts = (page: string) => page.match(/<\/?script/g)?.length
    expect(scripts(html)).toBe(scripts((await open(`q=x&${NLR}`)).html))
  })

  it('cuts a question that is too long', async () => {
    const seen = await open(`q=${'x'.repeat(5_000)}&${NLR}`)
    expect(/“(x+…)”/.exec(wordsOf(seen.html))?.[1]).toHaveLength(200)
  })

  it.each([
    ['a rulebook that is none', 'rule=no-such-book/1', 'is not, or no longer, among our rules'],
    ['a rule that is gone', 'rule=roleplay-standards/999-gone', 'is not, or no longer, among our rules'],
    ['no rule', '', 'This link names no answer of ours.'],
    ['what is no rule', 'rule=../../etc/passwd', 'This link names no answer of ours.'],
  ])('says so where it names %s', async (_, query, words) => {
    const seen = await open(`q=x&${query}`)
    expect(seen.status).toBe(200)
    expect(wordsOf(seen.html)).toContain(words)
  })

  it('shows the rules that there are beside one that is gone', async () => {
    const seen = await open('q=x&rule=no-such-book/1&rule=general-conduct/13-language')
    expect(seen.html.includes('id="13-language"')).toBe(true)
    expect(wordsOf(seen.html)).toContain('is not, or no longer, among our rules')
  })

  it('reads only the rulebooks that it shows, and each once', async () => {
    const seen = await open('rule=general-conduct/13-language&rule=general-conduct/36-going-afk')
    const { lists } = JSON.parse(/id="__data">(.*?)<\/script>/s.exec(seen.html)?.[1] ?? '')
    expect(lists.map(([path]: [string]) => path)).toEqual(['/api/rules', '/api/rules/general-conduct'])
  })

  it('cannot be asked for without end by one visitor', async () => {
    for (let count = 0; count < 60; count++) expect((await open('')).status).toBe(200)
    const over = await open('')
    expect(over.status).toBe(429)
    expect(wordsOf(over.html)).toContain("You've sent too many requests in a short time.")
  })
})

describe('What a page asks for as it opens', () => {
  const asked = (html: string) =>
    [...html.matchAll(/<link rel="preload" href="([^"]*)" as="fetch" crossorigin/g)].map(([, address]) => address)

  it('is in the document of a page for some: who looks, and its list', async () => {
    const { html } = await world().visit('/audit', await world().signIn(PEOPLE.owner))
    expect(asked(html)).toEqual(['/api/auth/check', '/api/audit?page=1&amp;pageSize=50'])
  })

  it('is not in that of a public page, which carries its lists', async () => {
    expect(asked((await world().visit('/ten-codes')).html)).toEqual([])
  })

  it('is nothing that those who may open the page may not have', async () => {
    for (const { path, access, preload = [] } of PAGES) {
      if (access === 'anyone') continue
      const cookie = await world().signIn(PEOPLE[access])
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
    // The data block says by which name the code asks for a picture, and under which address it is.
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

it('The data of a document cannot end its block', () => {
  const html = documentOf({
    language: 'en',
    failure: { text: '', refresh: '' },
    head: '',
    body: '',
    tags: '',
    script: '',
    preload: [],
    look: { night: '#090d20', style: '' },
    media: (path) => path,
    data: { name: '</script><script>alert(1)</script><!--' },
  })
  expect(html.match(/<\/script>/g)).toHaveLength(1)
  expect(JSON.parse(/id="__data">(.*?)<\/script>/s.exec(html)?.[1] ?? '').name).toContain('alert(1)')
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

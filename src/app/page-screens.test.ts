import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { dataOf, mainTextOf } from '#test/html.ts'
import { PEOPLE } from '#test/people.ts'
import { ORIGIN, useWorld } from '#test/world.ts'

const world = useWorld()
const HOUR = 3_600_000

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
    for (const word of words) expect(mainTextOf(seen.html)).toContain(word)
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
    expect(mainTextOf(seen.html)).toContain('Access Denied')
    expect(seen.html).toContain('<title>Access Denied')
  })

  it('for management tells staff so, and not that they are no staff', async () => {
    const seen = await world().visit('/staff-roster/import', await world().signIn(PEOPLE.staff))
    expect(seen.status).toBe(403)
    expect(mainTextOf(seen.html)).toContain('does not have any roles that associate you with Management.')
    expect(mainTextOf(seen.html)).not.toContain('as a Staff member')
  })

  it('opens to staff', async () => {
    const seen = await world().visit('/staff-roster', await world().signIn(PEOPLE.staff))
    expect(seen.status).toBe(200)
    expect(seen.html).toContain('<title>Staff Roster')
  })

  it('is a frame without data that says what it loads, the same for everybody who may open it', async () => {
    const seen = await world().visit('/staff-roster', await world().signIn(PEOPLE.staff))
    expect(mainTextOf(seen.html)).toContain('Loading Staff Roster…')
    expect(mainTextOf(seen.html)).not.toContain('Add member')
    const { lists } = dataOf(seen.html)
    // The page has what the community's files say, and nobody's data.
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
    expect(mainTextOf(seen.html)).toContain('Something went wrong. Please refresh.')
    expect(mainTextOf(seen.html)).toContain(
      'We cannot check your Discord roles right now. Please try again in a minute.',
    )
  })
})

it('A page that fails for an unknown reason names what to quote, each time anew', async () => {
  world().discord.newAttempt = () => Promise.reject(new Error('a mistake of ours'))
  const quotes = []
  for (const _ of [1, 2]) {
    const seen = await world().visit('/auth/discord')
    expect([seen.status, seen.headers['cache-control']]).toEqual([500, 'no-store'])
    expect(mainTextOf(seen.html)).toContain('Something went wrong. Please refresh.')
    expect(seen.html).not.toContain('a mistake of ours')
    quotes.push(/tell us and quote ([\da-f-]{36})\./.exec(mainTextOf(seen.html))?.[1])
  }
  expect(quotes).toEqual([expect.any(String), expect.any(String)])
  expect(quotes[0]).not.toBe(quotes[1])
})

describe('Where signing in leads back to is in the first HTML', () => {
  const signIn = (html: string) => {
    const hrefs = [...html.matchAll(/href="(\/auth\/discord[^"]*)"/g)].map(([, href]) => href)
    const data = dataOf(html)
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
    // The screen is kept, but not the address to return to.
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

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { StandInPerson } from '#dev/discord/guild.ts'
import { buildStandIn } from '#dev/discord/stand-in.ts'
import { createDiscord } from '#server/discord/discord.ts'
import { watchOutage } from '#server/discord/outage.ts'
import { createTokenSeal } from '#server/discord/sealed-token.ts'
import { createLogger } from '#server/log.ts'
import { newBrowser, type TestBrowser } from '#test/browser.ts'
import { PEOPLE, ROLE_IDS, type TestPerson } from '#test/people.ts'
import { ORIGIN, useWorld } from '#test/world.ts'
import { hashOf } from './sessions.ts'

const MINUTE = 60_000
const OUTSIDER = '310000000000000301'
const DENIER = '310000000000000302'

function account(person: Omit<TestPerson, 'roleIds'>, roles: string[] | null): StandInPerson {
  return {
    id: person.id,
    username: person.username,
    globalName: person.name,
    avatar: null,
    email: `${person.username}@mail.example`,
    emailVerified: true,
    member: roles && { roles, nick: null, avatar: null, joinedAt: '2024-03-09T18:30:00.000000+00:00' },
    card: null,
    denies: person.id === DENIER,
  }
}

const standIn = buildStandIn({
  applicationName: 'The site',
  redirectUri: `${ORIGIN}/auth/discord/callback`,
  guild: {
    id: '300000000000000001',
    name: 'The guild',
    roles: Object.values(ROLE_IDS).flatMap((ids) => ids.map((id) => ({ id, name: id }))),
    people: [
      ...Object.values(PEOPLE).map((person) => account(person, [...person.roleIds])),
      account({ id: OUTSIDER, username: 'sam', name: 'Sam Okafor' }, null),
      account({ id: DENIER, username: 'casey', name: 'Casey Nguyen' }, []),
    ],
  },
  clock: () => world().now(),
})
const settings = await standIn.listen()
const logged: string[] = []
const logger = createLogger('trace', { write: (line) => void logged.push(line) })
const world = useWorld({
  app: { logger },
  discord: (clock) => {
    const outage = watchOutage({ log: logger, clock })
    return createDiscord({ ...settings, botToken: undefined }, { clock, timeoutMs: 4_000, outage })
  },
})
afterAll(() => standIn.close())

let browser: TestBrowser
beforeEach(() => {
  logged.length = 0
  standIn.comeBack()
  for (const person of Object.values(PEOPLE)) {
    standIn.revoke(person.id)
    standIn.setRoles(person.id, [...person.roleIds])
  }
  browser = newBrowser(world().app)
})

const rowsOf = async (table: string) => (await world().database.pool.query(`select * from ${table}`)).rows
const check = async (who = browser) => JSON.parse((await who.open('/api/auth/check')).body)
const callbackOf = (url: URL) => url.pathname + url.search

describe('Signing in with Discord', () => {
  it('the sign-in goes to Discord and returns to the page where it started', async () => {
    const seen = await browser.signIn(standIn, PEOPLE.staff.id, '/auth/discord?returnTo=%2Fstaff-roster%3Fq%3Da%23b')
    expect(seen.status).toBe(303)
    expect(seen.location).toBe('/staff-roster?q=a#b')
    expect(await check()).toEqual({
      ok: true,
      id: expect.stringMatching(/^\d{17,20}$/),
      user: { username: 'priya', avatarUrl: expect.stringContaining('/embed/avatars/') },
      isOwner: false,
      isManagement: false,
      isStaff: true,
      isES: false,
      canESQuick: true,
    })
  })

  it.each(['/auth/discord', '/api/auth/discord/start'])(
    'the sign-in starts at %s with PKCE and state',
    async (path) => {
      const seen = await browser.open(path)
      expect(seen.status).toBe(303)
      expect(seen.headers['cache-control']).toBe('no-store')
      const query = new URL(seen.location ?? '').searchParams
      expect(Object.fromEntries(query)).toEqual({
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: `${ORIGIN}/auth/discord/callback`,
        scope: 'identify guilds.members.read',
        prompt: 'none',
        state: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      })
    },
  )

  it('the sign-in requests only scopes of the allow-list, whatever the address says', async () => {
    const url = await browser.beginSignIn('/auth/discord?prompt=login&scope=identify%20email%20bot%20guilds.join')
    expect(url.searchParams.get('scope')).toBe('identify email guilds.members.read')
    expect(url.searchParams.get('prompt')).toBe('none')
    const consent = await browser.beginSignIn('/auth/discord?prompt=consent')
    expect(consent.searchParams.get('prompt')).toBe('consent')
  })

  it('returnTo is stored on the server, and the browser cannot change it', async () => {
    const url = await browser.beginSignIn('/auth/discord?returnTo=%2Fsupporters')
    const back = await standIn.choose(url, PEOPLE.member.id)
    back.searchParams.set('returnTo', 'https://evil.example/')
    expect((await browser.open(callbackOf(back))).location).toBe('/supporters')
  })

  it.each(['https://evil.example/', '//evil.example', '/auth/logout'])(
    'the returnTo %s becomes /',
    async (returnTo) => {
      const path = `/auth/discord?returnTo=${encodeURIComponent(returnTo)}`
      expect((await browser.signIn(standIn, PEOPLE.member.id, path)).location).toBe('/')
    },
  )

  it('the database stores the SHA-256 of the token, and the Discord token only encrypted', async () => {
    await browser.signIn(standIn, PEOPLE.staff.id)
    const token = browser.cookies.get('sid') ?? ''
    expect(Buffer.from(token.split('.')[0] ?? '', 'base64url')).toHaveLength(32)
    const [session] = await rowsOf('sessions')
    expect(session).toMatchObject({ token_hash: hashOf(token), user_id: PEOPLE.staff.id })
    expect(JSON.stringify([await rowsOf('sessions'), await rowsOf('users'), await rowsOf('audit_log')])).not.toContain(
      token,
    )
    expect(await rowsOf('sign_in_attempts')).toEqual([])
  })

  it('a sign-in has an audit entry', async () => {
    await browser.signIn(standIn, PEOPLE.staff.id)
    expect(await rowsOf('audit_log')).toMatchObject([
      {
        actor_id: PEOPLE.staff.id,
        actor_name: 'Priya Castell',
        action: 'signIn',
        target: `users/${PEOPLE.staff.id}`,
        request_id: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ])
  })

  it('the cookie is not available to scripts, other sites and other paths', async () => {
    const seen = await browser.signIn(standIn, PEOPLE.member.id)
    expect(seen.cookiesSet).toHaveLength(1)
    expect(seen.cookiesSet[0]).toMatch(/^sid=[\w-]{43}\.[\w-]{22}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('each sign-in has a new token and ends the previous session of the browser', async () => {
    await browser.signIn(standIn, PEOPLE.staff.id)
    const first = browser.cookies.get('sid') ?? ''
    await browser.signIn(standIn, PEOPLE.staff.id)
    const second = browser.cookies.get('sid') ?? ''
    expect(second).not.toBe(first)
    expect((await rowsOf('sessions')).map(({ token_hash }) => token_hash)).toEqual([hashOf(second)])
    browser.cookies.set('sid', first)
    expect(await check()).toEqual({ ok: false })
  })

  it('a changed scope gives a new token, and the verified e-mail is stored', async () => {
    await browser.signIn(standIn, PEOPLE.member.id)
    const first = browser.cookies.get('sid')
    expect(await rowsOf('users')).toMatchObject([{ email_verified: false }])
    await browser.signIn(standIn, PEOPLE.member.id, '/auth/discord?prompt=consent&scope=identify%20email')
    expect(browser.cookies.get('sid')).not.toBe(first)
    expect(await rowsOf('users')).toMatchObject([
      { email_verified: true, scopes: expect.arrayContaining(['email', 'identify', 'guilds.members.read']) },
    ])
    expect(JSON.stringify(await rowsOf('users'))).not.toContain('mail.example')
  })

  it('a sign-in does not affect sessions in other browsers', async () => {
    const other = newBrowser(world().app)
    await other.signIn(standIn, PEOPLE.staff.id)
    await browser.signIn(standIn, PEOPLE.staff.id)
    expect(await check(other)).toMatchObject({ ok: true })
    expect(await rowsOf('sessions')).toHaveLength(2)
  })

  it('a person outside the guild signs in as a plain member, and the page says so', async () => {
    const seen = await browser.signIn(standIn, OUTSIDER)
    expect(seen.status).toBe(200)
    expect(seen.body).toContain('Signed in, but not in our Discord yet')
    expect(seen.body).toContain('Try again')
    expect(await check()).toMatchObject({ ok: true, user: { username: 'sam' }, isStaff: false, canESQuick: false })
  })
})

describe('A failed sign-in shows a readable page and creates no session', () => {
  async function expectNoSession(seen: { status: number; body: string }, status: number, words: string) {
    expect(seen.status).toBe(status)
    expect(seen.body).toContain(words)
    expect(seen.body).toContain('Try again')
    expect(seen.body).not.toMatch(/\bat \w+ \(|node_modules/)
    expect(browser.cookies.has('sid')).toBe(false)
    expect(await rowsOf('sessions')).toEqual([])
    expect(await check()).toEqual({ ok: false })
  }

  it('the sign-in fails when it is denied at Discord', async () => {
    await expectNoSession(await browser.signIn(standIn, 'deny'), 403, 'Sign-in cancelled')
    await expectNoSession(await browser.signIn(standIn, DENIER), 403, 'Sign-in cancelled')
  })

  it('the sign-in fails when the code was used before', async () => {
    const used = await standIn.choose(await browser.beginSignIn(), PEOPLE.staff.id)
    await browser.open(callbackOf(used))
    await browser.open('/auth/logout')
    const again = await standIn.choose(await browser.beginSignIn(), PEOPLE.staff.id)
    again.searchParams.set('code', used.searchParams.get('code') ?? '')
    await expectNoSession(await browser.open(callbackOf(again)), 400, 'This sign-in has expired')
  })

  it('the sign-in fails when the callback is loaded a second time', async () => {
    const back = await standIn.choose(await browser.beginSignIn(), PEOPLE.staff.id)
    await browser.open(callbackOf(back))
    await browser.open('/auth/logout')
    await expectNoSession(await browser.open(callbackOf(back)), 400, 'We lost track of your sign-in')
  })

  it.each(['', 'wrong'])('the sign-in fails when the state is %j', async (state) => {
    const back = await standIn.choose(await browser.beginSignIn(), PEOPLE.staff.id)
    back.searchParams.set('state', state)
    await expectNoSession(await browser.open(callbackOf(back)), 400, 'We lost track of your sign-in')
  })

  it('the sign-in fails when the state is sent twice', async () => {
    const back = await standIn.choose(await browser.beginSignIn(), PEOPLE.staff.id)
    back.searchParams.append('state', back.searchParams.get('state') ?? '')
    await expectNoSession(await browser.open(callbackOf(back)), 400, 'We lost track of your sign-in')
  })

  it('the sign-in fails in another browser', async () => {
    const attacker = newBrowser(world().app)
    const back = await standIn.choose(await attacker.beginSignIn(), PEOPLE.staff.id)
    await browser.beginSignIn()
    await expectNoSession(await browser.open(callbackOf(back)), 400, 'We lost track of your sign-in')
  })

  it('the sign-in fails after ten minutes', async () => {
    const back = await standIn.choose(await browser.beginSignIn(), PEOPLE.staff.id)
    world().pass(10 * MINUTE + 1)
    await expectNoSession(await browser.open(callbackOf(back)), 400, 'We lost track of your sign-in')
  })

  it('the sign-in fails when the code is missing', async () => {
    const { searchParams } = await browser.beginSignIn()
    const seen = await browser.open(`/auth/discord/callback?state=${searchParams.get('state')}`)
    await expectNoSession(seen, 400, 'This sign-in has expired')
  })

  it.each(['deny', 'code', 'reload', 'late'])('a new attempt requests the same scopes: %s', async (way) => {
    const path = '/auth/discord?prompt=consent&scope=identify%20email&returnTo=%2Fverify%3Fcontinue%3D1'
    const again = 'href="/auth/discord?prompt=consent&amp;scope=identify%20email&amp;returnTo=%2Fverify%3Fcontinue%3D1"'
    const back = await standIn.choose(await browser.beginSignIn(path), way === 'deny' ? 'deny' : PEOPLE.staff.id)
    if (way === 'code') back.searchParams.set('code', 'used')
    if (way === 'late') world().pass(10 * MINUTE + 1)
    if (way === 'reload') await browser.open(callbackOf(back))
    expect((await browser.open(callbackOf(back))).body).toContain(again)
  })

  it('a new attempt requests no e-mail if the first did not, even after somebody else did', async () => {
    await browser.signIn(standIn, 'deny', '/auth/discord?prompt=consent&scope=identify%20email')
    const seen = await browser.signIn(standIn, 'deny', '/auth/discord?returnTo=%2Fes')
    expect(seen.body).toContain('href="/auth/discord?returnTo=%2Fes"')
  })

  it('the sign-in fails when Discord is down', async () => {
    standIn.goDown()
    await expectNoSession(await browser.signIn(standIn, PEOPLE.staff.id), 503, 'Discord is not answering')
  })

  it('the sign-in fails when Discord is too slow', async () => {
    standIn.slowDown(60_000)
    await expectNoSession(await browser.signIn(standIn, PEOPLE.staff.id), 503, 'Discord is not answering')
  })

  it('the sign-in fails when Discord reports an error', async () => {
    const { searchParams } = await browser.beginSignIn()
    const seen = await browser.open(`/auth/discord/callback?state=${searchParams.get('state')}&error=server_error`)
    await expectNoSession(seen, 503, 'Discord is not answering')
  })

  it('the sign-in fails after too many attempts', async () => {
    let seen = await browser.open('/auth/discord')
    for (let attempt = 0; attempt < 20; attempt++) seen = await browser.open('/auth/discord')
    expect(seen.status).toBe(429)
    expect(Number(seen.headers['retry-after'])).toBeGreaterThan(0)
    expect(seen.body).toContain('sent too many requests in a short time. Please wait a minute and try again.')
  })
})

describe('Signing out', () => {
  it('signing out ends the session on the server', async () => {
    await browser.signIn(standIn, PEOPLE.staff.id)
    const token = browser.cookies.get('sid') ?? ''
    const seen = await browser.post('/api/auth/logout')
    expect([seen.status, JSON.parse(seen.body)]).toEqual([200, { ok: true }])
    expect(browser.cookies.has('sid')).toBe(false)
    browser.cookies.set('sid', token)
    expect(await check()).toEqual({ ok: false })
    expect(await rowsOf('sessions')).toEqual([])
  })

  it('signing out without a session has the same response', async () => {
    const seen = await browser.post('/api/auth/logout')
    expect([seen.status, JSON.parse(seen.body)]).toEqual([200, { ok: true }])
  })

  it.each(['cross-site', 'same-site'])('a %s page cannot sign a person out', async (from) => {
    await browser.signIn(standIn, PEOPLE.staff.id)
    expect((await browser.post('/api/auth/logout', { 'sec-fetch-site': from })).status).toBe(403)
    const seen = await browser.open('/auth/logout', { 'sec-fetch-site': from })
    expect([seen.status, seen.location]).toEqual([303, '/login'])
    expect(await check()).toMatchObject({ ok: true })
  })

  it('/auth/logout redirects to /login', async () => {
    await browser.signIn(standIn, PEOPLE.staff.id)
    const seen = await browser.open('/auth/logout', { 'sec-fetch-site': 'same-origin' })
    expect([seen.status, seen.location]).toEqual([303, '/login'])
    expect(await check()).toEqual({ ok: false })
  })

  it('the next check removes the cookie of an ended session', async () => {
    browser.cookies.set('sid', 'x'.repeat(43))
    expect(await check()).toEqual({ ok: false })
    expect(browser.cookies.has('sid')).toBe(false)
  })
})

describe('An address with many cookies of unknown sessions', () => {
  async function useUp(): Promise<void> {
    for (let at = 0; at < 40; at++) {
      const stranger = newBrowser(world().app)
      stranger.cookies.set('sid', `unknown${at}`)
      await stranger.open('/api/auth/check')
    }
    browser.cookies.set('sid', 'an-old-cookie')
    expect((await browser.open('/api/auth/check')).status).toBe(429)
    browser.cookies.clear()
  }

  it('a person can sign in and sign out from that address', async () => {
    await useUp()
    expect((await browser.signIn(standIn, PEOPLE.staff.id)).status).toBe(303)
    expect(await check()).toMatchObject({ ok: true })
    const token = browser.cookies.get('sid') ?? ''
    expect((await browser.open('/auth/logout')).location).toBe('/login')
    expect(await rowsOf('sessions')).toEqual([])
    browser.cookies.set('sid', token)
    expect(await check()).toEqual({ ok: false })
  })

  it('a browser with an old cookie can sign in', async () => {
    await useUp()
    browser.cookies.set('sid', 'an-old-cookie')
    expect((await browser.signIn(standIn, PEOPLE.staff.id)).status).toBe(303)
    expect(await check()).toMatchObject({ ok: true })
  })

  it('a browser with an old cookie loses it when it signs out', async () => {
    await useUp()
    for (const signOut of [() => browser.post('/api/auth/logout'), () => browser.open('/auth/logout')]) {
      browser.cookies.set('sid', 'an-old-cookie')
      expect((await signOut()).status).toBeLessThan(400)
      expect(browser.cookies.has('sid')).toBe(false)
    }
  })
})

describe('Roles that are read with the token of the person', () => {
  it('roles are removed when the person leaves the guild', async () => {
    await browser.signIn(standIn, PEOPLE.owner.id)
    standIn.kick(PEOPLE.owner.id)
    world().pass(5 * MINUTE + 1)
    expect(await check()).toMatchObject({ ok: true, isOwner: false, isManagement: false, isStaff: false })
  })

  it('roles are removed when the person revokes the application at Discord', async () => {
    await browser.signIn(standIn, PEOPLE.owner.id)
    standIn.revoke(PEOPLE.owner.id)
    world().pass(5 * MINUTE + 1)
    expect(await check()).toMatchObject({ ok: true, isOwner: false, isStaff: false })
  })

  it('roles are added when the person is promoted', async () => {
    await browser.signIn(standIn, PEOPLE.member.id)
    standIn.setRoles(PEOPLE.member.id, ROLE_IDS.staff)
    expect(await check()).toMatchObject({ isStaff: false })
    world().pass(5 * MINUTE + 1)
    expect(await check()).toMatchObject({ isStaff: true })
  })
})

describe('The log of a sign-in', () => {
  /** Every secret that one attempt creates, up to its callback. */
  async function secretsOf(back: URL): Promise<string[]> {
    const [attempt] = await rowsOf('sign_in_attempts')
    const { state, code_verifier } = attempt ?? {}
    return [
      state,
      code_verifier,
      back.searchParams.get('code') ?? '',
      ...browser.cookies.values(),
      settings.clientSecret,
    ]
  }

  it('the log of a successful sign-in contains no token, code, cookie, secret or verifier', async () => {
    const back = await standIn.choose(await browser.beginSignIn(), PEOPLE.staff.id)
    const secrets = await secretsOf(back)
    await browser.open(callbackOf(back))
    const [user] = await rowsOf('users')
    const accessToken = createTokenSeal('a secret of this test').open(user?.sealed_access_token)
    secrets.push(...browser.cookies.values(), accessToken ?? '')
    await browser.post('/api/auth/logout')
    expect(secrets).toHaveLength(10)
    expect(secrets.filter((secret) => secret.length < 20 || logged.join('').includes(secret))).toEqual([])
  })

  it.each([
    ['comes back twice', async () => undefined],
    ['meets a Discord that is down', async () => standIn.goDown()],
    ['meets a database that fails', () => world().database.pool.query('alter table sessions rename to elsewhere')],
  ])('the log of a sign-in that %s names the cause, without secrets', async (_, trouble) => {
    const back = await standIn.choose(await browser.beginSignIn(), PEOPLE.staff.id)
    const secrets = await secretsOf(back)
    await trouble()
    const { status } = await browser.open(callbackOf(back))
    await world().database.pool.query('alter table if exists elsewhere rename to sessions')
    await browser.open(callbackOf(back))
    expect(status === 303 || logged.length > 0).toBe(true)
    expect(secrets.filter((secret) => logged.join('').includes(secret))).toEqual([])
  })
})

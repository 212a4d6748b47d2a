import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { avatarHash, type StandInPerson } from '#dev/discord/guild.ts'
import { buildStandIn, type StandIn } from '#dev/discord/stand-in.ts'
import { listen } from '#test/listen.ts'
import { checkDiscord } from './check.ts'
import { createDiscord, type Discord } from './discord.ts'
import { DiscordUnavailable, GrantGone, RoleRefused, SignInRefused } from './failures.ts'
import type { DiscordSettings } from './settings.ts'
import type { SignInAttempt } from './sign-in.ts'

const STAFF = '200000000000000003'
const OWNER = '200000000000000001'
const NOLAN = '310000000000000101'
const SAM = '310000000000000107'
const CASEY = '310000000000000111'
const EVERY_SIGN_IN = 'identify guilds.members.read'

function somebody(id: string, about: Partial<StandInPerson> = {}): StandInPerson {
  return {
    id,
    username: `user${id.slice(-3)}`,
    globalName: null,
    avatar: null,
    email: `user${id.slice(-3)}@mail.example`,
    emailVerified: true,
    member: { roles: [], nick: null, avatar: null, joinedAt: '2024-03-09T18:30:00.000000+00:00' },
    card: null,
    denies: false,
    ...about,
  }
}

let now: Date
let standIn: StandIn
let settings: DiscordSettings
let discord: Discord

beforeEach(async () => {
  now = new Date('2026-01-10T20:00:00Z')
  standIn = buildStandIn({
    applicationName: 'The site',
    redirectUri: 'http://localhost:3000/auth/discord/callback',
    clock: () => now,
    guild: {
      id: '300000000000000001',
      name: 'The guild',
      roles: [
        { id: STAFF, name: 'staff' },
        { id: OWNER, name: 'owner' },
      ],
      people: [
        somebody(NOLAN, {
          globalName: 'Nolan Reyes',
          avatar: avatarHash(NOLAN),
          member: { roles: [STAFF], nick: 'Nolan | S-40', avatar: null, joinedAt: '2024-03-09T18:30:00.000000+00:00' },
        }),
        somebody(SAM, { member: null, emailVerified: false }),
        somebody(CASEY, { denies: true }),
      ],
    },
  })
  settings = await standIn.listen()
  discord = siteWith({ botToken: undefined })
})
afterEach(() => standIn.close())

function siteWith(change: Partial<DiscordSettings>, timeoutMs?: number): Discord {
  return createDiscord({ ...settings, ...change }, { clock: () => now, timeoutMs })
}

/** Opens the sign-in page, chooses a person and returns the query of the callback. */
async function callbackOf(choice: string, scope = EVERY_SIGN_IN) {
  const attempt = await discord.newAttempt()
  const url = await discord.authorizationUrl({ ...attempt, scope, prompt: 'none' })
  const { searchParams } = await standIn.choose(url, choice)
  return { attempt, searchParams }
}

async function signIn(id: string, scope?: string) {
  const { attempt, searchParams } = await callbackOf(id, scope)
  return discord.exchangeCode(searchParams, attempt)
}

/** The error of a rejected promise. Also checks that the error, with everything attached to it, contains no secret. */
async function failureOf(promise: Promise<unknown>, secrets: (string | null)[] = []): Promise<Error> {
  const failure = await promise.then(
    () => expect.fail('should have failed'),
    (error: unknown) => error,
  )
  if (!(failure instanceof Error)) return expect.fail('should have failed with an Error')
  const errorText = [failure.message, failure.stack, JSON.stringify(failure), String(failure.cause)].join('\n')
  for (const secret of [settings.clientSecret, settings.botToken, ...secrets]) {
    if (secret) expect(errorText).not.toContain(secret)
  }
  return failure
}

describe('Signing in with Discord', () => {
  it('a grant contains the person and their guild membership', async () => {
    const grant = await signIn(NOLAN)
    expect(grant.scopes).toEqual(['identify', 'guilds.members.read'])
    expect(grant.expiresAt).toEqual(new Date('2026-01-17T20:00:00Z'))
    expect(await discord.account(grant.accessToken)).toEqual({
      id: NOLAN,
      username: 'user101',
      globalName: 'Nolan Reyes',
      avatar: avatarHash(NOLAN),
      email: null,
      emailVerified: false,
    })
    expect(await discord.membership({ id: NOLAN, accessToken: grant.accessToken })).toEqual({
      roles: [STAFF],
      nick: 'Nolan | S-40',
      avatar: null,
      joinedAt: new Date('2024-03-09T18:30:00Z'),
    })
  })

  it.each([
    ['turned around and cut in half', '\u202eHolloway\u0000 \ud800', 'Holloway \ufffd'],
    ['that nobody can see', '\u200b\u3164', null],
    ['without a letter', '', null],
    ['without end', 'x'.repeat(5_000), `${'x'.repeat(99)}…`],
  ])('a name %s is converted to one that can be stored and seen', async (_what, given, read) => {
    const holder = somebody(SAM, { globalName: given })
    if (holder.member) holder.member.nick = given
    standIn.people.splice(1, 1, holder)
    const { accessToken } = await signIn(SAM)
    expect((await discord.account(accessToken)).globalName).toBe(read)
    expect((await discord.membership({ id: SAM, accessToken }))?.nick).toBe(read)
  })

  it('the browser is sent to Discord with PKCE, state and prompt', async () => {
    const attempt: SignInAttempt = { state: 'a'.repeat(43), codeVerifier: 'b'.repeat(43) }
    const url = await discord.authorizationUrl({ ...attempt, scope: 'identify email', prompt: 'consent' })
    expect(url.href.startsWith(`${settings.authorizeUrl}?`)).toBe(true)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: settings.clientId,
      redirect_uri: settings.redirectUri,
      scope: 'identify email',
      state: attempt.state,
      prompt: 'consent',
      code_challenge_method: 'S256',
    })
    expect(url.href).not.toContain(attempt.codeVerifier)
  })

  it('each attempt has a new state and verifier of 256 bits', async () => {
    const [one, other] = [await discord.newAttempt(), await discord.newAttempt()]
    expect(one.state).toMatch(/^[\w-]{43}$/)
    expect(one.codeVerifier).toMatch(/^[\w-]{43}$/)
    expect(new Set([one.state, one.codeVerifier, other.state, other.codeVerifier]).size).toBe(4)
  })

  it('the e-mail address is available only with its scope', async () => {
    const grant = await signIn(NOLAN, `${EVERY_SIGN_IN} email`)
    expect(await discord.account(grant.accessToken)).toMatchObject({
      email: 'user101@mail.example',
      emailVerified: true,
    })
  })

  it('a grant of additional scopes is accepted', async () => {
    await signIn(NOLAN, `${EVERY_SIGN_IN} email`)
    expect((await signIn(NOLAN)).scopes).toContain('email')
  })

  it('a grant with a missing scope is refused', async () => {
    const { attempt, searchParams } = await callbackOf(NOLAN, 'identify')
    const failure = await failureOf(discord.exchangeCode(searchParams, { ...attempt, scope: 'identify email' }))
    expect(failure).toMatchObject({ name: 'SignInRefused', reason: 'scope' })
  })

  it.each([
    ['someone presses Deny', 'deny'],
    ['the person who always denies was chosen', CASEY],
  ])('the sign-in is refused as denied when %s', async (_, choice) => {
    const { attempt, searchParams } = await callbackOf(choice)
    expect(await failureOf(discord.exchangeCode(searchParams, attempt))).toMatchObject({ reason: 'denied' })
  })

  it('the sign-in is refused when Discord does not know a scope', async () => {
    const { attempt, searchParams } = await callbackOf(NOLAN, 'identify rule.the.world')
    expect(await failureOf(discord.exchangeCode(searchParams, attempt))).toMatchObject({ reason: 'scope' })
  })

  it('the sign-in is refused when the state differs, without using the code', async () => {
    const { attempt, searchParams } = await callbackOf(NOLAN)
    const code = searchParams.get('code')
    const failure = await failureOf(discord.exchangeCode(searchParams, { ...attempt, state: 'x'.repeat(43) }), [code])
    expect(failure).toMatchObject({ reason: 'state' })
    expect(standIn.requests).toEqual([])
  })

  it.each([
    ['a state but no code', (state: string) => ({ state }), 'code'],
    ['no state', () => ({ code: 'abc' }), 'state'],
    ['nothing', () => ({}), 'state'],
  ])('the sign-in is refused when the browser returns with %s', async (_, query, reason) => {
    const attempt = await discord.newAttempt()
    const callback = new URLSearchParams(query(attempt.state))
    expect(await failureOf(discord.exchangeCode(callback, attempt))).toMatchObject({ reason })
  })

  it('the sign-in is refused when the code was used before, as after a reload', async () => {
    const { attempt, searchParams } = await callbackOf(NOLAN)
    await discord.exchangeCode(searchParams, attempt)
    const failure = await failureOf(discord.exchangeCode(searchParams, attempt), [searchParams.get('code')])
    expect(failure).toBeInstanceOf(SignInRefused)
    expect(failure).toMatchObject({ reason: 'code' })
  })

  it('the sign-in is refused when the code is 100 seconds old', async () => {
    const { attempt, searchParams } = await callbackOf(NOLAN)
    now = new Date(now.getTime() + 100_000)
    expect(await failureOf(discord.exchangeCode(searchParams, attempt))).toMatchObject({ reason: 'code' })
  })

  it('the sign-in is refused when the verifier belongs to another attempt', async () => {
    const { attempt, searchParams } = await callbackOf(NOLAN)
    const { codeVerifier } = await discord.newAttempt()
    const failure = await failureOf(discord.exchangeCode(searchParams, { ...attempt, codeVerifier }), [codeVerifier])
    expect(failure).toMatchObject({ reason: 'code' })
  })

  it('the sign-in is refused when the code has another redirect URI', async () => {
    const { attempt, searchParams } = await callbackOf(NOLAN)
    const elsewhere = siteWith({ redirectUri: 'http://localhost:3999/auth/discord/callback' })
    expect(await failureOf(elsewhere.exchangeCode(searchParams, attempt))).toMatchObject({ reason: 'code' })
  })

  it('a wrong client secret is reported as an error of Discord', async () => {
    const { attempt, searchParams } = await callbackOf(NOLAN)
    const misconfigured = siteWith({ clientSecret: 'not-the-secret' })
    const failure = await failureOf(misconfigured.exchangeCode(searchParams, attempt), ['not-the-secret'])
    expect(failure).toBeInstanceOf(DiscordUnavailable)
    expect(failure.message).toContain('client id and secret')
  })

  it.each([
    ['is down', () => standIn.goDown()],
    ['limits us', () => standIn.flood()],
    ['cannot be reached', () => standIn.close()],
  ])('the sign-in fails as an error of Discord when Discord %s', async (_, trouble) => {
    const { attempt, searchParams } = await callbackOf(NOLAN)
    await trouble()
    const failure = await failureOf(discord.exchangeCode(searchParams, attempt), [
      searchParams.get('code'),
      attempt.codeVerifier,
    ])
    expect(failure).toBeInstanceOf(DiscordUnavailable)
  })
})

describe('A person outside the guild', () => {
  it('a person outside the guild has no membership, with their own token or with the bot', async () => {
    const { accessToken } = await signIn(SAM)
    expect(await discord.membership({ id: SAM, accessToken })).toBeNull()
    expect(await siteWith({}).membership({ id: SAM, accessToken: null })).toBeNull()
  })

  it('a person who was just removed from the guild has no membership', async () => {
    const { accessToken } = await signIn(NOLAN)
    standIn.kick(NOLAN)
    expect(await discord.membership({ id: NOLAN, accessToken })).toBeNull()
    standIn.setRoles(NOLAN, [OWNER])
    expect(await discord.membership({ id: NOLAN, accessToken })).toMatchObject({ roles: [OWNER] })
  })
})

describe('An invalid grant', () => {
  it('an invalid grant has its own error, and its token is not sent again', async () => {
    const { accessToken } = await signIn(NOLAN)
    standIn.revoke(NOLAN)
    const failure = await failureOf(discord.account(accessToken), [accessToken])
    expect(failure).toBeInstanceOf(GrantGone)
    const calls = standIn.requests.length
    expect(await failureOf(discord.membership({ id: NOLAN, accessToken }), [accessToken])).toBeInstanceOf(GrantGone)
    expect(standIn.requests).toHaveLength(calls)
  })

  it('a grant is invalid after seven days', async () => {
    const { accessToken, expiresAt } = await signIn(NOLAN)
    now = expiresAt
    expect(await failureOf(discord.account(accessToken))).toBeInstanceOf(GrantGone)
  })

  it('a grant without the guild scope is invalid', async () => {
    const { accessToken } = await signIn(NOLAN, 'identify')
    expect(await failureOf(discord.membership({ id: NOLAN, accessToken }))).toBeInstanceOf(GrantGone)
  })

  it('a person without a token and without a bot has an invalid grant', async () => {
    expect(await failureOf(discord.membership({ id: NOLAN, accessToken: null }))).toBeInstanceOf(GrantGone)
  })
})

describe('A site with a bot', () => {
  it('the bot reads the membership without the token of the person', async () => {
    expect(await siteWith({}).membership({ id: NOLAN, accessToken: null })).toMatchObject({ roles: [STAFF] })
  })

  it('the token of the person is used if the bot was removed from the guild, and nobody loses roles', async () => {
    const { accessToken } = await signIn(NOLAN)
    const withBot = siteWith({})
    standIn.removeBot()
    expect(await withBot.membership({ id: NOLAN, accessToken })).toMatchObject({ roles: [STAFF] })
    expect(await failureOf(withBot.membership({ id: NOLAN, accessToken: null }))).toBeInstanceOf(DiscordUnavailable)
  })

  it('a bot token that Discord refuses is tried once', async () => {
    const withBot = siteWith({ botToken: 'not-the-token' })
    for (const _ of [1, 2, 3]) {
      const failure = await failureOf(withBot.membership({ id: NOLAN, accessToken: null }), ['not-the-token'])
      expect(failure).toBeInstanceOf(DiscordUnavailable)
    }
    expect(standIn.requests.map(({ status }) => status)).toEqual([401])
  })
})

describe('Rate limits of Discord', () => {
  it('a short rate limit is waited for', async () => {
    const { accessToken } = await signIn(NOLAN)
    standIn.flood({ retryAfterSeconds: 0.05, calls: 1 })
    expect(await discord.account(accessToken)).toMatchObject({ id: NOLAN })
  })

  it('a request is repeated only once', async () => {
    const { accessToken } = await signIn(NOLAN)
    const before = standIn.requests.length
    standIn.flood({ retryAfterSeconds: 0.05 })
    expect(await failureOf(discord.account(accessToken))).toMatchObject({ retryAfterSeconds: 0.05 })
    expect(standIn.requests).toHaveLength(before + 2)
  })

  it('a long rate limit is reported, and the token is not used until it ends', async () => {
    const { accessToken } = await signIn(NOLAN)
    standIn.flood({ retryAfterSeconds: 30, calls: 1 })
    expect(await failureOf(discord.account(accessToken), [accessToken])).toMatchObject({
      name: 'DiscordUnavailable',
      retryAfterSeconds: 30,
    })
    const calls = standIn.requests.length
    expect(await failureOf(discord.account(accessToken))).toMatchObject({ retryAfterSeconds: 30 })
    expect(standIn.requests).toHaveLength(calls)
    now = new Date(now.getTime() + 30_000)
    expect(await discord.account(accessToken)).toMatchObject({ id: NOLAN })
  })
})

describe('A clock that is set back by an hour', () => {
  it('a token is not blocked for longer than Discord asked', async () => {
    const { accessToken } = await signIn(NOLAN)
    standIn.flood({ retryAfterSeconds: 30, calls: 1 })
    await failureOf(discord.account(accessToken))
    now = new Date(now.getTime() - 60 * 60_000)
    expect(await failureOf(discord.account(accessToken))).toMatchObject({ retryAfterSeconds: 30 })
    now = new Date(now.getTime() + 30_000)
    expect(await discord.account(accessToken)).toMatchObject({ id: NOLAN })
  })
})

describe('An outage of Discord', () => {
  it('Discord is unavailable after a 503 response, and available again afterwards', async () => {
    const { accessToken } = await signIn(NOLAN)
    standIn.goDown()
    expect(await failureOf(discord.account(accessToken), [accessToken])).toBeInstanceOf(DiscordUnavailable)
    standIn.comeBack()
    expect(await discord.account(accessToken)).toMatchObject({ id: NOLAN })
  })

  it('Discord is unavailable if it does not respond in time', async () => {
    const { accessToken } = await signIn(NOLAN)
    standIn.slowDown(5000)
    const failure = await failureOf(siteWith({}, 50).account(accessToken), [accessToken])
    expect(failure).toBeInstanceOf(DiscordUnavailable)
    expect(failure.message).toContain('no answer in time')
  })

  it.each([
    ['is no JSON', '<html>'],
    ['stops half way', '{"id": "3100'],
    ['has an id that is a number', '{"id": 310000000000000101, "username": "nolan"}'],
    ['has a picture that is an address', '{"id": "310000000000000101", "username": "n", "avatar": "../../x"}'],
  ])('Discord is unavailable if its response %s', async (_, body) => {
    const faulty = await serve(body)
    try {
      const failure = await failureOf(siteWith({ apiUrl: faulty.url }).account('token-of-nolan'), ['token-of-nolan'])
      expect(failure).toBeInstanceOf(DiscordUnavailable)
    } finally {
      faulty.server.close()
    }
  })
})

describe('The members of the guild', () => {
  const listed = async (site: Discord) => {
    const ids: string[] = []
    for await (const { account } of site.members() ?? []) ids.push(account.id)
    return ids
  }
  const pages = () => standIn.requests.filter(({ path }) => path.endsWith('/members')).length
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => somebody(String(330000000000000000n - BigInt(index))))

  it('all members are listed, with their roles', async () => {
    const members = []
    for await (const member of siteWith({}).members() ?? []) members.push(member)
    expect(members[0]).toMatchObject({
      account: { id: NOLAN, username: 'user101', globalName: 'Nolan Reyes', avatar: avatarHash(NOLAN) },
      membership: { roles: [STAFF], nick: 'Nolan | S-40', avatar: null },
    })
    expect(await listed(siteWith({}))).toEqual([NOLAN, CASEY])
  })

  it.each([
    [998, 2],
    [999, 2],
    [2500, 3],
  ])('%i more members are all listed once, in %i pages of a thousand', async (count, expected) => {
    standIn.people.push(...many(count))
    const ids = await listed(siteWith({}))
    expect([ids.length, new Set(ids).size]).toEqual([count + 2, count + 2])
    expect(pages()).toBe(expected)
  })

  it('listing members stops on a signal, even during a rate limit between two pages', async () => {
    const member = (index: number) => ({
      user: { id: String(330000000000000000n + BigInt(index)), username: `user${index}` },
      roles: [],
    })
    const page = JSON.stringify(Array.from({ length: 1000 }, (_, index) => member(index)))
    const limited = createServer((_, response) =>
      response
        .setHeader('content-type', 'application/json')
        .setHeader('x-ratelimit-remaining', '0')
        .setHeader('x-ratelimit-reset-after', '60')
        .end(page),
    )
    try {
      const stopping = new AbortController()
      let count = 0
      const listing = (async () => {
        for await (const _ of siteWith({ apiUrl: await addressOf(limited) }).members(stopping.signal) ?? []) {
          count += 1
          if (count === 1000) setTimeout(() => stopping.abort(), 50)
        }
      })()
      await expect(listing).rejects.toThrow('aborted')
      expect(count).toBe(1000)
    } finally {
      limited.close()
    }
  })

  it('members cannot be listed without a bot', () => {
    expect(discord.members()).toBeNull()
  })

  it.each([
    ['is down', () => standIn.goDown()],
    ['limits us for long', () => standIn.flood()],
    ['no longer has the bot in the guild', () => standIn.removeBot()],
    ['cannot be reached', () => standIn.close()],
  ])('listing members fails when Discord %s', async (_, trouble) => {
    await trouble()
    expect(await failureOf(listed(siteWith({})))).toBeInstanceOf(DiscordUnavailable)
  })

  it('listing members fails when Discord is slow', async () => {
    standIn.slowDown(5000)
    expect(await failureOf(listed(siteWith({}, 50)))).toBeInstanceOf(DiscordUnavailable)
  })

  it('a short rate limit is waited for, and during a long one the roles of one person can still be read', async () => {
    const withBot = siteWith({})
    standIn.flood({ retryAfterSeconds: 0.05, calls: 1 })
    expect(await listed(withBot)).toEqual([NOLAN, CASEY])
    standIn.flood({ retryAfterSeconds: 30, calls: 1 })
    expect(await failureOf(listed(withBot))).toMatchObject({ retryAfterSeconds: 30 })
    expect(await withBot.membership({ id: NOLAN, accessToken: null })).toMatchObject({ roles: [STAFF] })
    const calls = pages()
    expect(await failureOf(listed(withBot))).toBeInstanceOf(DiscordUnavailable)
    expect(pages()).toBe(calls)
  })

  it('pages of members are requested with the delay that Discord asks for', async () => {
    const page = Array.from({ length: 1000 }, (_, index) => ({
      roles: [],
      user: { id: String(330000000000000000n + BigInt(index)), username: 'somebody' },
    }))
    const asked: number[] = []
    const busy = createServer((_, response) => {
      asked.push(performance.now())
      response.setHeader('x-ratelimit-remaining', '0').setHeader('x-ratelimit-reset-after', '0.2')
      response.end(JSON.stringify(asked.length === 1 ? page : []))
    })
    const url = await addressOf(busy)
    try {
      expect(await listed(siteWith({ apiUrl: url }))).toHaveLength(1000)
      expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(190)
    } finally {
      busy.close()
    }
  })

  it('members are requested once with a token that Discord refuses', async () => {
    const withBot = siteWith({ botToken: 'not-the-token' })
    for (const _ of [1, 2])
      expect(await failureOf(listed(withBot), ['not-the-token'])).toBeInstanceOf(DiscordUnavailable)
    expect(pages()).toBe(1)
  })
})

describe('Profile pictures', () => {
  const account = { id: NOLAN, avatar: avatarHash(NOLAN) }

  it('the picture is that of the guild, else of the account, else the default for the id', async () => {
    expect(discord.avatarUrl(account, { avatar: 'a_0123' })).toBe(
      `${settings.cdnUrl}/guilds/${settings.guildId}/users/${NOLAN}/avatars/a_0123.webp?size=128`,
    )
    expect(discord.avatarUrl(account, { avatar: null })).toBe(
      `${settings.cdnUrl}/avatars/${NOLAN}/${account.avatar}.webp?size=128`,
    )
    const index = Number((BigInt(NOLAN) >> 22n) % 6n)
    expect(discord.avatarUrl({ id: NOLAN, avatar: null })).toBe(`${settings.cdnUrl}/embed/avatars/${index}.png`)
  })

  it('the picture exists at each of these addresses', async () => {
    const nolan = standIn.people.find(({ id }) => id === NOLAN)
    if (nolan?.member) nolan.member.avatar = 'a_0123'
    const urls = [
      discord.avatarUrl(account, { avatar: 'a_0123' }),
      discord.avatarUrl(account),
      discord.avatarUrl({ id: NOLAN, avatar: null }),
    ]
    for (const url of urls) {
      const response = await fetch(url)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    }
    expect((await fetch(discord.avatarUrl({ id: NOLAN, avatar: 'feed' }))).status).toBe(404)
  })
})

describe('API addresses', () => {
  it.each(['http://discord.example/api', 'ftp://localhost/api'])(
    '%s is refused as an API address without https',
    (apiUrl) => {
      expect(() => siteWith({ apiUrl })).toThrow('must be https')
    },
  )

  it('an API address on this machine can use plain http', () => {
    for (const apiUrl of ['http://localhost:1/api', 'http://[::1]:1/api', 'https://discord.example/api']) {
      expect(() => siteWith({ apiUrl })).not.toThrow()
    }
  })
})

describe('The check of the Discord settings', () => {
  const failed = async (change: Partial<DiscordSettings>, roleIds: string[] = []) => {
    const named = roleIds.map((id, at) => ({ id, use: 'staff', file: 'site.yaml', line: at + 1 }))
    const findings = await checkDiscord({ ...settings, ...change }, named)
    return findings.filter(({ ok }) => !ok).map(({ what }) => what)
  }

  it('valid settings have no findings', async () => {
    expect(await failed({}, [STAFF, OWNER])).toEqual([])
    expect(await failed({ botToken: undefined })).toEqual([])
  })

  it.each<[string, Partial<DiscordSettings>, string]>([
    ['secret', { clientSecret: 'wrong' }, 'Discord does not accept the client id and secret'],
    [
      'bot token',
      { botToken: 'wrong' },
      "Discord does not accept the bot token: roles are read with each person's own sign-in, when they are older than ROLE_MAX_AGE",
    ],
    ['guild', { guildId: '300000000000000009' }, 'the bot cannot see the Discord server 300000000000000009'],
  ])('a wrong %s is reported', async (_, change, what) => {
    expect(await failed(change)).toEqual([what])
  })

  it('a role that the guild does not have is reported', async () => {
    expect(await failed({}, [STAFF, '200000000000000009'])).toEqual([
      'site.yaml names roles that the Discord server does not have: line 2 200000000000000009 (staff)',
    ])
  })

  it('each role has its name in the guild', async () => {
    const named = [
      { id: STAFF, use: 'roles.staff', file: 'site.yaml', line: 1 },
      { id: OWNER, use: 'roles.owner', file: 'site.yaml', line: 2 },
    ]
    const findings = (await checkDiscord(settings, named)).map(({ what }) => what)
    expect(findings).toContain('Discord roles: roles.staff is "staff"; roles.owner is "owner"')
    expect(findings).toContain('every role that site.yaml names exists there')
  })

  it('unknown roles are reported with file and lines', async () => {
    const roles = [
      { id: STAFF, use: 'staff', file: 'site.yaml', line: 4 },
      { id: '200000000000000011', use: 'Lighthouse', file: 'supporters.yaml', line: 27 },
      { id: '200000000000000012', use: 'Reef', file: 'supporters.yaml', line: 33 },
    ]
    const findings = (await checkDiscord(settings, roles)).map(({ what }) => what)
    expect(findings).toContain('every role that site.yaml names exists there')
    expect(findings).toContain(
      'supporters.yaml names roles that the Discord server does not have: line 27 200000000000000011 (Lighthouse), line 33 200000000000000012 (Reef)',
    )
  })

  it('a wrong guild is reported without a bot', async () => {
    expect(await failed({ botToken: undefined, guildId: '300000000000000009' })).toEqual([
      'Discord has no server with the id 300000000000000009',
    ])
  })

  it('a clock that differs from that of Discord is reported', async () => {
    const clockAt = async (minutes: number) => {
      const clock = () => new Date(Date.now() + minutes * 60_000)
      return (await checkDiscord(settings, [], { clock })).filter(({ what }) => what.includes('clock'))
    }
    expect(await clockAt(0)).toEqual([{ ok: true, what: "the clock agrees with Discord's" }])
    expect(await clockAt(7)).toMatchObject([
      { ok: false, what: "the clock of this machine is 7 minutes ahead of Discord's" },
    ])
    expect(await clockAt(-7)).toMatchObject([{ what: "the clock of this machine is 7 minutes behind Discord's" }])
  })

  it('the check finds out whether the bot can give the role for verified people', async () => {
    const giving = async (verifiedRole: string, change: Partial<DiscordSettings> = {}) =>
      (await checkDiscord({ ...settings, ...change }, [], { verifiedRole })).map(({ ok, what }) => [ok, what]).at(-1)
    expect(await giving(STAFF)).toEqual([true, 'the bot can give the role of verified people'])
    standIn.disarmBot()
    expect(await giving(STAFF)).toEqual([false, expect.stringContaining('does not have the permission Manage Roles')])
    // The highest role of the guild is the bot's own.
    expect(await giving('400000000000000003')).toEqual([false, expect.stringContaining("above the bot's own")])
    expect(await giving(STAFF, { botToken: undefined })).toEqual([false, expect.stringContaining('without a bot')])
  })

  it('a bot without the members intent is reported', async () => {
    standIn.forbidMembers()
    expect(await failed({})).toEqual([expect.stringContaining('nor see changes of their roles')])
  })

  it('an unreachable Discord is reported', async () => {
    standIn.goDown()
    expect(await failed({})).toEqual([
      'Discord is down or cannot be reached, so it could not be checked (Discord answered 503)',
    ])
  })
})

/** Starts a local server that sends the same response to every request. */
async function serve(body: string): Promise<{ server: Server; url: string }> {
  const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end(body))
  return { server, url: await addressOf(server) }
}

const addressOf = async (server: Server) => `http://127.0.0.1:${await listen(server)}`

describe('Names of roles', () => {
  it('the bot reads the names of roles', async () => {
    const names = await siteWith({}).roleNames()
    expect([names?.get(STAFF), names?.get(OWNER), names?.get('1')]).toEqual(['staff', 'owner', undefined])
  })

  it('names of roles are unavailable without a bot and while Discord is down', async () => {
    expect(discord.roleNames()).toBeNull()
    standIn.goDown()
    await expect(siteWith({}).roleNames()).rejects.toThrow(DiscordUnavailable)
  })
})

describe('Giving a role', () => {
  const rolesOf = (id: string) => standIn.people.find((person) => person.id === id)?.member?.roles

  it('a role is added to the existing roles, and adding it again changes nothing', async () => {
    for (let time = 0; time < 2; time++) {
      await siteWith({}).giveRole(NOLAN, OWNER)
      expect(rolesOf(NOLAN)).toEqual([STAFF, OWNER])
    }
  })

  it.each<[string, string, string, string]>([
    ['somebody outside the guild', SAM, OWNER, 'the person is not in our Discord server'],
    ['a role that is not there', NOLAN, '200000000000000009', 'our Discord server has no such role'],
  ])('giving a role is refused with an explanation for %s', async (_, person, role, words) => {
    const given = siteWith({}).giveRole(person, role)
    await expect(given).rejects.toThrow(RoleRefused)
    await expect(given).rejects.toThrow(words)
  })

  it('giving a role needs a bot with the permission', async () => {
    standIn.disarmBot()
    await expect(siteWith({}).giveRole(NOLAN, OWNER)).rejects.toThrow('needs the permission Manage Roles')
    standIn.comeBack()
    standIn.removeBot()
    await expect(siteWith({}).giveRole(NOLAN, OWNER)).rejects.toThrow('the bot is not in our Discord server')
    await expect(discord.giveRole(NOLAN, OWNER)).rejects.toThrow('there is no bot')
    expect(rolesOf(NOLAN)).toEqual([STAFF])
  })

  it('giving a role stops after Discord refused the token', async () => {
    const site = siteWith({ botToken: 'wrong' })
    await expect(site.giveRole(NOLAN, OWNER)).rejects.toThrow('does not accept the bot token')
    const asked = standIn.requests.length
    await expect(site.giveRole(NOLAN, OWNER)).rejects.toThrow('does not accept the bot token')
    expect(standIn.requests).toHaveLength(asked)
  })

  it('giving a role waits for an outage and a rate limit, and does not affect other limits', async () => {
    standIn.goDown()
    await expect(siteWith({}).giveRole(NOLAN, OWNER)).rejects.toThrow(DiscordUnavailable)
    standIn.comeBack()
    standIn.flood({ calls: 1 })
    const site = siteWith({})
    await expect(site.giveRole(NOLAN, OWNER)).rejects.toMatchObject({ retryAfterSeconds: 64.57 })
    expect(await site.membership({ id: NOLAN, accessToken: null })).toMatchObject({ roles: [STAFF] })
    now = new Date(now.getTime() + 65_000)
    await site.giveRole(NOLAN, OWNER)
    expect(rolesOf(NOLAN)).toEqual([STAFF, OWNER])
  })
})

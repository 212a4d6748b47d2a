import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { DiscordSettings } from '#server/discord/settings.ts'
import type { StandInPerson } from './guild.ts'
import { buildStandIn, type StandIn } from './stand-in.ts'

const REDIRECT = 'http://localhost:3000/auth/discord/callback'
const GUILD = '300000000000000001'
const VERIFIER = 'v'.repeat(43)

function member(index: number, card: StandInPerson['card'] = null): StandInPerson {
  const id = String(310000000000000000n + BigInt(index))
  return {
    id,
    username: `user${index}`,
    globalName: card && `Person ${index}`,
    avatar: null,
    email: null,
    emailVerified: false,
    member: { roles: [], nick: null, avatar: null, joinedAt: '2024-03-09T18:30:00.000000+00:00' },
    card,
    denies: false,
  }
}

const PERSON = member(1, { title: 'Member', sees: 'Little <b>more</b>' })

let standIn: StandIn
let settings: DiscordSettings
let origin: string

beforeEach(async () => {
  const people = [PERSON, ...Array.from({ length: 2500 }, (_, index) => member(5000 - index))]
  standIn = buildStandIn({
    applicationName: 'The site',
    redirectUri: REDIRECT,
    guild: { id: GUILD, name: 'The guild', roles: [], people },
  })
  settings = await standIn.listen()
  origin = new URL(settings.apiUrl).origin
})
afterEach(() => standIn.close())

function authorizeUrl(change: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: settings.clientId,
    redirect_uri: REDIRECT,
    scope: 'identify guilds.members.read',
    state: 'the-state',
    prompt: 'none',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...change,
  })
  return `${settings.authorizeUrl}?${query}`
}

/** Acts as a browser that keeps the cookie and does not follow redirects. */
function newBrowser() {
  let cookie = ''
  return async (url: string, form?: Record<string, string>) => {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form && new URLSearchParams(form),
      headers: { cookie },
      redirect: 'manual',
    })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return { status: response.status, location: response.headers.get('location'), page: await response.text() }
  }
}

function api(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('user-agent', 'DiscordBot (http://localhost:3000, 1)')
  return fetch(`${settings.apiUrl}${path}`, { ...init, headers })
}

const Tokens = z.object({ access_token: z.string(), refresh_token: z.string(), scope: z.string() })

async function token(form: Record<string, string>): Promise<Response> {
  const client = { client_id: settings.clientId, client_secret: settings.clientSecret }
  return api('/oauth2/token', { method: 'POST', body: new URLSearchParams({ ...client, ...form }) })
}

async function code(): Promise<Record<string, string>> {
  const { searchParams } = await standIn.choose(new URL(authorizeUrl()), PERSON.id)
  return { grant_type: 'authorization_code', code: searchParams.get('code') ?? '', redirect_uri: REDIRECT }
}

async function signIn(): Promise<z.infer<typeof Tokens>> {
  const answer = await token({ ...(await code()), code_verifier: VERIFIER })
  return Tokens.parse(await answer.json())
}

describe('The sign-in page of the fake Discord', () => {
  it('the page has buttons for each person and to deny, works without scripts, and says that it is not Discord', async () => {
    const { page } = await newBrowser()(authorizeUrl())
    expect(page).toContain('Who do you want to be?')
    expect(page).toContain('Person 1')
    expect(page).toContain('Deny')
    expect(page).toContain('stands in for Discord')
    expect(page).toContain('Little &lt;b&gt;more&lt;/b&gt;')
    expect(page).not.toContain('<script')
    expect(page).not.toContain('user5000')
  })

  it('the selected person returns with a code and the state', async () => {
    const { status, location } = await newBrowser()(authorizeUrl(), { person: PERSON.id })
    expect(status).toBe(303)
    const back = new URL(location ?? '')
    expect(back.origin + back.pathname).toBe(REDIRECT)
    expect(back.searchParams.get('state')).toBe('the-state')
    expect(back.searchParams.get('code')).toMatch(/^\w{30}$/)
  })

  it('the page appears at each sign-in, so that another person can be selected', async () => {
    const browse = newBrowser()
    await browse(authorizeUrl(), { person: PERSON.id })
    expect((await browse(authorizeUrl())).page).toContain('Who do you want to be?')
  })

  it('the page is skipped for a remembered person who already granted everything', async () => {
    const browse = newBrowser()
    await browse(authorizeUrl(), { person: PERSON.id, stay: 'yes' })
    expect((await browse(authorizeUrl())).status).toBe(303)
    const more = await browse(authorizeUrl({ scope: 'identify email' }))
    expect(more.page).toContain('Continue as Person 1?')
    expect(more.page).toContain('your email address')
    await browse(`${origin}/forget`, {})
    expect((await browse(authorizeUrl())).page).toContain('Who do you want to be?')
  })

  it('with prompt=consent the page asks the remembered person, and offers others', async () => {
    const browse = newBrowser()
    await browse(authorizeUrl(), { person: PERSON.id })
    const { page } = await browse(authorizeUrl({ prompt: 'consent' }))
    expect(page).toContain('Continue as Person 1?')
    const switchTo = /href="([^"]+switch=yes)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect((await browse(origin + switchTo)).page).toContain('Who do you want to be?')
  })

  it.each([
    ['client', { client_id: '400000000000000009' }],
    ['address to return to', { redirect_uri: `${REDIRECT}/` }],
  ])('an unknown %s is not redirected', async (_, change) => {
    const { status, location } = await newBrowser()(authorizeUrl(change))
    expect([status, location]).toEqual([400, null])
  })

  it.each([
    ['invalid_scope', { scope: 'everything' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['unsupported_response_type', { response_type: 'token' }],
  ])('the error %s is returned', async (error, change) => {
    const { location } = await newBrowser()(authorizeUrl(change))
    expect(new URL(location ?? '').searchParams.get('error')).toBe(error)
  })
})

describe('The token endpoint of the fake Discord', () => {
  it('the token endpoint accepts only form bodies', async () => {
    expect((await api('/oauth2/token')).status).toBe(405)
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    expect((await api('/oauth2/token', json)).status).toBe(415)
  })

  it('the client is authenticated by form or HTTP Basic', async () => {
    const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
    const body = new URLSearchParams({ ...(await code()), code_verifier: VERIFIER })
    const headers = { authorization: `Basic ${basic}` }
    expect((await api('/oauth2/token', { method: 'POST', body, headers })).status).toBe(200)
    const stranger = await token({ ...(await code()), client_secret: 'wrong' })
    expect([stranger.status, await stranger.json()]).toEqual([401, { error: 'invalid_client' }])
  })

  it('the response has the fields of Discord, also under the path without a version', async () => {
    const body = new URLSearchParams({ ...(await code()), code_verifier: VERIFIER })
    body.set('client_id', settings.clientId)
    body.set('client_secret', settings.clientSecret)
    const response = await fetch(`${origin}/api/oauth2/token`, {
      method: 'POST',
      body,
      headers: { 'user-agent': 'DiscordBot (http://localhost:3000, 1)' },
    })
    expect(await response.json()).toMatchObject({
      token_type: 'Bearer',
      expires_in: 604800,
      scope: 'identify guilds.members.read',
    })
  })

  it.each([
    ['the verifier is missing', {}, { error: 'invalid_request', error_description: 'Missing "code_verifier"' }],
    [
      'the verifier is another',
      { code_verifier: 'w'.repeat(43) },
      { error: 'invalid_request', error_description: 'Invalid "code_verifier"' },
    ],
    [
      'the code is another',
      { code: 'x', code_verifier: VERIFIER },
      { error: 'invalid_grant', error_description: 'Invalid "code" in request.' },
    ],
  ])('the error is that of Discord when %s', async (_, change, expected) => {
    const response = await token({ ...(await code()), ...change })
    expect([response.status, await response.json()]).toEqual([400, expected])
  })

  it('a refresh token works once', async () => {
    const first = await signIn()
    const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
    const second = Tokens.parse(await (await token(refresh)).json())
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await token(refresh)).status).toBe(400)
  })

  it('revoking one token ends all tokens of the person', async () => {
    const [one, other] = [await signIn(), await signIn()]
    const client = { client_id: settings.clientId, client_secret: settings.clientSecret }
    await api('/oauth2/token/revoke', {
      method: 'POST',
      body: new URLSearchParams({ ...client, token: one.refresh_token }),
    })
    const response = await api('/users/@me', { headers: { authorization: `Bearer ${other.access_token}` } })
    expect([response.status, await response.json()]).toEqual([401, { message: '401: Unauthorized', code: 0 }])
  })
})

describe('The API of the fake Discord', () => {
  const asBot = (path: string) => api(path, { headers: { authorization: `Bot ${settings.botToken}` } })
  const Members = z.array(z.object({ user: z.object({ id: z.string() }) }))

  it('the scopes of a token are returned', async () => {
    const { access_token } = await signIn()
    const response = await api('/oauth2/@me', { headers: { authorization: `Bearer ${access_token}` } })
    expect(await response.json()).toMatchObject({
      scopes: ['identify', 'guilds.members.read'],
      user: { id: PERSON.id, discriminator: '0' },
    })
  })

  it('a caller without a user agent is blocked', async () => {
    expect((await fetch(`${settings.apiUrl}/users/@me`)).status).toBe(403)
  })

  it('guild members are listed page by page, sorted by id', async () => {
    const seen: string[] = []
    for (let after = '0'; ; ) {
      const page = Members.parse(await (await asBot(`/guilds/${GUILD}/members?limit=1000&after=${after}`)).json())
      seen.push(...page.map(({ user }) => user.id))
      if (page.length < 1000) break
      after = page.at(-1)?.user.id ?? ''
    }
    expect(seen).toHaveLength(2501)
    expect(seen).toEqual([...seen].sort())
    expect((await (await asBot(`/guilds/${GUILD}/members`)).json()).length).toBe(1)
    expect((await asBot(`/guilds/${GUILD}/members?limit=1001`)).status).toBe(400)
  })

  it.each([
    ['guild', '/guilds/300000000000000009/roles', 10004],
    ['member', `/guilds/${GUILD}/members/310000000000009999`, 10007],
  ])('an unknown %s gets 404 with its code', async (_, path, code) => {
    const response = await asBot(path)
    expect([response.status, await response.json()]).toMatchObject([404, { code }])
  })

  it('a flood gets the time to wait', async () => {
    standIn.flood({ calls: 1 })
    const response = await asBot(`/guilds/${GUILD}/roles`)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('65')
    expect(response.headers.get('x-ratelimit-scope')).toBe('user')
    expect(await response.json()).toEqual({
      message: 'You are being rate limited.',
      retry_after: 64.57,
      global: false,
    })
    expect((await asBot(`/guilds/${GUILD}/roles`)).status).toBe(200)
  })

  it('the calls are recorded without their queries', async () => {
    await asBot(`/guilds/${GUILD}/members?limit=1&after=0`)
    expect(standIn.requests).toEqual([{ method: 'GET', path: `/api/v10/guilds/${GUILD}/members`, status: 200 }])
  })
})

it('a posted picture is available as PNG at an address like those of Discord', async () => {
  const channels = await (await fetch(`${origin}/channels`)).text()
  const path = /href="(\/attachments[^"]+)"/.exec(channels)?.[1] ?? ''
  const posted = await fetch(`${settings.cdnUrl}${path}`)
  expect([posted.status, posted.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(
    Buffer.from(await posted.arrayBuffer())
      .subarray(0, 4)
      .toString('latin1'),
  ).toBe('\u0089PNG')
})

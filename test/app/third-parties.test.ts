import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createModel, ModelFailed } from '#features/assistant/server/gateway.ts'
import { createGameServerQuery } from '#features/game-server/server/gateway.ts'
import { createAskReleases, ReleasesUnknown } from '#features/releases/server/gateway.ts'
import { ProviderFailed } from '#features/verification/server/gateway.ts'
import { createVerifyPass } from '#features/verification/server/verifypass.ts'
import { createDiscord } from '#server/discord/discord.ts'
import { DiscordUnavailable } from '#server/discord/failures.ts'
import { createWebhooks } from '#server/discord/webhooks.ts'
import { type FaultyBehaviour, type FaultyService, startFaultyService } from '../fakes/faulty-service.ts'

const SECRET = 'a-secret-that-nobody-may-read'
const PERSON = '310000000000000101'
const TIMEOUT_MS = 200
/** A call, and one more call after a short rate limit. */
const MAX_CALLS = 2
const MAX_BYTES = 16 * 1024 * 1024
const LONGEST_WAIT = 3600

let other: FaultyService
beforeAll(async () => {
  other = await startFaultyService()
})
afterAll(() => other.close())

const discord = (apiUrl: string, botToken?: string) =>
  createDiscord(
    {
      clientId: '1',
      clientSecret: SECRET,
      guildId: '300000000000000001',
      botToken,
      apiUrl,
      authorizeUrl: `${apiUrl}/authorize`,
      cdnUrl: apiUrl,
      redirectUri: 'http://localhost:3000/auth/discord/callback',
    },
    { timeoutMs: TIMEOUT_MS },
  )

async function membersOf(url: string): Promise<void> {
  for await (const _ of discord(url, SECRET).members() ?? []);
}

async function codeAt(url: string): Promise<unknown> {
  const site = discord(url)
  const attempt = await site.newAttempt()
  return site.exchangeCode(new URLSearchParams({ code: 'a-code', state: attempt.state }), attempt)
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  )
}

/** Each call to another service, and how to recognise that the site reports its failure. */
const CALLS: [string, (url: string) => Promise<unknown>, (said: unknown) => boolean][] = [
  ['Discord, for a sign-in', (url) => errorOf(codeAt(url)), isUnavailable],
  ['Discord, for an account', (url) => errorOf(discord(url).account(SECRET)), isUnavailable],
  [
    'Discord, for somebody’s roles with their own token',
    (url) => errorOf(discord(url).membership({ id: PERSON, accessToken: SECRET })),
    isUnavailable,
  ],
  [
    'Discord, for somebody’s roles by the bot',
    (url) => errorOf(discord(url, SECRET).membership({ id: PERSON, accessToken: null })),
    isUnavailable,
  ],
  ['Discord, for everybody', (url) => errorOf(membersOf(url)), isUnavailable],
  [
    'the model',
    (url) => errorOf(createModel({ apiUrl: url, apiKey: SECRET, model: 'm' }, TIMEOUT_MS).ask([])),
    (result) => result instanceof ModelFailed,
  ],
  [
    'the provider of verifications',
    (url) => errorOf(verifyPass(url).createSession({ subjectRef: 'ref', email: 'a@mail.example', emailLocked: true })),
    (result) => result instanceof ProviderFailed,
  ],
  [
    'the game server',
    (url) => createGameServerQuery(url, { timeoutMs: TIMEOUT_MS })(),
    (result) => result === 'unreadable' || result === 'unreachable',
  ],
  [
    'the releases of the program',
    (url) =>
      errorOf(createAskReleases({ repository: 'someone/site', api: url, page: url }, { timeoutMs: TIMEOUT_MS })()),
    (result) => result instanceof ReleasesUnknown,
  ],
  ['a channel’s webhook', (url) => webhooksAt(url).post('NEWS', 'Hello'), isNoPost],
]

function isUnavailable(result: unknown): boolean {
  return result instanceof DiscordUnavailable && (result.retryAfterSeconds ?? 0) <= LONGEST_WAIT
}

function verifyPass(apiUrl: string) {
  return createVerifyPass(
    { apiKey: SECRET, widgetKey: 'w', apiUrl, popupUrl: `${apiUrl}/{widgetKey}?token={token}` },
    { timeoutMs: TIMEOUT_MS },
  )
}

function webhooksAt(apiUrl: string) {
  return createWebhooks({
    apiUrl,
    userAgent: 'a test',
    webhooks: { NEWS: { id: '400000000000000001', token: SECRET } },
    timeoutMs: TIMEOUT_MS,
  })
}

/** Whether the result is not taken for a posted message, and is put off for at most an hour. */
function isNoPost(result: unknown): boolean {
  if (typeof result !== 'object' || result === null || !('result' in result) || result.result === 'posted') return false
  return !('waitSeconds' in result) || (typeof result.waitSeconds === 'number' && result.waitSeconds <= LONGEST_WAIT)
}

const limited = (headers: Record<string, string>, body = '{}'): FaultyBehaviour => ({
  kind: 'answers',
  status: 429,
  headers,
  body,
})

const BEHAVIOURS: [string, FaultyBehaviour][] = [
  ['never answers', { kind: 'is silent' }],
  ['stops in the middle of its answer', { kind: 'stops in the middle' }],
  ['hangs up', { kind: 'hangs up' }],
  ['sends without an end', { kind: 'never ends' }],
  [
    'is a page of somebody else',
    { kind: 'answers', status: 200, headers: { 'content-type': 'text/html' }, body: '<html><h1>Sign in to the Wi-Fi' },
  ],
  ['says something else', { kind: 'answers', status: 200, body: '{"ok":true}' }],
  [
    'says everything in another type',
    {
      kind: 'answers',
      status: 200,
      body: '{"id":310000000000000101,"roles":"none","access_token":7,"token":["t"],"choices":"none","clients":"many"}',
    },
  ],
  ['says nothing', { kind: 'answers', status: 200, body: '' }],
  ['says null', { kind: 'answers', status: 200, body: 'null' }],
  ['sends elsewhere', { kind: 'answers', status: 302, headers: { location: 'https://elsewhere.example/' }, body: '' }],
  ['fails', { kind: 'answers', status: 500, body: '{}' }],
  ['limits us and says not for how long', limited({})],
  ['limits us for longer than the sun will shine', limited({ 'retry-after': '1e300' })],
  ['limits us for longer than a number can say', limited({}, '{"retry_after":1e306}')],
  ['limits us until yesterday', limited({ 'retry-after': '-86400' }, '{"retry_after":-86400}')],
  ['limits us until a date', limited({ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' })],
]

describe.each(CALLS)('%s', (_, call, isKnownFailure) => {
  it.each(BEHAVIOURS)(
    'a service that %s ends in a known error within the time limit, and is not called again',
    async (_mood, behaviour) => {
      other.behaveAs(behaviour)
      const result = await call(other.url)
      expect(result).toSatisfy(isKnownFailure)
      expect(other.calls()).toBeLessThanOrEqual(MAX_CALLS)
      expect(other.sent()).toBeLessThanOrEqual(MAX_BYTES)
      expect(`${result} ${JSON.stringify(result)}`).not.toContain(SECRET)
    },
    5_000,
  )
})

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStandIn } from '#dev/discord/stand-in.ts'
import { type Applicant, buildVerifyPassStandIn } from '#dev/verifypass/stand-in.ts'
import { createDiscord } from '#server/discord/discord.ts'
import { createLogger } from '#server/log.ts'
import { newBrowser } from '#test/browser.ts'
import { PEOPLE } from '#test/people.ts'
import { ORIGIN, useWorld } from '#test/world.ts'
import { findOwnVerification, listVerifications, receiveVerification } from '../contract.ts'
import { EXPIRES_AFTER, PENDING_AFTER, REMOVED_AFTER } from '../rules.ts'
import { createVerifyPass } from './verifypass.ts'

const WITH_EMAIL = '/auth/discord?prompt=consent&scope=identify%20email&returnTo=%2Fverify'
const { member } = PEOPLE
const EMAIL = 'jules.arden.4711@mail.example'
/** Personal data that the provider knows and sends. None of it may be stored on the site. */
const PERSONAL = [EMAIL, 'jules.arden.4711', 'Ardenwood', 'Julianna']

const discord = buildStandIn({
  applicationName: 'The site',
  redirectUri: `${ORIGIN}/auth/discord/callback`,
  guild: {
    id: '300000000000000001',
    name: 'The guild',
    roles: [{ id: PEOPLE.owner.roleIds[0] ?? '', name: 'owner' }],
    people: [member, PEOPLE.owner].map((person) => ({
      id: person.id,
      username: person.username,
      globalName: person.name,
      avatar: null,
      email: EMAIL,
      emailVerified: true,
      member: { roles: person.roleIds, nick: null, avatar: null, joinedAt: '2024-03-09T18:30:00.000000+00:00' },
      card: null,
      denies: false,
    })),
  },
  clock: () => world().now(),
})
const pace = { approvedAfterMs: 50, documentMs: 100 }
const provider = buildVerifyPassStandIn({ applicationName: 'The site', pace })
const [discordSettings, settings] = await Promise.all([discord.listen(), provider.listen()])
const logged: string[] = []
const world = useWorld({
  discord: createDiscord(discordSettings, { clock: () => world().now(), timeoutMs: 5000 }),
  app: {
    verification: createVerifyPass(settings, { timeoutMs: 3000 }),
    logger: createLogger('trace', { write: (line) => void logged.push(line) }),
  },
})
afterAll(async () => {
  await Promise.all([discord.close(), provider.close()])
})
beforeEach(() => {
  discord.comeBack()
  provider.comeBack()
  logged.length = 0
})

const rowsOf = async (table: string) => (await world().database.pool.query(`select * from ${table}`)).rows
const auditOf = async (action: string) => (await rowsOf('audit_log')).filter((row) => row.action === action)

/** Starts a verification as the member, and returns what the provider knows of it. */
async function start(): Promise<Applicant & { uid: string }> {
  const browser = newBrowser(world().app)
  await browser.signIn(discord, member.id, WITH_EMAIL)
  expect((await browser.post('/api/verifypass/create-token')).status).toBe(200)
  const applicant = provider.applicants.at(-1)
  if (applicant?.uid === undefined) throw new Error('nothing began')
  return { ...applicant, uid: applicant.uid }
}

const itemOf = (uid: string | undefined, more: object = {}) => ({
  first_name: 'Julianna',
  last_name: 'Ardenwood',
  email: EMAIL,
  time: '2026-03-14 18:31:12',
  group_short: 'mil',
  group: 'Military',
  widget_key: settings.widgetKey,
  ...(uid === undefined ? {} : { uid }),
  ...more,
})

interface Sent {
  key?: string | null
  type?: string
  payload?: string
}

async function tell(data: unknown, { key = settings.apiKey, type = 'application/json', payload }: Sent = {}) {
  const response = await world().app.inject({
    method: 'POST',
    url: receiveVerification.path,
    headers: { 'content-type': type, ...(key === null ? {} : { 'x-vfyps-key': key }) },
    payload: payload ?? JSON.stringify({ data }),
  })
  return { status: response.statusCode, body: response.body, code: response.json().error?.code }
}

const own = async () => (await world().as.member(findOwnVerification)).body.item
const statusOf = async (uid: string) => (await rowsOf('verification_sessions')).find(({ id }) => id === uid)?.status

describe('POST /api/verifypass/webhook', () => {
  it('a webhook with the right key confirms the verification, which the person and the owners see', async () => {
    const { uid } = await start()
    expect(await own()).toMatchObject({ status: 'started', group: null, verifiedAt: null })
    world().pass(72_000)
    expect(await tell([itemOf(uid)])).toMatchObject({ status: 200, body: '{"ok":true}' })
    const at = world().now().toISOString()
    expect(await own()).toEqual({
      status: 'verified',
      group: 'military',
      startedAt: '2026-03-14T18:30:00.000Z',
      pendingAt: null,
      verifiedAt: at,
      decidedAt: null,
      expiredAt: null,
      reason: null,
      role: null,
    })
    const { data } = (await world().as.owner(listVerifications)).body
    expect(data).toMatchObject([
      { id: uid, version: 2, person: { id: member.id, name: 'Jules Arden' }, verifiedAt: at },
    ])
    expect(await auditOf('receiveVerification')).toMatchObject([
      {
        actor_id: null,
        target: `verifications/${uid}`,
        before: { status: 'started', group: null },
        after: { status: 'verified', group: 'military' },
      },
    ])
  })

  it('a webhook with a wrong key gets 401 and changes nothing', async () => {
    const { uid } = await start()
    for (const key of ['no'.repeat(24), `${settings.apiKey}0`, '', null]) {
      expect([key, await tell([itemOf(uid)], { key })]).toMatchObject([key, { status: 401, code: 'wrong_key' }])
    }
    expect(await statusOf(uid)).toBe('started')
    expect(await rowsOf('verification_reports')).toEqual([])
  })

  it('a repeated webhook, alone, in a batch or at the same time, is applied once', async () => {
    const { uid } = await start()
    const event = itemOf(uid)
    const answers = await Promise.all([tell([event]), tell([event, event]), tell([event])])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    world().pass(60_000)
    await tell([event])
    expect(await auditOf('receiveVerification')).toHaveLength(1)
    expect(await rowsOf('verification_reports')).toHaveLength(1)
    expect(await rowsOf('verification_sessions')).toMatchObject([{ id: uid, version: 2, group: 'military' }])
  })

  it('a webhook about an unknown person gets 202, and the log contains no personal data', async () => {
    const stranger = 'd4f1c2de-7d67-4a39-9a10-9e7bd63c8f00'
    expect((await tell([itemOf(stranger)])).status).toBe(202)
    expect((await tell([itemOf(undefined)])).status).toBe(202)
    // A person who opens the plain link can write any text there.
    expect((await tell([itemOf(EMAIL)])).status).toBe(202)
    expect((await auditOf('receiveUnknownVerification')).map(({ target, after }) => [target, after])).toEqual([
      [`verifications/${stranger}`, { status: 'verified', group: 'military' }],
      ['verifications', { status: 'verified', group: 'military' }],
      ['verifications', { status: 'verified', group: 'military' }],
    ])
  })

  it('a batch applies every known event, whatever else it contains', async () => {
    const first = await start()
    expect((await tell([itemOf(first.uid, { group_short: 'fir', group: 'First Responder' })])).status).toBe(200)
    const second = await start()
    const batch = [
      null,
      7,
      { email: EMAIL },
      itemOf('x'),
      itemOf(first.uid),
      itemOf(second.uid, { group_short: 'med' }),
    ]
    expect((await tell(batch)).status).toBe(202)
    expect((await rowsOf('verification_sessions')).map(({ id, status, group }) => [id, status, group]).sort()).toEqual(
      [
        [first.uid, 'verified', 'military'],
        [second.uid, 'verified', 'other'],
      ].sort(),
    )
    expect(await auditOf('receiveUnknownVerification')).toHaveLength(4)
  })

  it('an invalid body is refused without its content in the response', async () => {
    const { uid } = await start()
    const bodies: [number, Sent][] = [
      [400, { payload: `{"data":[{"email":"${EMAIL}"` }],
      [400, { payload: '' }],
      [400, { payload: `{"${EMAIL}":1}` }],
      [400, { payload: `["${EMAIL}"]` }],
      [400, { payload: JSON.stringify({ data: Array(101).fill({ uid: '' }) }) }],
      [413, { payload: JSON.stringify({ data: [itemOf(EMAIL.repeat(1_400))] }) }],
      [415, { type: 'text/plain', payload: EMAIL }],
      [415, { type: 'application/x-www-form-urlencoded', payload: `email=${EMAIL}` }],
    ]
    for (const [status, sent] of bodies) {
      const answered = await tell(null, sent)
      expect([sent.payload?.slice(0, 40), answered.status]).toEqual([sent.payload?.slice(0, 40), status])
      expect(answered.body).not.toContain(EMAIL)
    }
    expect(logged.join('')).not.toContain(EMAIL)
    expect(await statusOf(uid)).toBe('started')
  })

  it('webhooks with a wrong key are limited by address, without effect on those of the provider', async () => {
    const { uid } = await start()
    for (let i = 0; i < 20; i++) expect((await tell([], { key: 'wrong' })).status).toBe(401)
    expect((await tell([], { key: 'wrong' })).status).toBe(429)
    expect((await tell([itemOf(uid)])).status).toBe(200)
    for (let i = 1; i < 120; i++) expect((await tell([])).status).toBe(200)
    expect((await tell([])).status).toBe(429)
  })

  it.each(['approve', 'pending'])(
    'the fake provider sends a webhook after %s, twice and in a batch',
    async (decision) => {
      const origin = await world().app.listen({ port: 0, host: '127.0.0.1' })
      provider.sendWebhooksTo(origin + receiveVerification.path)
      const { uid, token } = await start()
      const popup = settings.popupUrl
        .replace('{widgetKey}', settings.widgetKey)
        .replace('{token}', encodeURIComponent(token))
      await fetch(popup, {
        method: 'POST',
        body: new URLSearchParams({ decision, group: 'fir', email: EMAIL }),
      })
      await expect.poll(() => statusOf(uid), { timeout: 10_000 }).toBe('verified')
      const about = provider.applicants.filter((one) => one.uid === uid)
      expect(await provider.report([...about, ...about])).toBe(200)
      expect(await provider.report(about, { key: 'wrong' })).toBe(401)
      expect(await rowsOf('verification_sessions')).toMatchObject([{ id: uid, version: 2, group: 'first-responder' }])
    },
  )
})

describe('Personal data from the provider', () => {
  it('personal data of the webhook is in no table, log, audit entry or response', async () => {
    const { uid } = await start()
    await tell([itemOf(uid), itemOf(undefined), { email: EMAIL }])
    await tell([itemOf(uid, { time: EMAIL, group_short: EMAIL, group: EMAIL })])
    await tell([itemOf(uid)], { key: 'wrong' })
    const tables = await world().database.pool.query<{ name: string }>(
      `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
    )
    expect(tables.rows.length).toBeGreaterThan(15)
    const places = []
    for (const { name } of tables.rows) places.push([name, JSON.stringify(await rowsOf(name))])
    places.push(['log', logged.join('')])
    for (const seen of [await world().as.owner(listVerifications), await world().as.member(findOwnVerification)]) {
      places.push(['answer', JSON.stringify(seen.body)])
    }
    expect(places.find(([name]) => name === 'verification_reports')?.[1]).toContain(uid)
    expect(logged.join('')).toContain('a verification webhook came with a wrong key')
    for (const [name, text] of places) {
      for (const word of PERSONAL)
        expect([name, text?.toLowerCase().includes(word.toLowerCase())]).toEqual([name, false])
    }
  })
})

describe('A provider that does not respond', () => {
  /** The worker runs every minute of the test clock. */
  const settles = async (uid: string, milliseconds: number, status: string) => {
    world().pass(milliseconds)
    await expect.poll(() => statusOf(uid), { timeout: 5_000 }).toBe(status)
  }

  it('a verification is pending after a quarter of an hour, expires after a week, and is deleted later', async () => {
    const { uid } = await start()
    await settles(uid, PENDING_AFTER, 'pending')
    expect(await own()).toMatchObject({ status: 'pending', pendingAt: world().now().toISOString() })
    await settles(uid, EXPIRES_AFTER - PENDING_AFTER, 'expired')
    expect(await own()).toMatchObject({ status: 'expired', expiredAt: world().now().toISOString() })
    expect(await auditOf('awaitVerification')).toMatchObject([{ actor_id: null, after: { status: 'pending' } }])
    expect(await auditOf('expireVerification')).toMatchObject([{ before: { status: 'pending' } }])
    world().pass(REMOVED_AFTER + 60_000)
    await expect.poll(() => rowsOf('verification_sessions'), { timeout: 5_000 }).toEqual([])
    expect(await auditOf('removeVerification')).toHaveLength(1)
  })

  it('a late confirmation is accepted', async () => {
    const { uid } = await start()
    await settles(uid, EXPIRES_AFTER, 'expired')
    expect((await tell([itemOf(uid)])).status).toBe(200)
    expect(await own()).toMatchObject({ status: 'verified' })
  })

  it('a new verification replaces the old one, and a confirmation of the old one still counts', async () => {
    const first = await start()
    world().pass(1_000)
    const second = await start()
    expect([await statusOf(first.uid), await statusOf(second.uid)]).toEqual(['expired', 'started'])
    await tell([itemOf(first.uid)])
    expect(await own()).toMatchObject({ status: 'verified' })
    expect(await statusOf(second.uid)).toBe('started')
  })
})

describe('GET /api/verification', () => {
  it('a person without a verification receives null, and nobody receives that of others', async () => {
    await start()
    expect((await world().as.es(findOwnVerification)).body).toEqual({ item: null })
    expect((await world().as.anyone(findOwnVerification)).status).toBe(401)
  })
})

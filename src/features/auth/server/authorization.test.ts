import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createAudit } from '#features/audit/server/store.ts'
import type { Access } from '#lib/access.ts'
import { endpoint, type Method } from '#lib/endpoint.ts'
import { createChanges } from '#server/changes.ts'
import { createTokenSeal } from '#server/discord/sealed-token.ts'
import { answerHttpError } from '#server/http/answer-error.ts'
import { createFastPaths } from '#server/http/fast-paths.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { limitsInMemory } from '#server/http/limits.ts'
import { serveOn } from '#server/http/serve.ts'
import { createLogger } from '#server/log.ts'
import { onlyProcess } from '#server/processes/processes.ts'
import { caller } from '#test/caller.ts'
import { silentLog, type TestDatabase, testDatabase } from '#test/database.ts'
import { type FakeDiscord, fakeDiscord } from '#test/fakes/discord.ts'
import { PEOPLE, ROLE_IDS, type TestPerson, userOf } from '#test/people.ts'
import { createAuthorization, type SessionAuthorization } from './authorization.ts'
import { createSessions, hashOf, type LiveSession, type Sessions } from './sessions.ts'
import { addSession, saveUser } from './store.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ORIGIN = 'https://site.example'
const ALWAYS_OWNER: TestPerson = { id: '310000000000000401', username: 'root', name: 'Root', roleIds: [] }

let database: TestDatabase
let discord: FakeDiscord
let authorization: SessionAuthorization
let sessions: Sessions
let app: FastifyInstance
let time: number
let ended: [LiveSession, string][]
let logged: object[]
const clock = () => new Date(time)
const pass = (ms: number) => {
  time += ms
}

beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await database.reset()
  time = Date.parse('2026-03-14T18:30:00.000Z')
  discord = fakeDiscord([...Object.values(PEOPLE), ALWAYS_OWNER])
  ended = []
  logged = []
  restart()
})
afterAll(() => database.close())

/** The site after a restart: nothing in memory, everything in the database. */
function restart(): void {
  const known = {
    database,
    processes: onlyProcess(silentLog),
    discord,
    audit: createAudit({ database, changes: createChanges(), clock }),
    log: { ...silentLog, info: (entry: object) => void logged.push(entry) },
    clock,
    roles: ROLE_IDS,
    capabilityRoles: [],
    ownerIds: [ALWAYS_OWNER.id],
  }
  sessions = createSessions({ ...known, secureCookies: true, clientSecret: 'a secret' })
  const people = { announceChanged: async () => undefined }
  const watch = { trueUntil: (readAt: Date) => readAt.getTime() }
  authorization = createAuthorization({
    ...known,
    sessions,
    people,
    watch,
    seal: createTokenSeal('a secret'),
    roleMaxAge: 5 * MINUTE,
  })
  sessions.onEnded((session, how) => ended.push([session, how]))
  app = createHttpServer({
    origin: ORIGIN,
    cdnUrl: 'https://cdn.example',
    logger: createLogger('silent'),
    trustProxy: 0,
    limits: limitsInMemory,
    answerFailure: (_request, reply, failure) => answerHttpError(reply, failure),
  })
  const serve = serveOn({
    app,
    off: [],
    authorization,
    changes: createChanges(),
    fastPaths: createFastPaths(),
    headers: {},
    exporting: { today: () => '2026-03-14', recordExport: async () => undefined },
  })
  const put = (method: Method, access: Access) =>
    serve.call(endpoint({ method, path: `/api/${access}`, access, summary: '', reply: z.object({ who: z.string() }) }))(
      async ({ actor }) => ({ who: actor?.name ?? 'nobody' }),
    )
  for (const access of ['anyone', 'member', 'es', 'staff', 'management', 'owner'] as const) {
    put('GET', access)
    put('POST', access)
  }
}

async function signIn(person: TestPerson): Promise<string> {
  const token = `token-of-${person.id}-${Math.random()}`
  await saveUser(database.db, userOf(person, clock()))
  await addSession(database.db, {
    tokenHash: hashOf(token),
    userId: person.id,
    createdAt: clock(),
    lastSeenAt: clock(),
    device: 'a test',
  })
  return `__Host-sid=${token}`
}

async function callWith(method: 'GET' | 'POST', access: Access, cookie?: string) {
  const headers = { 'sec-fetch-site': 'same-origin', ...(cookie === undefined ? {} : { cookie }) }
  const response = await app.inject({ method, url: `/api/${access}`, headers })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
const statusOf = async (...sent: Parameters<typeof callWith>) => (await callWith(...sent)).status
const refusals = async () =>
  (
    await database.pool.query(
      `select actor_id, actor_name, target, after from audit_log where action = 'refused' order by seq`,
    )
  ).rows

describe('Authorization', () => {
  it.each([
    ['anyone', [200, 200, 200, 200, 200, 200]],
    ['member', [401, 200, 200, 200, 200, 200]],
    ['es', [401, 403, 200, 200, 200, 200]],
    ['staff', [401, 403, 403, 200, 200, 200]],
    ['management', [401, 403, 403, 403, 200, 200]],
    ['owner', [401, 403, 403, 403, 403, 200]],
  ] as const)('access level %s is granted to the expected people', async (access, expected) => {
    const cookies = [undefined]
    const people = [PEOPLE.member, PEOPLE.es, PEOPLE.staff, PEOPLE.management, PEOPLE.owner]
    const statuses = []
    for (const cookie of [...cookies, ...(await Promise.all(people.map(signIn)))]) {
      statuses.push(await statusOf('GET', access, cookie))
    }
    expect(statuses).toEqual(expected)
  })

  it('an ended session has another error than a missing one', async () => {
    expect((await callWith('GET', 'staff')).body.error.code).toBe('sign_in_needed')
    expect((await callWith('GET', 'staff', '__Host-sid=gone')).body.error.code).toBe('session_ended')
    expect((await callWith('GET', 'staff', 'other__Host-sid=gone; theme=dark')).body.error.code).toBe('sign_in_needed')
  })

  it('a session is valid after a restart', async () => {
    const cookie = await signIn(PEOPLE.staff)
    await callWith('GET', 'staff', cookie)
    restart()
    expect((await callWith('GET', 'staff', cookie)).body).toEqual({ who: 'Priya Castell' })
  })

  it('a session that ended while it was loaded is not valid', async () => {
    const cookie = await signIn(PEOPLE.staff)
    const session = await sessions.of(caller(cookie))
    restart()
    const reading = sessions.of(caller(cookie))
    if (session) await sessions.end(session)
    await reading
    expect(await sessions.of(caller(cookie))).toBeNull()
  })
})

describe('Cookies of unknown sessions', () => {
  const statuses = async (
    count: number,
    path: string,
    cookieOf: (at: number) => string,
    remoteAddress = '192.0.2.1',
  ) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        app.inject({ url: path, remoteAddress, headers: { cookie: cookieOf(at) } }),
      ),
    )
    const counts: Record<number, number> = {}
    for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1
    return counts
  }
  const lookUps = () => vi.spyOn(database.db, 'select')

  it('concurrent calls with the same unknown cookie need one query', async () => {
    const looked = lookUps()
    expect(await statuses(300, '/api/staff', () => '__Host-sid=gone')).toEqual({ 401: 300 })
    expect(await statuses(5, '/api/staff', () => '__Host-sid=gone')).toEqual({ 401: 5 })
    expect(looked).toHaveBeenCalledTimes(1)
    pass(MINUTE)
    await statuses(1, '/api/staff', () => '__Host-sid=gone')
    expect(looked).toHaveBeenCalledTimes(2)
    looked.mockRestore()
  })

  it('unknown cookies are limited by address before any database query, and other addresses are not affected', async () => {
    const cookie = await signIn(PEOPLE.staff)
    await callWith('GET', 'staff', cookie)
    const looked = lookUps()
    expect(await statuses(300, '/api/staff', (at) => `__Host-sid=gone${at}`)).toEqual({ 401: 30, 429: 270 })
    expect(looked).toHaveBeenCalledTimes(30)
    looked.mockRestore()
    // Calls that are open to anyone still work, and so do calls of people who are signed in.
    expect(await statuses(2, '/api/anyone', (at) => `__Host-sid=more${at}`)).toEqual({ 200: 2 })
    expect(await statuses(2, '/api/staff', () => cookie)).toEqual({ 200: 2 })
    expect(await statuses(2, '/api/staff', (at) => `__Host-sid=more${at}`, '192.0.2.2')).toEqual({ 401: 2 })
  })

  it('only cookies of unknown sessions count, so that all members can return after a restart', async () => {
    const cookies = await Promise.all(Array.from({ length: 60 }, () => signIn(PEOPLE.staff)))
    restart()
    for (const cookie of cookies) expect(await statuses(1, '/api/staff', () => cookie)).toEqual({ 200: 1 })
  })
})

describe('The end of a session', () => {
  it.each([
    ['a member after 7 idle days', PEOPLE.member, 7 * DAY],
    ['staff after 24 idle hours', PEOPLE.staff, 24 * HOUR],
  ])('a session ends: %s', async (_, person, idle) => {
    const cookie = await signIn(person)
    pass(idle)
    expect(await statusOf('GET', 'member', cookie)).toBe(200)
    pass(idle + 1)
    expect((await callWith('GET', 'member', cookie)).body.error.code).toBe('session_ended')
  })

  it.each([
    ['a member after 30 days', PEOPLE.member, 30 * DAY, 6 * DAY],
    ['staff after 7 days', PEOPLE.staff, 7 * DAY, 23 * HOUR],
  ])('a session ends: %s, however busy', async (_, person, absolute, step) => {
    const cookie = await signIn(person)
    const until = time + absolute
    while (time + step < until) {
      pass(step)
      expect(await statusOf('GET', 'member', cookie)).toBe(200)
    }
    time = until
    expect(await statusOf('GET', 'member', cookie)).toBe(200)
    pass(1)
    expect(await statusOf('GET', 'member', cookie)).toBe(401)
  })

  it('a session ends in time after a restart, by its last use before', async () => {
    const cookie = await signIn(PEOPLE.staff)
    pass(20 * HOUR)
    await callWith('GET', 'member', cookie)
    await expect
      .poll(async () => (await database.pool.query('select last_seen_at from sessions')).rows)
      .toEqual([{ last_seen_at: clock() }])
    restart()
    pass(23 * HOUR)
    expect(await statusOf('GET', 'member', cookie)).toBe(200)
  })

  it('a session of an idle person ends even while a tab is connected', async () => {
    const cookie = await signIn(PEOPLE.staff)
    const session = await sessions.of(caller(cookie))
    for (let hours = 0; hours < 24; hours++) {
      pass(HOUR)
      expect(session && (await authorization.canSession('staff', session))).toBe(true)
    }
    pass(1)
    expect(session && (await authorization.canSession('staff', session))).toBe(false)
  })

  it('the listener is notified when an ended session is deleted, with its row', async () => {
    const cookie = await signIn(PEOPLE.staff)
    const session = await sessions.of(caller(cookie))
    pass(24 * HOUR + 1)
    await sessions.sweep()
    expect(ended).toEqual([[session, 'ended']])
    expect((await database.pool.query('select * from sessions')).rows).toEqual([])
  })

  it('a session that was not used since the start is deleted too', async () => {
    await signIn(PEOPLE.member)
    pass(7 * DAY + 1)
    await sessions.sweep()
    expect((await database.pool.query('select * from sessions')).rows).toEqual([])
  })
})

describe('The age of roles', () => {
  it('roles are trusted for five minutes, then read from Discord before a staff response', async () => {
    const cookie = await signIn(PEOPLE.staff)
    pass(5 * MINUTE)
    expect(await statusOf('GET', 'staff', cookie)).toBe(200)
    expect(discord.asked).toBe(0)
    pass(1)
    discord.setRoles(PEOPLE.staff.id, [])
    expect(await statusOf('GET', 'staff', cookie)).toBe(403)
    expect(discord.asked).toBe(1)
  })

  it('roles that were read before the clock was set back are read again and applied', async () => {
    const cookie = await signIn(PEOPLE.staff)
    expect(await statusOf('GET', 'staff', cookie)).toBe(200)
    pass(-HOUR)
    discord.setRoles(PEOPLE.staff.id, [])
    expect(await statusOf('GET', 'staff', cookie)).toBe(403)
    expect(await statusOf('POST', 'staff', cookie)).toBe(403)
    expect(discord.asked).toBe(1)
    discord.setRoles(PEOPLE.staff.id, PEOPLE.staff.roleIds)
    expect(await statusOf('GET', 'staff', await signIn(PEOPLE.staff))).toBe(200)
  })

  it('concurrent calls read roles once', async () => {
    const cookie = await signIn(PEOPLE.staff)
    pass(5 * MINUTE + 1)
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf('GET', 'staff', cookie)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(discord.asked).toBe(1)
  })

  it('roles are not read for a call without access requirements', async () => {
    const cookie = await signIn(PEOPLE.member)
    pass(DAY)
    expect(await statusOf('POST', 'member', cookie)).toBe(200)
    expect(discord.asked).toBe(0)
  })

  it('while Discord is down, roles allow reads for an hour and no writes, and nothing afterwards', async () => {
    const cookie = await signIn(PEOPLE.staff)
    discord.goDown()
    pass(HOUR)
    expect(await statusOf('GET', 'staff', cookie)).toBe(200)
    const write = await callWith('POST', 'staff', cookie)
    expect([write.status, write.body.error.code, write.headers['retry-after']]).toEqual([503, 'unavailable', '30'])
    pass(1)
    expect(await statusOf('GET', 'staff', cookie)).toBe(503)
    expect(await statusOf('GET', 'member', cookie)).toBe(200)
  })

  it('roles are not read again within ten seconds of a failure', async () => {
    const cookie = await signIn(PEOPLE.staff)
    discord.goDown()
    pass(6 * MINUTE)
    for (let times = 0; times < 5; times++) expect(await statusOf('GET', 'staff', cookie)).toBe(200)
    expect(discord.asked).toBe(1)
    discord.comeBack()
    pass(10 * SECOND)
    expect(await statusOf('POST', 'staff', cookie)).toBe(200)
  })

  it('roles are read again ten seconds after a failure, even if the clock was set back by an hour', async () => {
    const cookie = await signIn(PEOPLE.staff)
    discord.goDown()
    pass(2 * HOUR)
    expect(await statusOf('GET', 'staff', cookie)).toBe(503)
    pass(-HOUR)
    expect(await statusOf('GET', 'staff', cookie)).toBe(200)
    discord.comeBack()
    pass(10 * SECOND)
    expect(await statusOf('POST', 'staff', cookie)).toBe(200)
  })

  it('all roles are removed when the person leaves the guild', async () => {
    const cookie = await signIn(PEOPLE.owner)
    discord.kick(PEOPLE.owner.id)
    pass(5 * MINUTE + 1)
    for (const access of ['owner', 'management', 'staff', 'es'] as const) {
      expect(await statusOf('GET', access, cookie)).toBe(403)
    }
    expect(await statusOf('GET', 'member', cookie)).toBe(200)
  })

  it('new roles apply to every session of the person at once', async () => {
    const [first, second] = [await signIn(PEOPLE.staff), await signIn(PEOPLE.staff)]
    await Promise.all([callWith('GET', 'staff', first), callWith('GET', 'staff', second)])
    discord.setRoles(PEOPLE.staff.id, [])
    pass(5 * MINUTE + 1)
    await callWith('GET', 'staff', first)
    expect(await statusOf('GET', 'staff', second)).toBe(403)
    expect(discord.asked).toBe(1)
  })

  it('roles from OWNER_IDS survive leaving the guild and an outage of Discord', async () => {
    const cookie = await signIn(ALWAYS_OWNER)
    discord.kick(ALWAYS_OWNER.id)
    pass(6 * MINUTE)
    expect(await statusOf('POST', 'owner', cookie)).toBe(200)
    discord.goDown()
    pass(2 * HOUR)
    expect(await statusOf('POST', 'owner', cookie)).toBe(200)
  })
})

describe('A session that ends while its roles are read', () => {
  it('the session is denied in calls and in rooms', async () => {
    for (const isAsked of [
      async (cookie: string) => (await callWith('POST', 'staff', cookie)).status === 200,
      async (_: string, session: LiveSession) => authorization.canSession('staff', session),
    ]) {
      const cookie = await signIn(PEOPLE.staff)
      const session = await sessions.of(caller(cookie))
      if (session === null) throw new Error('nobody is signed in')
      pass(5 * MINUTE + 1)
      const { membership } = discord
      discord.membership = async (person) => {
        await sessions.end(session)
        return membership(person)
      }
      expect(await isAsked(cookie, session)).toBe(false)
      discord.membership = membership
    }
  })
})

describe('The record of denied calls', () => {
  it('denied calls are one audit entry for each person and hour, with counts', async () => {
    const [es, staff] = [await signIn(PEOPLE.es), await signIn(PEOPLE.staff)]
    for (let minute = 0; minute < 59; minute++) {
      await callWith('GET', 'staff', es)
      if (minute < 2) await callWith('POST', 'owner', es)
      await authorization.sweep()
      pass(MINUTE)
    }
    await callWith('GET', 'owner', staff)
    expect(await refusals()).toEqual([])
    pass(MINUTE)
    await authorization.sweep()
    const { id, name } = PEOPLE.es
    const hour = { from: '2026-03-14T18:30:00.000Z', to: '2026-03-14T19:28:00.000Z' }
    const first = {
      ...{ actor_id: id, actor_name: name, target: `users/${id}` },
      after: { count: 61, ...hour, calls: { 'GET /api/staff': 59, 'POST /api/owner': 2 } },
    }
    expect(await refusals()).toEqual([first])
    await callWith('GET', 'staff', es)
    pass(HOUR)
    await authorization.sweep()
    expect((await refusals()).map(({ actor_id, after }) => [actor_id, after.count])).toEqual([
      [id, 61],
      [PEOPLE.staff.id, 1],
      [id, 1],
    ])
    await authorization.sweep()
    expect(await refusals()).toHaveLength(3)
  })

  it('denied calls of people without any right are only in the log file', async () => {
    const cookie = await signIn(PEOPLE.member)
    for (let times = 0; times < 50; times++) await callWith('GET', 'staff', cookie)
    pass(HOUR)
    await authorization.sweep()
    expect(await refusals()).toEqual([])
    const call = 'GET /api/staff'
    expect(logged).toMatchObject([
      { userId: PEOPLE.member.id, call },
      { userId: PEOPLE.member.id, count: 50, calls: { [call]: 50 } },
    ])
  })

  it('denied calls are stored when the site closes, and kept while the database is unavailable', async () => {
    const cookie = await signIn(PEOPLE.es)
    await callWith('GET', 'staff', cookie)
    await database.pool.query('alter table audit_log rename to audit_log_gone')
    pass(HOUR)
    await authorization.sweep()
    await database.pool.query('alter table audit_log_gone rename to audit_log')
    await callWith('GET', 'owner', cookie)
    await authorization.close()
    expect((await refusals()).map(({ after }) => after.calls)).toEqual([{ 'GET /api/staff': 1, 'GET /api/owner': 1 }])
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createAudit } from '#features/audit/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { caller } from '#test/caller.ts'
import { silentLog, type TestDatabase, testDatabase } from '#test/database.ts'
import { type LinkedProcess, linkedProcesses } from '#test/fakes/processes.ts'
import { PEOPLE, ROLE_IDS, userOf } from '#test/people.ts'
import { announceEndedSessions, createSessions, hashOf, SESSIONS_ENDED, type Sessions } from './sessions.ts'
import { addSession, type Session, saveUser, touchSession } from './store.ts'

const DAY = 24 * 60 * 60_000
let now = new Date('2026-03-14T18:30:00.000Z')
let isClockRight = true
let database: TestDatabase
let sessions: Sessions
let processes: LinkedProcess[]
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.reset()
  now = new Date('2026-03-14T18:30:00.000Z')
  processes = linkedProcesses(2, database)
  start()
  const { id, username } = PEOPLE.es
  await saveUser(database.db, { ...userOf(PEOPLE.es, now), roleIds: [] })
  const times = { createdAt: now, lastSeenAt: now }
  await addSession(database.db, { tokenHash: hashOf(username), userId: id, ...times, device: 'a test' })
})

/** The second process after its start, with nothing in memory. */
function start(): void {
  const clock = () => now
  const [, self] = processes
  if (self === undefined) throw new Error('there is no second process')
  sessions = createSessions({
    database,
    processes: self,
    clock,
    discord: { avatarUrl: () => '' },
    audit: createAudit({ database, changes: createChanges(), clock }),
    log: silentLog,
    roles: ROLE_IDS,
    capabilityRoles: [],
    ownerIds: [],
    secureCookies: false,
    clientSecret: 'a secret',
    longestSession: 3 * DAY,
    isClockRight: () => isClockRight,
  })
}

const isSignedIn = async ({ username }: { username: string }) => (await sessions.of(caller(`sid=${username}`))) !== null

describe('Sessions in memory', () => {
  it('last no longer than the community lets them, and are then removed', async () => {
    expect(await isSignedIn(PEOPLE.es)).toBe(true)
    now = new Date(now.getTime() + 3 * DAY)
    expect(await isSignedIn(PEOPLE.es)).toBe(true)
    now = new Date(now.getTime() + 1)
    expect(await isSignedIn(PEOPLE.es)).toBe(false)
    await sessions.sweep()
    expect((await database.pool.query('select from sessions')).rows).toEqual([])
  })
})

describe('Sessions that another process serves', () => {
  const HOUR = 60 * 60_000
  const [user, cookie] = [PEOPLE.staff, `sid=${PEOPLE.staff.username}`]
  let session: Session
  beforeEach(async () => {
    await saveUser(database.db, userOf(user, now))
    const tokenHash = hashOf(user.username)
    session = await addSession(database.db, { tokenHash, userId: user.id, createdAt: now, lastSeenAt: now, device: '' })
    expect(await sessions.of(caller(cookie))).not.toBeNull()
    now = new Date(now.getTime() + 23 * HOUR)
    await touchSession(database.db, session.id, now)
    now = new Date(now.getTime() + 2 * HOUR)
  })

  it('are not idle here', async () => {
    expect(await sessions.of(caller(cookie))).not.toBeNull()
  })

  it('are not swept away here, before they are idle there too', async () => {
    await sessions.sweep()
    expect(await sessions.of(caller(cookie))).not.toBeNull()
    now = new Date(now.getTime() + 24 * HOUR + 1)
    await sessions.sweep()
    expect(await sessions.of(caller(cookie))).toBeNull()
  })
})

describe('What nobody used since the start', () => {
  const rows = async () => (await database.pool.query('select from sessions')).rowCount

  it('outlives a wrong clock, by which it is not served', async () => {
    processes[1]?.take()
    const right = now
    expect(await isSignedIn(PEOPLE.es)).toBe(true)
    now = new Date(now.getTime() + 400 * DAY)
    isClockRight = false
    expect(await isSignedIn(PEOPLE.es)).toBe(false)
    await sessions.sweep()
    now = right
    isClockRight = true
    expect(await isSignedIn(PEOPLE.es)).toBe(true)
  })

  it('is cleared by one process, whichever holds that work', async () => {
    now = new Date(now.getTime() + 3 * DAY + 1)
    await sessions.sweep()
    expect(await rows()).toBe(1)
    processes[1]?.take()
    await sessions.sweep()
    expect(await rows()).toBe(0)
  })
})

describe('A session that began', () => {
  let meanwhile: () => Promise<unknown>
  beforeEach(() => {
    meanwhile = async () => undefined
  })
  function other(): LinkedProcess {
    const [first] = processes
    if (first === undefined) throw new Error('there is no other process')
    return first
  }

  const begin = () =>
    sessions.begin(async (token) => {
      const times = { createdAt: now, lastSeenAt: now }
      const user = await saveUser(database.db, userOf(PEOPLE.staff, now))
      const added = { tokenHash: hashOf(token), userId: user.id, ...times, device: '' }
      const session = await addSession(database.db, added)
      await meanwhile()
      return { session, user }
    })

  async function useUp(): Promise<void> {
    for (let at = 0; at < 30; at++) expect(await sessions.of(caller(`sid=unknown${at}`))).toBeNull()
    await expect(async () => sessions.of(caller('sid=unknown'))).rejects.toThrow('too many requests')
  }

  it('is in memory at once', async () => {
    expect(sessions.sessionInMemory(`sid=${await begin()}`)).not.toBeNull()
  })

  it('is not while others ended, of which it may be one', async () => {
    meanwhile = () => other().publish(SESSIONS_ENDED, { ids: ['any'], how: 'ended' })
    const token = await begin()
    expect(sessions.sessionInMemory(`sid=${token}`)).toBeNull()
    expect(await sessions.of(caller(`sid=${token}`))).not.toBeNull()
  })

  it('is known after a restart also from an address that brought too many unknown cookies', async () => {
    const token = await begin()
    start()
    await useUp()
    expect(await sessions.of(caller(`sid=${token}`))).not.toBeNull()
  })

  it('has a signature that cannot be made up', async () => {
    const [text = '', signature = ''] = (await begin()).split('.')
    await useUp()
    for (const token of [
      text,
      `${text}.`,
      `${text}x.${signature}`,
      `${text}.${signature}.`,
      `${text}.${'A'.repeat(22)}`,
    ]) {
      await expect(async () => sessions.of(caller(`sid=${token}`))).rejects.toThrow('too many requests')
    }
  })
})

describe('Sessions that end', () => {
  it('are told to other processes in as many notifications as they need, however many somebody has', async () => {
    const ids = Array.from({ length: 1_000 }, () => randomUUID())
    const notified: { ids: string[]; how: string }[] = []
    const Said = z.object({ ids: z.array(z.string()), how: z.string() })
    const publish = async (channel: string, message: object) => {
      const notification = JSON.stringify({ from: randomUUID(), channel, said: message })
      expect(Buffer.byteLength(notification)).toBeLessThan(7_000)
      notified.push(Said.parse(message))
    }
    await database.db.transaction((tx) => announceEndedSessions({ publish }, ids, 'ended', tx))
    expect(notified.flatMap((each) => each.ids)).toEqual(ids)
    expect(new Set(notified.map(({ how }) => how))).toEqual(new Set(['ended']))
  })
})

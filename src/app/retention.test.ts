import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyAudit } from '#features/audit/server/chain-store.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { createClockCheck } from '#server/clock-check.ts'
import { onlyProcess } from '#server/processes/processes.ts'
import { createScheduler } from '#server/processes/scheduler.ts'
import { silentLog, type TestDatabase, testDatabase } from '#test/database.ts'
import { scheduleAuditCuts } from './retention.ts'

const DAY = 24 * 60 * 60_000
const NOW = new Date('2026-03-14T18:30:00.000Z')
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => database.reset())
afterAll(() => database.close())

const write = (daysAgo: number) =>
  createAudit({ database, changes: createChanges(), clock: () => new Date(NOW.getTime() - daysAgo * DAY) }).change(
    { actor: null, requestId: 'r' },
    async () => ({ result: null, entries: [{ action: `done ${daysAgo} days ago`, target: 'x' }], topics: [] }),
  )
const actions = async () =>
  (await database.pool.query('select action from audit_log order by seq')).rows.map(({ action }) => action)

const alwaysTrusted = (): boolean => true

/** Starts a process at this time and waits for its first job. */
async function run(now: Date, { isClockRight = alwaysTrusted, log = silentLog } = {}): Promise<void> {
  const processes = onlyProcess(silentLog)
  const clock = () => now
  scheduleAuditCuts({
    database,
    scheduler: createScheduler({ processes, clock, log }),
    clock,
    isClockRight,
    log,
    kept: 90 * DAY,
  })
  await processes.close()
}

describe('Retention of the audit log for 90 days', () => {
  it('the leader deletes older entries, one day of entries each day, and the chain stays valid', async () => {
    for (const days of [200, 199.5, 91, 90, 1]) await write(days)
    await run(NOW)
    const left = ['done 91 days ago', 'done 90 days ago', 'done 1 days ago', 'cutAuditLog']
    expect(await actions()).toEqual(left)
    await run(NOW)
    await run(inDays(0.5))
    expect(await actions()).toEqual(left)
    await run(inDays(1))
    expect(await actions()).toEqual(['done 90 days ago', 'done 1 days ago', 'cutAuditLog', 'cutAuditLog'])
    expect(await verifyAudit(database.db)).toMatchObject({ rows: 4, broken: null })
  })

  it.each([
    ['every row would go', 400, 'it would take every row'],
    ['the newest row is of a month ago', 30, 'the clock is far past the newest row'],
  ])('the log is not cut if %s, and a message says so', async (_, days, why) => {
    for (const ago of [80, 1]) await write(ago)
    const logged: unknown[] = []
    await run(inDays(days), { log: { ...silentLog, error: (details) => logged.push(details) } })
    expect(await actions()).toEqual(['done 80 days ago', 'done 1 days ago'])
    expect(logged).toMatchObject([{ why }])
  })

  it('the log is not cut while entries have the time of a wrong clock', async () => {
    for (const ago of [80, 1]) await write(ago)
    const isClockRight = createClockCheck({ newest: inDays(-1), clock: () => inDays(400) })
    await write(-400)
    const logged: unknown[] = []
    await run(inDays(400), { isClockRight, log: { ...silentLog, error: (details) => logged.push(details) } })
    expect(await actions()).toHaveLength(3)
    expect(logged).toMatchObject([{ why: 'the clock is far past the newest row at the start' }])
  })

  it('the log is not cut if nothing is older, or by a process that is not the leader', async () => {
    await write(1)
    await run(NOW)
    await write(200)
    const clock = () => NOW
    const scheduler = createScheduler({ processes: { whileLeader: () => undefined }, clock, log: silentLog })
    scheduleAuditCuts({ database, scheduler, clock, isClockRight: alwaysTrusted, log: silentLog, kept: 90 * DAY })
    expect(await actions()).toHaveLength(2)
  })

  it('a failed cut is logged, and the site continues', async () => {
    for (const ago of [200, 1]) await write(ago)
    const logged: object[] = []
    const processes = onlyProcess(silentLog)
    const transaction = () => Promise.reject(new Error('gone'))
    const broken = { ...database, db: Object.assign(Object.create(database.db), { transaction }) }
    const log = { ...silentLog, error: (it: object) => logged.push(it) }
    const clock = () => NOW
    const scheduler = createScheduler({ processes, clock, log })
    scheduleAuditCuts({ database: broken, scheduler, clock, isClockRight: alwaysTrusted, log, kept: 90 * DAY })
    await processes.close()
    expect(logged).toHaveLength(1)
  })
})

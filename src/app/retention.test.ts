import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyAudit } from '#features/audit/server/chain-store.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { onlyProcess } from '#server/processes/processes.ts'
import { silentLog, type TestDatabase, testDatabase } from '#test/database.ts'
import { keepAudit } from './retention.ts'

const DAY = 24 * 60 * 60_000
const NOW = new Date('2026-03-14T18:30:00.000Z')
const clock = () => NOW

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => database.reset())
afterAll(() => database.close())

const write = (daysAgo: number) =>
  createAudit({ database, changes: createChanges(), clock: () => new Date(NOW.getTime() - daysAgo * DAY) }).change(
    { actor: null, requestId: 'r' },
    [],
    async () => ({ result: null, entries: [{ action: `done ${daysAgo} days ago`, target: 'x' }] }),
  )
const actions = async () =>
  (await database.pool.query('select action from audit_log order by seq')).rows.map(({ action }) => action)

describe('The audit log that is kept 90 days', () => {
  it('loses what is older in the process that holds the work, and stays a chain', async () => {
    for (const days of [200, 91, 90, 1]) await write(days)
    const processes = onlyProcess(silentLog)
    keepAudit({ database, processes, clock, log: silentLog, kept: 90 * DAY })
    await processes.close()
    expect(await actions()).toEqual(['done 90 days ago', 'done 1 days ago', 'cutAuditLog'])
    expect(await verifyAudit(database.db)).toMatchObject({ rows: 3, broken: null })
  })

  it('is left alone where nothing is older, and by a process that holds nothing', async () => {
    await write(1)
    const processes = onlyProcess(silentLog)
    keepAudit({ database, processes, clock, log: silentLog, kept: 90 * DAY })
    await processes.close()
    await write(200)
    keepAudit({ database, processes: { hold: () => undefined }, clock, log: silentLog, kept: 90 * DAY })
    expect(await actions()).toHaveLength(2)
  })

  it('that cannot be cut is said, and the site goes on', async () => {
    const said: object[] = []
    const processes = onlyProcess(silentLog)
    const broken = {
      ...database,
      db: Object.assign(Object.create(database.db), { transaction: () => Promise.reject(new Error('gone')) }),
    }
    keepAudit({
      database: broken,
      processes,
      clock,
      log: { ...silentLog, error: (it) => said.push(it) },
      kept: 90 * DAY,
    })
    await processes.close()
    expect(said).toHaveLength(1)
  })
})

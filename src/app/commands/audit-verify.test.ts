import { readdirSync, rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { createAudit } from '#features/audit/server/store.ts'
import { createChanges } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { runCommand } from '#test/built.ts'
import { silentLog } from '#test/database.ts'
import { scratchFolder } from '#test/scratch-folder.ts'

const dataDir = scratchFolder()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const run = () => runCommand('audit-verify', [], { DATA_DIR: dataDir })

async function withDatabase(work: (database: Database) => Promise<unknown>): Promise<void> {
  const database = await openDatabase({ dataDir, log: silentLog })
  await work(database)
  await database.close()
}

describe('npm run audit:verify', () => {
  it('exits with 0 for a valid log, 1 for a modified row, and 2 for an unreadable log', async () => {
    expect(await run()).toEqual({ code: 2, out: '', problems: `There is no database in ${dataDir}.\n` })
    expect(readdirSync(dataDir)).toEqual([])
    await withDatabase(async (database) => {
      await migrate(database)
      const audit = createAudit({ database, changes: createChanges(), clock: () => new Date(0) })
      const entries = [1, 2, 3].map((id) => ({ action: 'add', target: `things/${id}` }))
      await audit.change({ actor: null, requestId: 'a' }, async () => ({ result: null, entries, topics: [] }))
      expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining('intact: 3 rows') })
    })

    await withDatabase(async ({ pool }) => {
      await pool.query('alter table audit_log disable trigger audit_log_append_only')
      await pool.query(`update audit_log set action = 'remove' where seq = 2`)
    })
    expect(await run()).toMatchObject({
      code: 1,
      problems: expect.stringContaining(
        'broken at row 2: its content is not what was written. 1 row before it is intact',
      ),
    })
  }, 60_000)
})

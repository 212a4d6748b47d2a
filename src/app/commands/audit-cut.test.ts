import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyAudit } from '#features/audit/server/chain-store.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { runCommand } from '#test/built.ts'
import { migratedFolder, silentLog } from '#test/database.ts'

const DAY = 24 * 60 * 60_000
let dataDir: string
beforeAll(async () => {
  dataDir = await migratedFolder()
})
afterAll(() => rmSync(dataDir, { recursive: true }))

const run = (typed: string, env: Record<string, string> = { AUDIT_KEEP_DAYS: '90' }) =>
  runCommand('audit-cut', [], { DATA_DIR: dataDir, ...env }, typed)

it('npm run audit:cut deletes all expired entries at once after a confirmation', async () => {
  const database = await openDatabase({ dataDir, log: silentLog })
  for (const days of [300, 200, 1]) {
    const clock = () => new Date(Date.now() - days * DAY)
    await createAudit({ database, changes: createChanges(), clock }).change(
      { actor: null, requestId: 'r' },
      async () => ({ result: null, entries: [{ action: 'add', target: 'x' }], topics: [] }),
    )
  }
  await database.close()

  expect(await run('', {})).toMatchObject({ code: 1, problems: expect.stringContaining('AUDIT_KEEP_DAYS is not set') })
  expect(await run('yes\n')).toMatchObject({ code: 1, out: expect.stringContaining('2 rows from') })
  expect(await run('cut\n')).toMatchObject({ code: 0, out: expect.stringContaining('2 rows deleted') })
  const nothing = 'Nothing in the audit log is old enough to delete.\n'
  expect(await run('cut\n')).toEqual({ code: 0, out: nothing, problems: '' })

  const left = await openDatabase({ dataDir, log: silentLog })
  expect(await verifyAudit(left.db)).toMatchObject({ rows: 2, broken: null })
  await left.close()
}, 60_000)

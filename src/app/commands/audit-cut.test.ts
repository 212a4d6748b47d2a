import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyAudit } from '#features/audit/server/chain-store.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { root } from '#server/paths.ts'
import { migratedFolder, silentLog } from '#test/database.ts'

const DAY = 24 * 60 * 60_000
let dataDir: string
beforeAll(async () => {
  dataDir = await migratedFolder()
})
afterAll(() => rmSync(dataDir, { recursive: true }))

function run(input: string, env: Record<string, string> = { AUDIT_KEEP_DAYS: '90' }) {
  const { PATH = '' } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'src/app/commands/audit-cut.ts'], {
    cwd: root,
    env: { PATH, DATA_DIR: dataDir, TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'), ...env },
    input,
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

it('npm run audit:cut takes all that is too old at once, after it was told so', async () => {
  const database = await openDatabase({ dataDir, log: silentLog })
  for (const days of [300, 200, 1]) {
    const clock = () => new Date(Date.now() - days * DAY)
    await createAudit({ database, changes: createChanges(), clock }).change(
      { actor: null, requestId: 'r' },
      async () => ({ result: null, entries: [{ action: 'add', target: 'x' }], topics: [] }),
    )
  }
  await database.close()

  expect(run('', {})).toEqual({ status: 1, said: expect.stringContaining('AUDIT_KEEP_DAYS is not set') })
  expect(run('yes\n')).toEqual({ status: 1, said: expect.stringContaining('2 rows from') })
  expect(run('cut\n')).toEqual({ status: 0, said: expect.stringContaining('2 rows deleted') })
  expect(run('cut\n')).toEqual({ status: 0, said: 'Nothing in the audit log is older than it is kept.\n' })

  const left = await openDatabase({ dataDir, log: silentLog })
  expect(await verifyAudit(left.db)).toMatchObject({ rows: 2, broken: null })
  await left.close()
}, 60_000)

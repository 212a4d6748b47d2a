import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { root } from '#server/paths.ts'
import { migratedFolder, silentLog } from '#test/database.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await migratedFolder()
})
afterAll(() => rmSync(dataDir, { recursive: true }))

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('npx', ['tsx', 'src/app/commands/import.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
  return { status, stdout, stderr }
}
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)

it('takes a spreadsheet over: shows it first, does it, and then has nothing left to do', () => {
  const dry = run('roster', 'demo/roster.csv', '--dry-run')
  expect(dry).toMatchObject({ status: 0, stdout: expect.stringContaining('added    M-283  Priya Castell\n') })
  expect(lastLine(dry.stdout)).toBe('Dry run: 300 added, 0 changed, 0 unchanged')
  expect(lastLine(run('roster', 'demo/roster.csv').stdout)).toBe('300 added, 0 changed, 0 unchanged')
  expect(run('roster', 'demo/roster.csv')).toMatchObject({
    status: 0,
    stdout: '0 added, 0 changed, 300 unchanged\n',
  })
}, 60_000)

it('says what would change and who is missing', () => {
  const file = join(dataDir, 'small.csv')
  writeFileSync(file, 'Name,Discord ID,Status\nPriya Castell,310000000000000102,LOA\n')
  const { stdout } = run('roster', file, '--dry-run')
  expect(stdout).toContain('changed  M-283  Priya Castell: Last Move "2026-08-10" → ')
  expect(stdout).toContain('Status "Active" → "LOA"')
  expect(lastLine(stdout)).toBe(
    'Dry run: 0 added, 1 changed, 0 unchanged (299 on the roster are not in the file and stay as they are)',
  )
}, 60_000)

it('refuses a broken file with line and field', () => {
  const { status, stderr } = run('roster', 'demo/roster-broken.csv')
  expect(status).toBe(1)
  expect(stderr).toContain('demo/roster-broken.csv:2  Shoe size: ')
  expect(lastLine(stderr)).toBe('Refused: nothing was written.')
}, 60_000)

it('refuses while the site runs, and points to its page', async () => {
  const running = await openDatabase({ dataDir, log: silentLog })
  const { status, stderr } = run('roster', 'demo/roster.csv')
  await running.close()
  expect(status).toBe(1)
  expect(stderr).toContain(`in use by process ${process.pid}`)
  expect(stderr).toContain('http://localhost:3000/staff-roster/import')
}, 60_000)

it.each([[[]], [['roster']], [['staff', 'demo/roster.csv']]])('says how it is called after %j', (args) => {
  expect(run(...args)).toMatchObject({ status: 1, stderr: expect.stringContaining('roster FILE [--dry-run]') })
})

it('says that there is no such file', () => {
  expect(run('roster', 'nowhere.csv')).toMatchObject({ status: 1, stderr: 'There is no file nowhere.csv.\n' })
})

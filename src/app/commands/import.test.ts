import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { root } from '#server/paths.ts'
import { migratedFolder, silentLog } from '#test/database.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await migratedFolder()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function run(...args: string[]): Promise<{ code: number | null; out: string; problems: string }> {
  return new Promise((resolve) => {
    const { PATH = '' } = process.env
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', 'src/app/commands/import.ts', ...args],
      { cwd: root, env: { PATH, DATA_DIR: dataDir, TSX_TSCONFIG_PATH: join(root, 'tsconfig.json') } },
      (_error, out, problems) => resolve({ code: child.exitCode, out, problems }),
    )
  })
}

describe('npm run import -- roster FILE', () => {
  it('takes a spreadsheet over once, and then says what another one would change and whom it lacks', async () => {
    const done = await run('roster', 'demo/roster.csv')
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('added    M-283  Priya Castell\n') })
    expect(done.out).toMatch(/\n300 added, 0 changed, 0 unchanged\n$/)
    expect((await run('roster', 'demo/roster.csv')).out).toBe('0 added, 0 changed, 300 unchanged\n')

    const file = join(dataDir, 'small.csv')
    writeFileSync(file, 'Name,Discord ID,Last Move,Status\nPriya Castell,310000000000000102,11/20/2026,LOA\n')
    const { out } = await run('roster', file, '--dry-run')
    expect(out).toContain(
      'changed  M-283  Priya Castell: Last Move "2026-08-10" → "2026-11-20", Status "Active" → "LOA"\n',
    )
    expect(out).toMatch(/\nDry run: 0 added, 1 changed, 0 unchanged \(299 .+ stay as they are\)\n$/)
  }, 90_000)

  it('refuses a broken file with line and field, and while the site runs points to its page', async () => {
    const broken = await run('roster', 'demo/roster-broken.csv')
    expect(broken).toMatchObject({
      code: 1,
      problems: expect.stringContaining('demo/roster-broken.csv:2  Shoe size: '),
    })
    expect(broken.problems).toMatch(/\nRefused: nothing was written.\n$/)

    const running = await openDatabase({ dataDir, log: silentLog })
    const { code, problems } = await run('roster', 'demo/roster.csv')
    await running.close()
    expect(code).toBe(1)
    expect(problems).toContain(`in use by process ${process.pid}`)
    expect(problems).toContain('http://localhost:3000/staff-roster/import')
  }, 90_000)

  it('says how it is called, and that a file is not there', async () => {
    const usage = { code: 1, out: '', problems: 'npm run import -- roster FILE [--dry-run]\n' }
    expect(await run('staff', 'demo/roster.csv')).toEqual(usage)
    expect(await run('roster', 'nowhere.csv')).toEqual({ ...usage, problems: 'There is no file nowhere.csv.\n' })
  }, 90_000)
})

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { type CommandProcess, runCommand, startCommandProcess } from '#test/built.ts'
import { migratedFolder, silentLog } from '#test/database.ts'
import { txAdminDatabase } from '#test/txadmin.ts'
import { isMarkedAsReal } from '../real-data.ts'

let dataDir: string
let commandProcess: CommandProcess
beforeAll(async () => {
  dataDir = await migratedFolder()
  commandProcess = await startCommandProcess()
}, 120_000)
afterAll(async () => {
  await commandProcess.end()
  rmSync(dataDir, { recursive: true, force: true })
})

const runWith = (env: Record<string, string>, ...args: string[]) =>
  commandProcess.run('import', args, { DATA_DIR: dataDir, ...env })
const run = (...args: string[]) => runWith({}, ...args)
/** Runs the command in its own process, which must end by itself. */
const runAlone = (...args: string[]) => runCommand('import', args, { DATA_DIR: dataDir })

describe('npm run import -- roster FILE', () => {
  it('imports a spreadsheet once, and then says what another one would change and who is missing in it', async () => {
    const done = await runAlone('roster', 'demo/roster.csv')
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('added    M-283  Priya Castell\n') })
    expect(done.out).toMatch(/\n300 added, 0 changed, 0 unchanged\n$/)
    expect((await run('roster', 'demo/roster.csv')).out).toBe('0 added, 0 changed, 300 unchanged\n')

    // An import can be undone once.
    const [, id = ''] =
      /^(\d+) {2}roster .* roster\.csv {2}by the site; .*: 300 removed/m.exec((await runAlone('undo')).out) ?? []
    expect((await runAlone('undo', id)).out).toBe('300 removed, 0 set back to their old values\n')
    expect((await run('undo', id)).problems).toBe('This import was already undone.\n')
    expect((await run('roster', 'demo/roster.csv')).out).toMatch(/\n300 added/)

    const file = join(dataDir, 'small.csv')
    writeFileSync(file, 'Name,Discord ID,Last Move,Status\nPriya Castell,310000000000000102,11/20/2026,LOA\n')
    const { out } = await run('roster', file, '--dry-run')
    expect(out).toContain(
      'changed  M-283  Priya Castell: Last Move "2026-08-10" → "2026-11-20", Status "Active" → "LOA"\n',
    )
    expect(out).toMatch(/\nDry run: 0 added, 1 changed, 0 unchanged \(299 .+ stay as they are\)\n$/)
  }, 90_000)

  it('refuses an invalid file with line and field, and names the page of a running site', async () => {
    const broken = await runAlone('roster', 'demo/roster-broken.csv')
    expect(broken).toMatchObject({
      code: 1,
      problems: expect.stringContaining('demo/roster-broken.csv:2  Shoe size: '),
    })
    expect(broken.problems).toContain(
      'demo/roster-broken.csv:14  hiredAt: "soon" is not a date. Write it as 3/14/2026 or 2026-03-14.',
    )
    expect(broken.problems).toMatch(/\nRefused: nothing was written.\n$/)

    const running = await openDatabase({ dataDir, log: silentLog })
    const { code, problems } = await runAlone('roster', 'demo/roster.csv')
    await running.close()
    expect(code).toBe(1)
    expect(problems).toContain(`in use by process ${process.pid}`)
    expect(problems).toContain('http://localhost:3000/staff-roster/import')
  }, 90_000)

  it('protects a folder with an import of a real site from the demo, but not after a dry run', async () => {
    const folder = await migratedFolder()
    const real = {
      DATA_DIR: folder,
      DISCORD_CLIENT_ID: '300000000000000002',
      DISCORD_CLIENT_SECRET: 'secret',
      DISCORD_GUILD_ID: '300000000000000001',
    }
    expect(await runWith(real, 'roster', 'demo/roster.csv', '--dry-run')).toMatchObject({ code: 0 })
    expect(isMarkedAsReal(folder)).toBe(false)
    expect(await runWith(real, 'roster', 'demo/roster.csv')).toMatchObject({ code: 0 })
    expect(isMarkedAsReal(folder)).toBe(true)
    rmSync(folder, { recursive: true, force: true })
  }, 90_000)

  it('asks which field an unknown column is, and accepts the answer as an option', async () => {
    const file = join(dataDir, 'columns.csv')
    writeFileSync(file, 'Name,Discord ID,Shoe size,Grade\nPriya Castell,310000000000000102,44,Head Admin\n')
    const dry = await run('roster', file, '--dry-run')
    expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('Dry run: 0 added, 0 changed, 1 unchanged') })
    expect(dry.problems).toBe(
      [
        'The column "Shoe size" (first value "44") needs a choice.',
        'The column "Grade" (first value "Head Admin") needs a choice.',
        'Add --leave-out "Shoe size", or --column "Shoe size=FIELD" with the name of a field.',
        '',
      ].join('\n'),
    )
    const undecided = await run('roster', file)
    expect(undecided.code).toBe(1)
    expect(undecided.problems).toContain('columns.csv:1  Shoe size: The column "Shoe size" is not known.')
    const { code, out } = await run('roster', file, '--leave-out', 'Shoe size', '--column', 'Grade=Position')
    expect([code, out]).toEqual([0, expect.stringContaining('Position "Moderator" → "Head Administrator"')])
  }, 90_000)

  it('asks for the date format, accepts the answer as an option, and writes returned rows to a file', async () => {
    const file = join(dataDir, 'dates.csv')
    writeFileSync(file, 'Name,Discord ID,Last Move\nPriya Castell,310000000000000102,3/4/2026\nMarcus Delgado,1,\n')
    const refused = await run('roster', file)
    expect(refused).toMatchObject({
      code: 1,
      problems: expect.stringContaining('--answer "date:/=dmy"  The day: 3 April'),
    })
    const done = await run('roster', file, '--answer', 'date:/=dmy', '--good-rows')
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('"2026-04-03"') })
    expect(readFileSync(join(dataDir, 'dates-to-fix.csv'), 'utf8')).toMatch(
      /\nMarcus Delgado,1,,Discord UID: A Discord ID/,
    )
  }, 90_000)

  it('reports in one line that COMMUNITY_DIR is not a community', async () => {
    const nowhere = { COMMUNITY_DIR: join(dataDir, 'nowhere') }
    const { code, problems } = await runWith(nowhere, 'roster', 'demo/roster.csv', '--dry-run')
    expect([code, problems]).toEqual([
      1,
      `There is no site.yaml in ${nowhere.COMMUNITY_DIR}. Set COMMUNITY_DIR to the folder with your community's content.\n`,
    ])
  }, 90_000)

  it('prints its usage, and that a file does not exist', async () => {
    const usage = {
      code: 1,
      out: '',
      problems:
        'npm run import -- roster|dev-roster|rosters/NAME|trial-mods|checklists/NAME|staff-da|ten-codes|penal-codes|quick-links FILE [--dry-run] [--replace] [--leave-out COLUMN] [--column COLUMN=FIELD] [--answer QUESTION=ANSWER] [--good-rows], or txadmin|easyadmin|vmenu|zeppelin|snailycad|ps-mdt FILE [--dry-run] [--json] [--admins FILE] [--answer LICENSE=ACCOUNT], or undo [IMPORT]\n',
    }
    expect(await runAlone('staff', 'demo/roster.csv')).toEqual(usage)
    expect(await run('constructor', 'demo/roster.csv')).toEqual(usage)
    expect(await run('roster', 'nowhere.csv')).toEqual({ ...usage, problems: 'There is no file nowhere.csv.\n' })
  }, 90_000)
})

describe('npm run import -- staff-da FILE', () => {
  it('imports actions once, prints a dry run, and refuses an invalid file by line', async () => {
    const head = 'Date,User,User ID,Admin,Admin ID,Type,Internal Reason,External Reason'
    const row = (reason: string) =>
      `2026-03-01,Nolan Reyes,310000000000000101,Marcus Delgado,310000000000000103,Strike,${reason},`
    const file = join(dataDir, 'actions.csv')
    writeFileSync(file, [head, row('Missed shifts'), row('Rude in a sit')].join('\n'))
    const words = 'added    2026-03-01  Strike  Nolan Reyes, by Marcus Delgado\n'
    expect((await run('staff-da', file, '--dry-run')).out).toBe(`${words}${words}Dry run: 2 added, 0 unchanged\n`)
    expect((await run('staff-da', file)).out).toMatch(/\n2 added, 0 unchanged\n$/)
    expect((await run('staff-da', file)).out).toBe('0 added, 2 unchanged\n')

    writeFileSync(file, [head, row('Missed shifts').replace('2026-03-01', '2/30/2026')].join('\n'))
    const broken = await run('staff-da', file)
    expect(broken.code).toBe(1)
    expect(broken.problems).toContain(
      'actions.csv:2  date: "2/30/2026" is not a date. Write it as 3/14/2026 or 2026-03-14.',
    )
  }, 90_000)
})

describe('npm run import -- trial-mods FILE', () => {
  it('imports the checklist once, prints a dry run, and refuses an invalid file by line', async () => {
    const dry = await run('trial-mods', 'demo/trial-mods.csv', '--dry-run')
    expect(dry.out).toContain('added    TM-15  Nolan Reyes\n')
    expect(dry.out).toMatch(/\nDry run: 5 added, 0 changed, 0 unchanged\n$/)
    expect((await run('trial-mods', 'demo/trial-mods.csv')).out).toMatch(/\n5 added, 0 changed, 0 unchanged\n$/)
    expect((await run('trial-mods', 'demo/trial-mods.csv')).out).toBe('0 added, 0 changed, 5 unchanged\n')

    const file = join(dataDir, 'trial-mods.csv')
    writeFileSync(file, 'Trial Mod,Discord ID,Status\nNolan Reyes,310000000000000101,Passed\n')
    expect((await run('trial-mods', file)).out).toContain(
      'changed  TM-15  Nolan Reyes: Status "In-Training" → "Passed"\n',
    )
    writeFileSync(file, 'Trial Mod,Discord ID,Status\nNolan Reyes,310000000000000101,Gone\n')
    const broken = await run('trial-mods', file)
    expect(broken.code).toBe(1)
    expect(broken.problems).toContain('trial-mods.csv:2  status: "Gone" is not one of these: In-Training')
  }, 90_000)
})

describe('npm run import -- ten-codes|penal-codes|quick-links FILE', () => {
  it('adds and changes codes, keeps missing ones, and removes them with --replace', async () => {
    const file = join(dataDir, 'codes.csv')
    writeFileSync(file, 'Code,Meaning\n10-4,Understood\n10-8,In service\n')
    const dry = await run('ten-codes', file, '--dry-run')
    expect(dry.out).toBe(
      'added    10-4  Understood\nadded    10-8  In service\nDry run: 2 added, 0 changed, 0 removed, 0 unchanged\n',
    )
    expect((await run('ten-codes', file)).out).toMatch(/\n2 added, 0 changed, 0 removed, 0 unchanged\n$/)
    writeFileSync(file, 'Code,Meaning\n10-4,Message understood\n')
    expect((await run('ten-codes', file)).out).toBe(
      [
        'changed  10-4  Message understood: meaning "Understood" → "Message understood"',
        '0 added, 1 changed, 0 removed, 0 unchanged (1 in the list are not in the file and stay; --replace removes them)',
        '',
      ].join('\n'),
    )
    expect((await run('ten-codes', file, '--replace')).out).toBe(
      'removed  10-8  In service\n0 added, 0 changed, 1 removed, 1 unchanged\n',
    )
  }, 90_000)

  it('imports penal codes and quick links, and does not replace a roster', async () => {
    const penal = join(dataDir, 'penal.csv')
    writeFileSync(penal, 'Statute,Charge,Fine,Jail\n10.1,Speeding,"$1,500",2 months\n')
    expect((await run('penal-codes', penal)).out).toContain('added    10.1  Speeding\n1 added')
    const links = join(dataDir, 'links.csv')
    writeFileSync(links, 'Title,Group,URL\nCAD,operational,https://cad.hcrp.test\n')
    expect((await run('quick-links', links)).out).toContain('added    Operational  CAD\n1 added')
    const { code, problems } = await run('roster', 'demo/roster.csv', '--replace')
    expect([code, problems]).toEqual([
      1,
      expect.stringContaining('--replace is for ten-codes, penal-codes, quick-links'),
    ])
  }, 90_000)
})

describe('npm run import -- txadmin|…|ps-mdt FILE', () => {
  const jsonOf = ({ code, out }: Awaited<ReturnType<typeof run>>) => [code, JSON.parse(out)]

  it('prints a preview in JSON, imports once, and undoes the import', async () => {
    const [file, admins] = [join(dataDir, 'playersDB.json'), join(dataDir, 'admins.json')]
    const database = txAdminDatabase({ version: 5, players: 55, actions: 30, seed: 3 })
    const [first] = database.actions
    writeFileSync(file, JSON.stringify({ ...database, actions: [...database.actions, { ...first, id: '?', ids: [] }] }))
    const providers = { discord: { id: '310000000000000103', identifier: 'discord:310000000000000103' } }
    writeFileSync(admins, JSON.stringify([{ name: 'mdelgado', password_hash: 'x', providers, permissions: [] }]))
    const all = database.players.length + database.actions.length
    const unreadable = [{ id: expect.any(String), message: expect.any(String) }]
    const report = { source: 'txadmin', version: '5', new: all, same: 0, changed: 0, unreadable }
    expect(jsonOf(await run('txadmin', file, '--dry-run', '--json'))).toEqual([0, report])

    const shared = database.players.find(({ ids }) => JSON.stringify(ids).match(/discord:/g)?.length === 2)
    const nobodys = `license:${shared?.license}=310000000000000999`
    expect(await run('txadmin', file, '--answer', nobodys)).toMatchObject({
      code: 1,
      problems: expect.stringMatching(
        `^--answer "${nobodys}": it must be one of \\d+, \\d+, none. Nothing was imported.`,
      ),
    })

    const done = await runAlone('txadmin', file, '--admins', admins)
    expect(done.out).toContain(`people: ${database.players.length} new, 0 changed, 0 the same\n`)
    // A license of several Discord accounts: no answer says whose history it is.
    expect(done.problems).toMatch(/license:\w+ \(.+\) has several Discord accounts. --answer "license:\w+=\d+" or/)
    expect(jsonOf(await run('txadmin', file, '--json'))).toMatchObject([0, { new: 0, same: all }])
    const [, id = ''] =
      /^(\d+) {2}player-actions .* playersDB\.json {2}by the site; undoing/m.exec((await run('undo')).out) ?? []
    expect((await run('undo', id)).out).toMatch(/^\d+ removed, 0 set back to their old values/)
    expect(jsonOf(await run('txadmin', file, '--dry-run', '--json'))).toEqual([0, report])
  }, 90_000)

  it('imports codes into their list, and names the program of another file', async () => {
    const file = join(dataDir, 'penal-codes.json')
    const range = { fines: [100, 500], prisonTerm: [5, 10], bail: [] }
    const code = {
      title: 'P.C. 99.1 | Napping',
      description: 'At work.',
      type: 'INFRACTION',
      warningNotApplicable: range,
    }
    writeFileSync(file, JSON.stringify([{ ...code, warningApplicable: null, isPrimary: true, group: null }]))
    const report = { source: 'snailycad', version: null, new: 1, same: 0, changed: 0, unreadable: [] }
    expect(jsonOf(await run('snailycad', file, '--json'))).toEqual([0, report])
    expect(jsonOf(await run('snailycad', file, '--json'))).toEqual([0, { ...report, new: 0, same: 1 }])
    expect(await run('txadmin', file)).toMatchObject({
      code: 1,
      problems: `${file} is a file of SnailyCAD, not of txadmin.\n`,
    })
  }, 90_000)
})

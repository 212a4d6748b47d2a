import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markRestoredMessages } from '#app/own-data.ts'
import { migrateWithBackup } from '#app/update.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { SESSIONS_ENDED } from '#features/auth/server/sessions.ts'
import { createChanges } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'
import { knownMigrations, migrate, pendingMigrations } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { root } from '#server/paths.ts'
import { openProcesses } from '#server/processes/open-processes.ts'
import { type CommandProcess, runCommand, startCommandProcess } from '../built.ts'
import { migratedFolder, silentLog, testEngine } from '../database.ts'
import { writeMigrations } from '../migrations.ts'
import { scratchFolder } from '../scratch-folder.ts'

const JULES = '310000000000000201'
let dataDir: string
let elsewhere: string
let site: Database | null = null
/** Runs several commands in one process. Other tests run each of these commands in its own process. */
let commandProcess: CommandProcess

const nameOf = async (database: Database) => (await database.pool.query('select name from roster_members')).rows

/** Inserts an inbox row whose message in Discord is on its way. */
const insertPendingMessage = (database: Database) =>
  database.pool.query(
    `insert into inbox_rows (person_id, kind, about, at, message_id) values ('${JULES}', 'x', 'staff-da/1', now(), 7)`,
  )
const messagesIn = async (database: Database) =>
  (await database.pool.query('select message_id, sending from inbox_rows')).rows
const UNCERTAIN = [{ message_id: null, sending: 'uncertain' }]

beforeAll(async () => {
  dataDir = await migratedFolder()
  commandProcess = await startCommandProcess()
  elsewhere = scratchFolder()
  site = await openDatabase({ dataDir, log: silentLog })
  await site.pool.query(`insert into roster_members (roster, name, discord_id, position, status, notes)
    values ('roster', 'Jules Arden', '${JULES}', 'Moderator', 'Active', 'arden is on leave')`)
  const audit = createAudit({ database: site, changes: createChanges(), clock: () => new Date() })
  await audit.change({ actor: { id: JULES, name: 'Jules Arden' }, requestId: 'r' }, async () => ({
    result: null,
    entries: [{ action: 'arrive', target: 'x' }],
    topics: [],
  }))
}, 120_000)
afterAll(async () => {
  await commandProcess.end()
  await site?.close()
  for (const folder of [dataDir, elsewhere]) rmSync(folder, { recursive: true, force: true })
})

describe.runIf(testEngine === 'embedded')('npm run backup and restore', () => {
  it('move a running site into another folder, and refuse to write into a folder with data', async () => {
    if (site !== null) await insertPendingMessage(site)
    const backedUp = await runCommand('backup', [], { DATA_DIR: dataDir })
    expect(backedUp).toMatchObject({ code: 0, problems: '', out: expect.stringContaining('roster_members') })
    const [name = ''] = readdirSync(join(dataDir, 'backups'))
    expect(name).toMatch(/^backup-\d{4}-\d\d-\d\d-\d{6}\.gz$/)
    const file = join(dataDir, 'backups', name)
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const restored = await runCommand('restore', [file], { DATA_DIR: elsewhere })
    expect(restored).toMatchObject({
      code: 0,
      problems: '',
      out: expect.stringContaining('The audit log is intact'),
    })
    const again = await commandProcess.run('restore', [file], { DATA_DIR: elsewhere })
    expect(again.problems).toContain('is not empty')
    expect(again.problems).toContain('npm run restore -- FILE --replace --yes')
    const refused = await runCommand('restore', [file, '--replace'], { DATA_DIR: elsewhere }, 'no\n')
    expect(refused).toMatchObject({ code: 1, problems: 'Nothing was changed.\n' })
    const other = await openDatabase({ dataDir: elsewhere, log: silentLog })
    expect(await nameOf(other)).toEqual([{ name: 'Jules Arden' }])
    // No backup contains messages, and the numbers of messages start at 1 again.
    expect(await messagesIn(other)).toEqual(UNCERTAIN)
    // The database of an older version has no column for messages. The marking must not fail there.
    const client = await other.pool.connect()
    await client.query('alter table inbox_rows drop column message_id')
    await markRestoredMessages(client)
    client.release()
    await other.close()
  }, 90_000)
})

it.runIf(testEngine === 'embedded')(
  'a command also reads its settings from a file',
  async () => {
    const settings = join(elsewhere, 'website.env')
    writeFileSync(settings, `DATA_DIR=${join(elsewhere, 'nowhere')}\n`)
    expect((await runCommand('backup', [], { ENV_FILE: settings })).problems).toContain(
      `There is no database in ${join(elsewhere, 'nowhere')}.`,
    )
    expect((await runCommand('backup', [], { ENV_FILE: join(elsewhere, 'other.env') })).problems).toContain(
      `the file of settings cannot be read: ENOENT: no such file or directory, open '${join(elsewhere, 'other.env')}'`,
    )
  },
  60_000,
)

describe.runIf(testEngine === 'embedded')('Commands on a database of a newer version', () => {
  const NEWER =
    'The database was made by a newer version of this site: install that version again, or take the database back to before the update with `npm run rollback`.\n'
  let newer: string
  beforeAll(async () => {
    newer = await migratedFolder()
    const database = await openDatabase({ dataDir: newer, log: silentLog })
    await database.pool.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', 4000000000000)`,
    )
    await database.close()
  })
  afterAll(() => rmSync(newer, { recursive: true, force: true }))

  it.each<[string, string[], number]>([
    ['backup', [], 1],
    ['import', ['quick-links', join(root, 'package.json'), '--dry-run'], 1],
    ['audit-verify', [], 2],
    ['audit-cut', ['--yes'], 1],
    ['clock-trust', [], 1],
    ['export-person', [JULES], 1],
    ['erase-person', [JULES, '--yes'], 1],
  ])(
    '%s refuses a database of a newer version',
    async (command, args, code) => {
      const ended = await commandProcess.run(command, args, { DATA_DIR: newer, AUDIT_KEEP_DAYS: '365' })
      expect(ended).toMatchObject({ code, problems: NEWER })
      expect(existsSync(join(newer, 'backups'))).toBe(false)
    },
    60_000,
  )

  it('rollback restores the database from before the update, after a confirmation', async () => {
    const folder = await migratedFolder()
    const database = await openDatabase({ dataDir: folder, log: silentLog })
    await migrateWithBackup(database, {
      dataDir: folder,
      clock: () => new Date('2026-03-14T18:30:00.000Z'),
      folder: writeMigrations(folder, knownMigrations(), 'create table later (id integer)'),
    })
    await database.close()
    const env = { DATA_DIR: folder }
    const declined = await runCommand('rollback', [], env, 'no\n')
    expect(declined).toMatchObject({ code: 1, problems: 'Nothing was changed.\n' })
    expect(declined.out).toMatch(/goes back to 2026-03-14 18:30 UTC, before it was updated, with \d+ rows?:/)
    expect(declined.out).toContain('Everything that was written since then is lost.')
    expect(await commandProcess.run('backup', [], env)).toMatchObject({ code: 1, problems: NEWER })
    expect(await runCommand('rollback', ['--yes'], env)).toMatchObject({
      code: 0,
      problems: '',
      out: expect.stringContaining('`npm start` starts the site.'),
    })
    expect(await commandProcess.run('audit-verify', [], env)).toMatchObject({ code: 0 })
    expect((await commandProcess.run('rollback', ['--yes'], env)).problems).toContain(
      'there is no backup from before an update',
    )
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  it('rollback in the newer version keeps data that was written since', async () => {
    const folder = scratchFolder()
    const database = await openDatabase({ dataDir: folder, log: silentLog })
    await migrate(database, { folder: writeMigrations(folder, knownMigrations() - 1) })
    await insertPendingMessage(database)
    await migrateWithBackup(database, { dataDir: folder, clock: () => new Date('2026-03-14T18:30:00.000Z') })
    await database.close()
    const ended = await commandProcess.run('rollback', ['--yes'], { DATA_DIR: folder })
    expect(ended).toMatchObject({
      code: 0,
      out: expect.stringContaining('Now install the version of the site that you had before.'),
    })
    expect(readdirSync(join(folder, 'backups')).sort()).toEqual([
      expect.stringMatching(/^before-rollback-\d{4}-\d\d-\d\d-\d{6}\.gz$/),
      `before-update-${knownMigrations() - 1}-2026-03-14-183000.gz`,
    ])
    const back = await openDatabase({ dataDir: folder, log: silentLog })
    expect(await messagesIn(back)).toEqual(UNCERTAIN)
    await back.close()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  it('restore replaces a database of a newer version by a backup of this version', async () => {
    const file = join(newer, 'own.gz')
    expect(await commandProcess.run('backup', [file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
    expect(await commandProcess.run('restore', [file, '--replace', '--yes'], { DATA_DIR: newer })).toMatchObject({
      code: 0,
    })
    expect(await commandProcess.run('audit-verify', [], { DATA_DIR: newer })).toMatchObject({ code: 0 })
  }, 60_000)
})

describe.runIf(testEngine === 'embedded')('Commands on a database that lacks a migration', () => {
  let older: string
  beforeAll(async () => {
    older = scratchFolder()
    const database = await openDatabase({ dataDir: older, log: silentLog })
    await migrate(database, { folder: writeMigrations(older, knownMigrations() - 1) })
    await database.close()
  })
  afterAll(() => rmSync(older, { recursive: true, force: true }))

  it.each<[string, string[], number]>([
    ['audit-verify', [], 2],
    ['export', [], 1],
    ['export-person', [JULES], 1],
    ['audit-cut', ['--yes'], 1],
    ['clock-trust', [], 1],
    ['erase-person', [JULES, '--yes'], 1],
  ])(
    '%s does not change a database that lacks a migration',
    async (command, args, code) => {
      const ended = await commandProcess.run(command, args, { DATA_DIR: older, AUDIT_KEEP_DAYS: '365' })
      const problems =
        'The database needs 1 migration for this version: start the site once, then run this command again. Nothing was changed.\n'
      expect(ended).toMatchObject({ code, problems })
      const database = await openDatabase({ dataDir: older, log: silentLog })
      expect(await pendingMigrations(database)).toBe(1)
      await database.close()
    },
    60_000,
  )
})

describe.runIf(testEngine === 'postgresql')('npm run move-to-postgres, export-person and erase-person', () => {
  it('move all data, show the data of a person, and erase it while the site runs', async () => {
    await site?.pool.query(`insert into announcements (event, webhook, message, created_at, next_attempt_at)
      values ('actionLogged', 'STAFF_LOG', 'Not posted yet', now(), now())`)
    await site?.close()
    site = null
    const server = process.env.TEST_DATABASE_URL ?? ''
    const name = `site_moved_${process.pid}`
    const admin = new pg.Client({ connectionString: server })
    await admin.connect()
    await admin.query(`create database ${name} template template0 encoding 'UTF8'`)
    const env = { DATA_DIR: dataDir, DATABASE_URL: Object.assign(new URL(server), { pathname: `/${name}` }).href }
    try {
      const moved = await runCommand('move-to-postgres', [], env)
      expect(moved).toMatchObject({ code: 0, problems: '', out: expect.stringContaining('is unchanged.') })
      expect(readdirSync(dataDir).filter((each) => each.startsWith('move-'))).toEqual([])

      const running = await openDatabase({ url: env.DATABASE_URL, dataDir: '', log: silentLog })
      const { rows: waiting } = await running.pool.query('select message from announcements where ended_at is null')
      expect(waiting).toEqual([{ message: 'Not posted yet' }])
      const processes = await openProcesses(running, silentLog)
      const received: string[] = []
      for (const channel of ['changed', SESSIONS_ENDED]) processes.subscribe(channel, () => received.push(channel))
      await running.pool.query(`insert into users (id, username, in_guild, role_ids, roles_read_at, scopes)
        values ('${JULES}', 'jules', true, '{}', now(), '{}')`)
      await running.pool.query(`insert into sessions (token_hash, user_id, created_at, last_seen_at, device)
        values ('x', '${JULES}', now(), now(), 'x')`)
      await running.pool.query(`insert into appeals (family, action_id, appellant_id, appellant_name, issuer_id, issuer_name,
        ranks_above, state, filed_at, text, snapshot)
        values ('staff', 1, '${JULES}', 'Jules Arden', '1', 'Bo', 0, 'submitted', now(), 'No.', '{}')`)
      expect((await runCommand('move-to-postgres', [], env)).problems).toContain('The site is running on this database')
      const file = join(dataDir, 'jules.json')
      expect((await runCommand('export-person', [JULES, file], env)).code).toBe(0)
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
        discordId: JULES,
        names: ['Jules Arden', 'jules'],
        held: { roster_members: [{ name: 'Jules Arden' }], audit_log: [{ action: 'arrive' }] },
      })
      expect(statSync(file).mode & 0o777).toBe(0o600)

      const mismatched = await runCommand('erase-person', [JULES], env, '310000000000000202\n')
      expect(mismatched).toMatchObject({ code: 1, problems: 'Nothing was changed.\n' })
      expect(mismatched.out).toMatch(/their claims of bans in game and all evidence of the\nactions against them/)
      expect(mismatched.out).toContain('Their open appeals, which will be withdrawn: 1.')
      const erased = await runCommand('erase-person', [JULES], env, `${JULES}\n`)
      expect(erased).toMatchObject({
        code: 0,
        out: expect.stringMatching(/Erased: they are "Erased person [\da-f]{4}"/),
      })
      expect(erased.out).toMatch(/please check:\n {2}roster_members [\da-f-]+: notes\n/)
      expect(await nameOf(running)).toEqual([{ name: expect.stringMatching(/^Erased person/) }])
      await expect.poll(() => received.toSorted()).toEqual(['changed', SESSIONS_ENDED].toSorted())
      await processes.close()
      await running.close()
      expect((await runCommand('audit-verify', [], env)).out).toContain('In 1 of them a person was erased')

      const unknown = await runCommand('export-person', [JULES, join(dataDir, 'none.json')], env)
      expect(unknown).toMatchObject({ code: 0, out: `Nothing is stored about ${JULES}.\n` })
      expect(existsSync(join(dataDir, 'none.json'))).toBe(false)
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    }
  }, 120_000)
})

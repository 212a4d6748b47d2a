import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { backup, withSnapshot } from '#server/database/backup/backup.ts'
import { quoted, readTables } from '#server/database/backup/catalog.ts'
import { restore } from '#server/database/backup/restore.ts'
import { countMade, knownMigrations, migrate, pendingMigrations } from '#server/database/migrate.ts'
import { newDatabase, type TestDatabase, testEngine } from '#test/database.ts'
import { writeMigrations } from '#test/migrations.ts'
import { scratchFolder } from '#test/scratch-folder.ts'
import { EXCLUDED_FROM_BACKUP } from './own-data.ts'
import { findRollback, listUpdateBackups, migrateWithBackup, NoBackup } from './update.ts'

let database: TestDatabase
let dataDir: string
let time = Date.parse('2026-03-14T18:30:00.000Z')
/** Each call is a minute later, because no two backups may have the same name. */
const clock = () => {
  time += 60_000
  return new Date(time)
}
const all = knownMigrations()
/** The last version whose database does not yet keep who imported and who approved. */
const BEFORE_PARTS = 49
/** Milliseconds for the updates from every version. Each new version adds one. */
const UPDATES_TIMEOUT = all * 6_000
/**
 * Restoring a database creates every table again, which is slow, so the engines share the versions. The embedded
 * database is updated from versions with an even number of migrations, PostgreSQL from those with an odd number, and
 * both from the oldest and the newest.
 */
const isOurTurn = (made: number) => made === 1 || made === all - 1 || made % 2 === (testEngine === 'embedded' ? 0 : 1)

beforeAll(async () => {
  database = await newDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  dataDir = scratchFolder()
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await database.pool.query('drop schema public cascade; drop schema if exists drizzle cascade; create schema public')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(dataDir, { recursive: true, force: true })
})

const VALUES: [RegExp, unknown][] = [
  [/^timestamp|^date/, '2026-01-02T03:04:05.006Z'],
  [/^(integer|bigint|smallint)/, 1],
  [/^boolean/, false],
  [/^text\[\]/, ['a']],
  [/^jsonb/, { a: 1 }],
  [/^uuid/, '00000000-0000-4000-8000-000000000001'],
  [/^text/, '1'],
  [/^bytea/, '\\x31'],
]
/** Columns that the database accepts only if they fit the rest of the row. */
const EMPTY = new Set([
  'approval',
  'approver_id',
  'decider_id',
  'decided_by_id',
  'decided_as',
  'outcome',
  'ended_by',
  'ended_at',
  'link',
  'sha256',
])
/**
 * Columns that need a special value: a decision about a threshold is by another person and has an action or a reason,
 * and a removed appeal had an outcome.
 */
const SPECIAL = new Map<string, unknown>([
  ['removed_appeals.outcome', 'upheld'],
  ['threshold_decisions.by_id', '2'],
  ['threshold_decisions.why', null],
  ['player_threshold_decisions.by_id', '2'],
  ['player_threshold_decisions.why', null],
])
const valueFor = (type: string) => VALUES.find(([pattern]) => pattern.test(type))?.[1] ?? null

/** Inserts a row into each empty table. All rows have the same values, so that every reference finds its row. */
async function fillEmptyTables(): Promise<void> {
  for (const { name, columns } of await withSnapshot(database, readTables)) {
    if (EXCLUDED_FROM_BACKUP[name] === 'all') continue
    const written = columns.filter(({ isGenerated }) => !isGenerated)
    const names = written.map((column) => quoted(column.name)).join(', ')
    const row = Object.fromEntries(
      written.map(({ name: column, type }) => {
        const special = SPECIAL.get(`${name}.${column}`)
        if (special !== undefined) return [column, special]
        return [column, EMPTY.has(column) ? null : valueFor(type)]
      }),
    )
    await database.pool.query(
      `insert into ${quoted(name)} (${names}) overriding system value
       select ${names} from json_populate_record(null::${quoted(name)}, $1::json)
       where not exists (select from ${quoted(name)})`,
      [JSON.stringify(row)],
    )
  }
}

async function sumsNow() {
  const file = join(dataDir, `${time}.gz`)
  const sums = await backup(database, file, { excluded: EXCLUDED_FROM_BACKUP, clock })
  rmSync(file)
  return sums
}

const back = async () => {
  const before = await findRollback(database, dataDir)
  if (before === null) throw new Error('there is nothing to go back to')
  await restore(database, before.file, { isReplacing: true, keepsVersion: true })
  return before
}

it(
  'a database of every older version is backed up and updated, and the backup restores that version',
  async () => {
    for (let made = 1; made < all; made++) {
      if (!isOurTurn(made)) continue
      await migrate(database, { folder: writeMigrations(dataDir, made) })
      await fillEmptyTables()
      const before = await sumsNow()
      const next = made === 1 ? all : made + 1
      const folder = writeMigrations(dataDir, next)
      expect(await migrateWithBackup(database, { dataDir, clock, folder })).toBe(next - made)
      await fillEmptyTables()
      expect(await back()).toMatchObject({ made })
      expect(await countMade(database)).toBe(made)
      expect(await sumsNow()).toEqual(before)
    }
    await migrateWithBackup(database, { dataDir, clock })
    expect(await pendingMigrations(database)).toBe(0)
  },
  UPDATES_TIMEOUT,
)

it('an update finds in the audit log who imported an action, and who approved it before a revision', async () => {
  await migrate(database, { folder: writeMigrations(dataDir, BEFORE_PARTS) })
  const at = `'2026-01-02T03:04:05Z'`
  const action = (id: number, key: string) => `insert into disciplinary_actions
    (id, date, user_id, user_name, admin_id, admin_name, type, internal_reason, import_key) overriding system value
    values (${id}, ${at}, '1', 'Jules', '2', 'Priya', 'Removal', 'Seen', ${key})`
  const row = (seq: number, name: string, actor: string) => `insert into audit_log
    (seq, at, actor_id, action, target, request_id, previous_hash, hash)
    values (${seq}, ${at}, '${actor}', '${name}', 'staff-da/1', '', '', '')`
  const revision = `insert into disciplinary_revisions
    (action_id, version, at, by_id, by_name, why, date, user_id, user_name, type, internal_reason)
    values (1, 2, ${at}, '5', 'Theo', 'Less', ${at}, '1', 'Jules', 'Removal', 'Seen')`
  for (const statement of [
    action(1, `'a'`),
    action(2, 'null'),
    row(1, 'addAction', '3'),
    row(2, 'approveAction', '4'),
    revision,
  ])
    await database.pool.query(statement)
  await migrate(database)
  const read = async (query: string) => (await database.pool.query<object>(query)).rows
  expect(await read('select importer_id from disciplinary_actions order by id')).toEqual([
    { importer_id: '3' },
    { importer_id: null },
  ])
  expect(await read('select approver_id from disciplinary_revisions')).toEqual([{ approver_id: '4' }])
})

it('an older version restores its database from a newer one, which can update it again', async () => {
  await migrate(database)
  await fillEmptyTables()
  const before = await sumsNow()
  const folder = writeMigrations(
    dataDir,
    all,
    `create type mood as enum ('good');
     create sequence turns;
     create function hello(mood) returns integer language sql as 'select 1';
     create table later (id integer default nextval('turns'), mood mood default 'good');
     create view seen as select hello(mood), id from later;
     drop table ten_codes`,
  )
  for (let turn = 0; turn < 2; turn++) {
    expect(await migrateWithBackup(database, { dataDir, clock, folder })).toBe(1)
    await expect(pendingMigrations(database)).rejects.toThrow('npm run rollback')
    expect(await back()).toMatchObject({ made: all })
    expect(await pendingMigrations(database)).toBe(0)
    expect(await sumsNow()).toEqual(before)
  }
})

it('a new or current database is not backed up, and has no rollback', async () => {
  expect(await migrateWithBackup(database, { dataDir, clock })).toBe(all)
  expect(await migrateWithBackup(database, { dataDir, clock })).toBe(0)
  expect(listUpdateBackups(dataDir)).toEqual([])
  expect(await findRollback(database, dataDir)).toBeNull()
})

it('backups of an unknown or of the current version are ignored', async () => {
  await migrate(database)
  mkdirSync(join(dataDir, 'backups'))
  for (const made of [all, all + 1]) {
    writeFileSync(join(dataDir, 'backups', `before-update-${made}-2026-03-14-183000.gz`), '')
  }
  expect(await findRollback(database, dataDir)).toBeNull()
})

it('the newest backup of each of the last five versions is kept', async () => {
  await migrate(database, { folder: writeMigrations(dataDir, 8) })
  const folder = join(dataDir, 'backups')
  mkdirSync(folder)
  const name = (made: number, day: number) => `before-update-${made}-2026-01-0${day}-000000.gz`
  const older = [1, 2, 3, 4, 5, 6].map((made) => name(made, made))
  for (const each of [...older, name(8, 7), name(8, 8), 'backup-2026-01-01-000000.gz'])
    writeFileSync(join(folder, each), '')
  await migrateWithBackup(database, { dataDir, clock })
  expect(listUpdateBackups(dataDir).map(({ made }) => made)).toEqual([8, 6, 5, 4, 3])
  expect(readdirSync(folder)).toContain('backup-2026-01-01-000000.gz')
  expect(readdirSync(folder)).not.toContain(name(8, 8))
})

it('a database that cannot be backed up is not updated', async () => {
  await migrate(database, { folder: writeMigrations(dataDir, all - 1) })
  writeFileSync(join(dataDir, 'backups'), 'a file is in the way')
  await expect(migrateWithBackup(database, { dataDir, clock })).rejects.toThrow(NoBackup)
  await expect(migrateWithBackup(database, { dataDir, clock })).rejects.toThrow('Nothing was changed.')
  expect(await pendingMigrations(database)).toBe(1)
})

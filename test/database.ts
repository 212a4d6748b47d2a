import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database, PoolBeside } from '#server/database/database.ts'
import { DatabaseInUse, type Lock, lock } from '#server/database/embedded/lock.ts'
import { migrate, migrationsFolder } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Log } from '#server/log.ts'
import { root } from '#server/paths.ts'
import { scratchFolder } from './scratch-folder.ts'

/** A migrated database for a single test file. */
export type TestDatabase = Database & {
  /** Empties every table before the next test. */
  reset(): Promise<void>
}

export const CACHE = join(root, 'node_modules/.cache/test-database')

const nothing = () => undefined
export const silentLog: Log = { info: nothing, warn: nothing, error: nothing }

/** The database engine of this test run: `TEST_ENGINE`, by default `embedded`. */
export const testEngine = process.env.TEST_ENGINE === 'postgresql' ? 'postgresql' : 'embedded'

/**
 * Databases that earlier test files of this process have finished with. Opening an embedded one takes two seconds of
 * CPU time.
 */
const free: TestDatabase[] = []
const MAX_FREE = 2
/** Compiled once per process. Compiling takes half the time of opening a database. */
const compiled = WebAssembly.compile(readFileSync(join(root, 'node_modules/@electric-sql/pglite/dist/pglite.wasm')))
// Vitest ends its processes with SIGTERM. Exiting runs the exit handlers, which delete the databases.
process.once('SIGTERM', () => process.exit())

/** An empty database: a reused one if possible, otherwise a new one. */
export async function testDatabase(): Promise<TestDatabase> {
  const database = free.pop() ?? (await newDatabase())
  await database.reset()
  return {
    ...database,
    async close() {
      await requireNoOpenSite(database)
      if (free.length < MAX_FREE) free.push(database)
      else await database.close()
    },
  }
}

/**
 * Throws when the file left a site open. That site would remain the leader for the next file that gets this database.
 */
async function requireNoOpenSite({ engine, pool }: Database): Promise<void> {
  if (engine === 'embedded') return
  const { rows } = await pool.query(
    `select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`,
  )
  if (rows.length > 0) throw new Error('A site that this file started is still open')
}

/**
 * A new database for files that change its tables. It is copied from a template, which is created once for each state
 * of the migrations.
 */
export async function newDatabase(): Promise<TestDatabase> {
  const database = testEngine === 'postgresql' ? await onPostgresql() : await onEmbedded()
  return { ...database, reset: emptierOf(database) }
}

/** In bytes. A larger table is truncated, because its file keeps the space of deleted rows. */
const LARGE = 1024 ** 2

interface Filled {
  name: string
  isLarge: boolean
}

/**
 * Creates the function that empties all tables and restarts their sequences. It deletes only from tables that have
 * rows, which is ten times faster than truncating all. Triggers may insert rows meanwhile, so it repeats until no rows
 * are left.
 */
function emptierOf({ pool }: Database): () => Promise<void> {
  let statements: { find: string; restart: string } | undefined
  return async () => {
    statements ??= await statementsFor(pool)
    const { find, restart } = statements
    // A named query is planned only once.
    const filled = async () => (await pool.query<Filled>({ name: 'filled', text: find })).rows
    for (let tables = await filled(); ; ) {
      await pool.query(`${restart}; ${emptyingSql(tables)}`).catch((error) => {
        if (tables.length === 0) throw error
        // A rule that a test created may prevent deletion.
        return pool.query(`${restart}; truncate ${tables.map(({ name }) => name).join()} cascade`)
      })
      tables = await filled()
      if (tables.length === 0) return
    }
  }
}

function emptyingSql(tables: readonly Filled[]): string {
  if (tables.length === 0) return ''
  if (tables.some(({ isLarge }) => isLarge)) return `truncate ${tables.map(({ name }) => name).join()} cascade`
  const deletes = tables.map(({ name }, at) => `d${at} as (delete from ${name})`)
  return `select set_config('site.audit_log', 'cut', true); with ${deletes.join()} select`
}

async function statementsFor(pool: Database['pool']): Promise<{ find: string; restart: string }> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const { rows: counts } = await pool.query<{ restart: string }>(
    `select format('setval(%L, %s, false)', format('%I.%I', schemaname, sequencename), start_value) as restart
      from pg_sequences where schemaname = 'public'`,
  )
  const found = tables.map(
    ({ name }) =>
      `select '${name}' as name, pg_relation_size('${name}') > ${LARGE} as "isLarge" where exists (select from ${name})`,
  )
  return { find: found.join(' union all '), restart: `select ${counts.map(({ restart }) => restart).join()}` }
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function stateOfMigrations(): string {
  const names = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'))
  return hashOf(names.sort().map((name) => join(migrationsFolder, name)))
}

/** A new folder with a migrated embedded database, closed. */
export async function migratedFolder(): Promise<string> {
  await compiled
  const engine = hashOf([join(root, 'node_modules/@electric-sql/pglite/package.json')])
  const created = await cachedFolder(`created-${engine}`, async (dataDir) => {
    await (await openDatabase({ dataDir, log: silentLog })).close()
  })
  const migrated = await cachedFolder(`migrated-${engine}-${stateOfMigrations()}`, async (dataDir) => {
    cpSync(created, dataDir, { recursive: true })
    const database = await openDatabase({ dataDir, log: silentLog })
    await migrate(database)
    await database.close()
  })
  const dataDir = scratchFolder()
  cpSync(migrated, dataDir, { recursive: true })
  return dataDir
}

/** A folder of the cache. The first process that needs it creates it; the others wait. */
async function cachedFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(CACHE, name)
  if (existsSync(folder)) return folder
  return withLock(folder, async () => {
    if (existsSync(folder)) return folder
    const unfinished = `${folder}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished)
    await make(unfinished)
    renameSync(unfinished, folder)
    return folder
  })
}

/** Runs the work under a lock that all test processes share. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(path), { recursive: true })
  for (;;) {
    const held = await tryLock(path)
    if (held) return work().finally(held.release)
    await sleep(100)
  }
}

async function tryLock(folder: string): Promise<Lock | undefined> {
  try {
    return await lock(folder, silentLog)
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error
    return undefined
  }
}

async function onEmbedded(): Promise<Database> {
  const dataDir = await migratedFolder()
  const database = await openDatabase({ dataDir, log: silentLog })
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  process.once('exit', remove)
  return {
    ...database,
    async close() {
      await database.close()
      remove()
      process.off('exit', remove)
    },
  }
}

async function onPostgresql(): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_ENGINE=postgresql needs TEST_DATABASE_URL')
  const urlOf = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href
  const name = `site_test_${process.pid}_${Math.random().toString(36).slice(2)}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  try {
    const template = `site_template_${stateOfMigrations()}`
    await admin.query('select pg_advisory_lock(1)')
    const { rows } = await admin.query('select from pg_database where datname = $1', [template])
    if (rows.length === 0) {
      // The template has another name until it is complete.
      const unfinished = `${template}_unfinished`
      await admin.query(`drop database if exists ${unfinished} with (force)`)
      await admin.query(`create database ${unfinished} template template0 encoding 'UTF8'`)
      const database = await openDatabase({ url: urlOf(unfinished), dataDir: '', log: silentLog })
      await migrate(database)
      await database.close()
      await admin.query(`alter database ${unfinished} rename to ${template}`)
    }
    await admin.query(`create database ${name} template ${template}`)
  } finally {
    await admin.end()
  }
  const database = await openDatabase({ url: urlOf(name), dataDir: '', log: silentLog })
  const { poolBeside } = database
  const idle: PoolBeside[] = []
  return {
    ...database,
    // Connections are reused, because opening one for each new site takes longer than most tests.
    poolBeside:
      poolBeside &&
      (() => {
        const beside = idle.pop() ?? poolBeside()
        const end = async () => (beside.idleCount > 0 ? void idle.push(beside) : beside.end())
        return { idleCount: beside.idleCount, connect: () => beside.connect(), end }
      }),
    async close() {
      await Promise.all(idle.map((beside) => beside.end()))
      await database.close()
      const last = new pg.Client({ connectionString: server })
      await last.connect()
      await last.query(`drop database if exists ${name} with (force)`)
      await last.end()
    },
  }
}

import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Database } from '../database.ts'
import { applyMigrations, hasMigrations, migrationLock, migrationsFolder } from '../migrate.ts'
import { type Client, quoted, readRows, readTables, type Table } from './catalog.ts'
import { BadBackup, Digest, type Manifest, readParts, type Sum, verifyBackup } from './format.ts'

export interface RestoreOptions {
  /** Whether existing rows in the database may be deleted. */
  isReplacing: boolean
  /** Runs after the tables are filled and migrated. */
  afterwards?: (client: Client) => Promise<void>
  /** An additional check of the restored database. It throws to cancel the restore. */
  check?: (client: Client) => Promise<void>
  migrations?: string
  /** Does not migrate the tables, so that they fit the version of the site that made the backup. */
  keepsVersion?: boolean
  /** Called with the name of each step and its progress. */
  onStep?: (step: string, rows?: number, total?: number) => void
}

/** The database has rows, and `isReplacing` is false, or it has tables of another program. */
export class NotEmpty extends Error {
  override name = 'NotEmpty'
}

/**
 * Replaces the contents of a database by a backup, in one transaction. The tables are created in the backup's version
 * and filled. They are then read again and compared with the backup's checksums. Finally they are migrated to this
 * version, unless `keepsVersion` is set.
 */
export async function restore(database: Database, file: string, options: RestoreOptions): Promise<Sum[]> {
  const { isReplacing, afterwards, check, onStep } = options
  const folder = options.migrations ?? migrationsFolder
  onStep?.('Reading the file')
  const manifest = await verifyBackup(file, (rows) => onStep?.('Reading the file', rows))
  const files = readMigrationFiles({ migrationsFolder: folder })
  requireKnown(manifest, files, file)
  const total = manifest.tables.reduce((sum, { rows }) => sum + rows, 0)

  await database.withoutTimeout(async (client) => {
    await client.query('begin')
    try {
      await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
      await makeRoom(client, isReplacing)
      await applyMigrations(client, files.slice(0, manifest.migrations.length))
      const tables = tablesOf(manifest, await readTables(client), file)
      const finish = await withoutIndexes(client, manifest)
      let done = 0
      await fill(client, file, tables, async (rows) => {
        done += rows
        onStep?.('Writing', done, total)
        // The embedded engine makes no checkpoints by itself, and its write-ahead log would grow with every row.
        if (database.engine === 'embedded' && done % CHECKPOINT_EVERY < rows) await client.query('checkpoint')
      })
      onStep?.('Making the indexes')
      await finish()
      await countOn(client, manifest, tables)
      await compare(client, manifest, tables, (rows) => onStep?.('Comparing', rows, total))
      if (!options.keepsVersion) await applyMigrations(client, files.slice(manifest.migrations.length))
      await afterwards?.(client)
      onStep?.('Checking')
      await check?.(client)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
    // Read the tables again: migrating an older backup may have dropped some of them.
    const names = (await readTables(client)).map(({ name }) => quoted(name))
    await client.query(`analyze ${names.join(', ')}`)
  })
  return manifest.tables.map(({ name, rows, sha256 }) => ({ name, rows, sha256 }))
}

const CHECKPOINT_EVERY = 100_000

/** Throws unless the backup's migrations are the first ones of this version. */
function requireKnown(manifest: Manifest, files: { folderMillis: number; hash: string }[], file: string): void {
  const { migrations } = manifest
  const isKnown = migrations.every(({ when, hash }, at) => files[at]?.folderMillis === when && files[at].hash === hash)
  if (isKnown) return
  const last = migrations.at(-1)?.when ?? 0
  throw new BadBackup(
    last > (files.at(-1)?.folderMillis ?? 0)
      ? `${file} was made by a newer version of this site: update the site, then restore.`
      : `${file} was made by another version of this site: its tables are not those that this one knows.`,
  )
}

const notOfAnExtension = `not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`
/**
 * Returns the statements that drop everything besides tables that migrations create, including those of a later
 * version. Objects of extensions stay, because the database user may not have the right to create extensions.
 */
const OTHER_THINGS = `
  select format('drop view if exists %s cascade', oid::regclass) as statement, 1 as turn
  from pg_class o where relnamespace = 'public'::regnamespace and relkind = 'v' and ${notOfAnExtension}
  union all
  select format('drop materialized view if exists %s cascade', oid::regclass), 1
  from pg_class o where relnamespace = 'public'::regnamespace and relkind = 'm' and ${notOfAnExtension}
  union all
  select format('drop routine if exists %s cascade', oid::regprocedure), 2
  from pg_proc o where pronamespace = 'public'::regnamespace and ${notOfAnExtension}
  union all
  select format('drop sequence if exists %s cascade', oid::regclass), 3
  from pg_class o where relnamespace = 'public'::regnamespace and relkind = 'S' and ${notOfAnExtension}
  union all
  select format('drop type if exists %s cascade', oid::regtype), 4
  from pg_type o where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r') and ${notOfAnExtension}
  order by turn`

/** Drops all tables of this site. Throws `NotEmpty` if it must not. */
async function makeRoom(client: Client, isReplacing: boolean): Promise<void> {
  const tables = await readTables(client)
  if (tables.length > 0 && !(await hasMigrations(client))) {
    throw new NotEmpty('The database holds tables that this site did not make. Give it a database of its own.')
  }
  for (const { name } of isReplacing ? [] : tables) {
    const { rows } = await client.query(`select from ${quoted(name)} limit 1`)
    if (rows.length > 0) throw new NotEmpty(`The database is not empty: there are rows in ${name}.`)
  }
  if (tables.length > 0) await client.query(`drop table ${tables.map(({ name }) => quoted(name)).join(', ')} cascade`)
  const { rows: others } = await client.query<{ statement: string }>(OTHER_THINGS)
  for (const { statement } of others) await client.query(statement)
  await client.query('drop table if exists drizzle.__drizzle_migrations')
}

/** The database's tables that the backup contains, with only the columns in the backup. */
function tablesOf(manifest: Manifest, tables: Table[], file: string): Map<string, Table> {
  return new Map(
    manifest.tables.map((listed) => {
      const table = tables.find(({ name }) => name === listed.name)
      const columns = listed.columns.flatMap((name) => table?.columns.find((column) => column.name === name) ?? [])
      if (table === undefined || columns.length !== listed.columns.length) {
        throw new BadBackup(`${file} holds a table that its own version of the site does not have: ${listed.name}.`)
      }
      return [listed.name, { ...table, columns }]
    }),
  )
}

/**
 * Drops indexes and disables triggers, which would slow the import or write rows. Returns a function to restore them.
 */
async function withoutIndexes(client: Client, { tables }: Manifest): Promise<() => Promise<void>> {
  const names = tables.map(({ name }) => name)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class t on t.oid = i.indrelid
     where t.relnamespace = 'public'::regnamespace and t.relname = any($1)
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [names],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const name of names) await client.query(`alter table ${quoted(name)} disable trigger user`)
  return async () => {
    for (const { definition } of indexes) await client.query(definition)
    for (const name of names) await client.query(`alter table ${quoted(name)} enable trigger user`)
  }
}

/** The size of the rows in one statement, in characters. */
const BATCH = 512 * 1024

async function fill(
  client: Client,
  file: string,
  tables: Map<string, Table>,
  wrote: (rows: number) => Promise<void>,
): Promise<void> {
  let insert = ''
  let lines: string[] = []
  let size = 0
  const flush = async () => {
    if (lines.length === 0) return
    await client.query(insert, [`[${lines.join(',')}]`])
    await wrote(lines.length)
    lines = []
    size = 0
  }
  for await (const part of readParts(file)) {
    if (part.kind === 'table') {
      await flush()
      insert = insertInto(tables.get(part.head.name))
    } else if (part.kind === 'rows') {
      for (const line of part.lines) {
        lines.push(line)
        size += line.length
        if (size > BATCH) await flush()
      }
    }
  }
  await flush()
}

function insertInto(table: Table | undefined): string {
  if (table === undefined) throw new BadBackup('The file changed while it was read.')
  const columns = table.columns.map(({ name }) => quoted(name)).join(', ')
  return `insert into ${quoted(table.name)} (${columns}) overriding system value
          select ${columns} from json_populate_recordset(null::${quoted(table.name)}, $1::json)`
}

/** Sets the sequences to continue where they were, so that a number is never used twice. */
async function countOn(client: Client, manifest: Manifest, tables: Map<string, Table>): Promise<void> {
  for (const { name, next } of manifest.tables) {
    for (const { name: column, sequence } of tables.get(name)?.columns ?? []) {
      if (sequence === null) continue
      await client.query(
        `select setval($1, greatest($2::bigint, coalesce((select max(${quoted(column)}) + 1 from ${quoted(name)}), 1)), false)`,
        [sequence, next[column] ?? 1],
      )
    }
  }
}

/** Reads the written rows and compares them with the backup's checksums. */
async function compare(
  client: Client,
  manifest: Manifest,
  tables: Map<string, Table>,
  onRows: (rows: number) => void,
): Promise<void> {
  let done = 0
  for (const { name, rows, sha256 } of manifest.tables) {
    const table = tables.get(name)
    if (table === undefined) continue
    const digest = new Digest()
    for await (const lines of readRows(client, table, table.columns)) {
      digest.add(lines)
      done += lines.length
      onRows(done)
    }
    if (digest.rows !== rows || digest.end() !== sha256) {
      throw new BadBackup(`The table ${name} did not come out of the database as it is in the file.`)
    }
  }
}

import { existsSync, mkdirSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '../database.ts'
import { pendingMigrations } from '../migrate.ts'
import { type Client, quoted, readRows, readTables, type Table } from './catalog.ts'
import { type Sum, Writer } from './format.ts'

/** The data that a backup leaves out: for each table, some of its columns, or all of it. */
export type ExcludedTables = Readonly<Record<string, 'all' | readonly string[]>>

export interface BackupOptions {
  excluded: ExcludedTables
  clock: () => Date
  onRows?: (rows: number, total: number) => void
}

/** The tables and columns that a backup contains. */
export function withoutExcluded(tables: readonly Table[], excluded: ExcludedTables): Table[] {
  return tables
    .filter(({ name }) => excluded[name] !== 'all')
    .map((table) => {
      const out = excluded[table.name] ?? []
      return {
        ...table,
        columns: table.columns.filter(({ name, isGenerated }) => !isGenerated && !out.includes(name)),
      }
    })
}

/** Runs `work` on a consistent snapshot of the database. Later writes are not visible to it. */
export function withSnapshot<T>(database: Database, work: (client: Client) => Promise<T>): Promise<T> {
  return database.withoutTimeout((client) => inSnapshot(client, () => work(client)))
}

async function inSnapshot<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only')
  try {
    return await work()
  } finally {
    await client.query('rollback')
  }
}

/**
 * Writes a consistent snapshot of the database into a new file that only this user may read. A failure leaves no file:
 * the file is written under another name and renamed when it is completely on the disk.
 */
export async function backup(database: Database, file: string, options: BackupOptions): Promise<Sum[]> {
  // This throws for a newer database. It may contain secrets that this version would not leave out.
  await pendingMigrations(database)
  return database.withoutTimeout((client) => backupOn({ client, engine: database.engine }, file, options))
}

/** As `backup`, on a given client, which must have no timeout. */
export async function backupOn(
  { client, engine }: { client: Client; engine: Database['engine'] },
  file: string,
  options: BackupOptions,
): Promise<Sum[]> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  if (existsSync(file)) throw new Error(`${file} already exists: a backup never replaces another.`)
  const unfinished = join(dirname(file), `.${basename(file)}.${process.pid}`)
  const handle = await open(unfinished, 'wx', 0o600)
  /** The write error. The pipeline itself reports only that it was aborted. */
  let refused: unknown
  try {
    let sums: Sum[] = []
    await inSnapshot(client, async () => {
      const lines = linesOf(client, engine, options, (counted) => {
        sums = counted
      })
      await pipeline(Readable.from(lines), createGzip(), async (compressed: AsyncIterable<Buffer>) => {
        for await (const bytes of compressed) {
          await handle.appendFile(bytes).catch((error: unknown) => {
            refused = error
            throw error
          })
        }
      })
    })
    await handle.sync()
    await handle.close()
    await rename(unfinished, file)
    await syncFolder(dirname(file))
    return sums
  } catch (error) {
    await handle.close()
    await rm(unfinished, { force: true })
    throw inWords(refused ?? error, file)
  }
}

function inWords(error: unknown, file: string): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) return error
  return new Error(
    `There is no room left on the disk of ${file}: make some, or back up to another. No file was left.`,
    {
      cause: error,
    },
  )
}

async function* linesOf(
  client: Client,
  engine: Database['engine'],
  { excluded, clock, onRows }: BackupOptions,
  ended: (sums: Sum[]) => void,
): AsyncGenerator<string> {
  const { rows: made } = await client.query<{ is: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as is`,
  )
  if (!made[0]?.is) throw new Error('There is nothing of this site in the database.')
  const writer = new Writer()
  const tables = withoutExcluded(await readTables(client), excluded)
  const { rows: migrations } = await client.query<{ when: string; hash: string }>(
    'select created_at as when, hash from drizzle.__drizzle_migrations order by created_at',
  )
  yield writer.begin({
    made: clock().toISOString(),
    engine,
    migrations: migrations.map(({ when, hash }) => ({ when: Number(when), hash })),
  })
  const total = onRows === undefined ? 0 : await countRows(client, tables)
  let done = 0
  for (const table of tables) {
    yield writer.table({
      name: table.name,
      columns: table.columns.map(({ name }) => name),
      next: await nextOf(client, table),
    })
    for await (const lines of readRows(client, table, table.columns)) {
      yield writer.rows(lines)
      done += lines.length
      onRows?.(done, total)
    }
  }
  const { text, sums } = writer.end()
  yield text
  ended(sums)
}

async function countRows(client: Client, tables: readonly Table[]): Promise<number> {
  const counts = tables.map(({ name }) => `(select count(*) from ${quoted(name)})`)
  const { rows } = await client.query<{ n: string }>(`select ${counts.join(' + ') || '0'} as n`)
  return Number(rows[0]?.n)
}

async function nextOf(client: Client, { columns }: Table): Promise<Record<string, number>> {
  const next: Record<string, number> = {}
  for (const { name, sequence } of columns) {
    if (sequence === null) continue
    const { rows } = await client.query<{ next: string }>(
      `select case when is_called then last_value + 1 else last_value end as next from ${sequence}`,
    )
    next[name] = Number(rows[0]?.next)
  }
  return next
}

/** Without this, a power failure may lose the new file name although the contents are on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

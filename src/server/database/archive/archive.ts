import { createReadStream, existsSync, mkdirSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { type ExcludedTables, withoutExcluded, withSnapshot } from '../backup/backup.ts'
import { type Client, quoted, readRows, readTables, type Table } from '../backup/catalog.ts'
import type { Database } from '../database.ts'
import type { PersonalData } from '../person.ts'
import { ArchiveSchema, describe } from './schema.ts'
import { filesInTar, TAR_END, tarFile } from './tar.ts'

export interface ArchiveOptions {
  excluded: ExcludedTables
  personalData: PersonalData
  clock: () => Date
}

/** The size at which a file of rows ends, in characters. A long table has several files. */
const FILE_SIZE = 4 * 1024 * 1024

const SCHEMA_FILE = 'schema.json'

/**
 * Writes a consistent snapshot of the database as a `.tar.gz` that only this user may read. It contains JSON files:
 * `schema.json`, which describes the others, and the rows of each table. A failure leaves no file.
 */
export async function writeArchive(
  database: Database,
  file: string,
  { excluded, personalData, clock }: ArchiveOptions,
): Promise<ArchiveSchema> {
  if (existsSync(file)) throw new Error(`${file} already exists.`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = join(dirname(file), `.${basename(file)}.${process.pid}`)
  const handle = await open(unfinished, 'wx', 0o600)
  try {
    const schema = await withSnapshot(database, async (client) => {
      const tables = withoutExcluded(await readTables(client), excluded)
      const described = await describe(client, tables, personalData, clock())
      await pipeline(
        Readable.from(filesOf(client, tables, described)),
        createGzip(),
        async (compressed: AsyncIterable<Buffer>) => {
          for await (const bytes of compressed) await handle.appendFile(bytes)
        },
      )
      return described
    })
    await handle.sync()
    await handle.close()
    await rename(unfinished, file)
    return schema
  } catch (error) {
    await handle.close()
    await rm(unfinished, { force: true })
    throw error
  }
}

async function* filesOf(client: Client, tables: readonly Table[], schema: ArchiveSchema): AsyncGenerator<Buffer> {
  const at = new Date(schema.made)
  yield tarFile(SCHEMA_FILE, `${JSON.stringify(schema, null, 2)}\n`, at)
  for (const table of tables) {
    let rows: string[] = []
    let size = 0
    let number = 0
    const take = () => {
      number += 1
      const text = `[\n${rows.join(',\n')}\n]\n`
      rows = []
      size = 0
      return tarFile(`${table.name}/${String(number).padStart(4, '0')}.json`, text, at)
    }
    for await (const lines of readRows(client, table, table.columns)) {
      rows.push(...lines)
      size += lines.reduce((sum, line) => sum + line.length, 0)
      if (size > FILE_SIZE) yield take()
    }
    if (rows.length > 0) yield take()
  }
  yield TAR_END
}

/** The SQL expressions that fill required columns which the archive leaves out, by table and column. */
export type InTheirPlace = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Reads an archive into an empty database of this version of the site, in one transaction. */
export async function readArchive(
  database: Database,
  file: string,
  inTheirPlace: InTheirPlace,
): Promise<ArchiveSchema> {
  const schema = await database.withoutTimeout(async (client) => {
    await client.query('begin')
    try {
      const known = new Map((await readTables(client)).map((table) => [table.name, table]))
      const read = await fill(client, file, known, inTheirPlace)
      await client.query('commit')
      return read
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
  return schema
}

const Rows = z.array(z.record(z.string(), z.unknown()))

async function fill(
  client: Client,
  file: string,
  known: ReadonlyMap<string, Table>,
  inTheirPlace: InTheirPlace,
): Promise<ArchiveSchema> {
  let schema: ArchiveSchema | undefined
  const counts = new Map<string, number>()
  for await (const { name, text } of filesInTar(createReadStream(file).pipe(createGunzip()))) {
    if (name === SCHEMA_FILE) {
      schema = ArchiveSchema.parse(JSON.parse(text))
      await makeReady(client, schema, known)
      continue
    }
    const tableSchema = schema?.tables.find((table) => table.files === `${dirname(name)}/*.json`)
    if (tableSchema === undefined) throw new Error(`${file} holds a file that its schema does not describe: ${name}.`)
    const rows = Rows.parse(JSON.parse(text))
    counts.set(tableSchema.name, (counts.get(tableSchema.name) ?? 0) + rows.length)
    const columns = Object.keys(tableSchema.row.properties)
    const others = Object.entries(inTheirPlace[tableSchema.name] ?? {}).filter(([column]) => !columns.includes(column))
    const table = quoted(tableSchema.name)
    await client.query(
      `insert into ${table} (${[...columns, ...others.map(([column]) => column)].map(quoted).join(', ')})
       overriding system value
       select ${[...columns.map(quoted), ...others.map(([, value]) => value)].join(', ')}
       from json_populate_recordset(null::${table}, $1::json)`,
      [text],
    )
  }
  if (schema === undefined) throw new Error(`${file} is no archive of this site.`)
  for (const { name, rows } of schema.tables) {
    if ((counts.get(name) ?? 0) !== rows) throw new Error(`${file} is not whole: rows of ${name} are missing.`)
    await finish(client, known.get(name))
  }
  return schema
}

/**
 * Rejects an archive that does not fit the tables, and disables triggers, because the archive contains their counts.
 */
async function makeReady(client: Client, { tables }: ArchiveSchema, known: ReadonlyMap<string, Table>): Promise<void> {
  for (const { name, row } of tables) {
    const table = known.get(name)
    const unknown = Object.keys(row.properties).find((column) => !table?.columns.some((each) => each.name === column))
    if (table === undefined || unknown !== undefined) {
      throw new Error(`This version of the site does not know ${unknown ?? 'the table'} of ${name}.`)
    }
    const { rows } = await client.query(`select from ${quoted(name)} limit 1`)
    if (rows.length > 0) throw new Error(`The database is not empty: there are rows in ${name}. Nothing was changed.`)
    await client.query(`alter table ${quoted(name)} disable trigger user`)
  }
}

/** Sets the sequences to continue after the largest values, and enables the triggers again. */
async function finish(client: Client, table: Table | undefined): Promise<void> {
  if (table === undefined) return
  for (const { name, sequence } of table.columns) {
    if (sequence === null) continue
    await client.query(
      `select setval($1, coalesce((select max(${quoted(name)}) + 1 from ${quoted(table.name)}), 1), false)`,
      [sequence],
    )
  }
  await client.query(`alter table ${quoted(table.name)} enable trigger user`)
}

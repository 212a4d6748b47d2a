import { and, desc, eq, getTableColumns, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { allows, type Staff, type StaffLevel } from '#lib/access.ts'
import { msg } from '#lib/messages.ts'
import type { Topic } from '#lib/topics.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { lockTable } from '#server/database/locks.ts'
import { HttpError, notAllowed, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { createTurns } from '#server/turns.ts'
import type { AuditEntry, PastImport, Undoing } from '../contract.ts'
import { type ImportedRecord, MAX_IMPORTS, MAX_NAMED, planUndo, type UndoPlan, undoableSince } from '../import-rules.ts'
import type { Audit } from './store.ts'
import { importRows, imports } from './tables.ts'

/** How the records of a list lie in the database. */
export interface ImportedTable {
  topic: Topic
  /** Who may import into it. */
  access: StaffLevel
  table: PgTable
  /** Which of its rows are the list's, where it holds several. */
  part?: SQL
  /** Its primary key, within that part: what the audit log calls a record by, after the list. */
  key: PgColumn
  name: PgColumn
  /** Discord ID of the person whom a record is about. */
  about?: PgColumn
  /** What no two records share beside their key. Of several columns only the last may be empty, or change. */
  unique?: readonly [...PgColumn[], PgColumn]
  /** Rows that each change of a record adds to, with the version that the change made. */
  history?: { table: PgTable; part?: SQL; key: PgColumn; version: PgColumn }
}

type ImportRow = typeof imports.$inferSelect

export interface UndoStore {
  /** The latest imports of a list, for somebody who may import into it; null is the site. */
  listImports(reader: Staff | null, list: string): Promise<PastImport[]>
  /** What undoing an import would do now. It reads every record of the import, so it is for somebody who is about to. */
  findUndoing(reader: Staff | null, id: number): Promise<Undoing>
  /** Undoes an import, once and within the time for it. What was changed since stays as it is. */
  undoImport(by: By & { actor: Staff | null }, id: number): Promise<Undoing>
  /** Removes what can no longer be undone. */
  removeOldImports(): Promise<void>
}

export function createUndoStore({
  database: { db },
  audit,
  clock,
  importedTables,
}: {
  database: Pick<Database, 'db'>
  audit: Audit
  clock: () => Date
  importedTables: readonly ImportedTable[]
}): UndoStore {
  /** Throws where this person may not import into the list; null is the site, which may. */
  function tableOf(list: string, actor: Staff | null): ImportedTable {
    const found = importedTables.find(({ topic }) => topic === list)
    if (found === undefined) throw notFound()
    if (actor !== null && !allows(found.access, actor)) throw notAllowed()
    return found
  }

  /** An import that this person may undo now, and where its records lie. */
  function undoable([found]: ImportRow[], actor: Staff | null): { found: ImportRow; table: ImportedTable } {
    if (found === undefined || found.at < undoableSince(clock())) {
      throw notFound(msg('It is too late to undo this import.'))
    }
    const table = tableOf(found.list, actor)
    if (found.undoneAt !== null) throw new HttpError(409, 'undone', msg('This import is undone already.'))
    return { found, table }
  }

  async function planOf(from: Db, { id, byId }: ImportRow, table: ImportedTable, actor: Staff | null) {
    const undoer = actor?.id ?? null
    return planUndo(await recordsOf(from, id, table), undoer === byId ? null : undoer)
  }

  // A plan of thousands of records takes the embedded database a while.
  const inTurn = createTurns()

  return {
    listImports: async (reader, list) => {
      tableOf(list, reader)
      const rows = await db
        .select()
        .from(imports)
        .where(and(eq(imports.list, list), gte(imports.at, undoableSince(clock()))))
        .orderBy(desc(imports.id))
        .limit(MAX_IMPORTS)
      return rows.map(({ id, at, byName: by, file, added, changed, removed, undoneAt, undoneByName }) => {
        const undone = undoneAt && { at: undoneAt.toISOString(), by: undoneByName }
        return { id, at: at.toISOString(), by, file, added, changed, removed, undone }
      })
    },

    findUndoing: async (reader, id) => {
      const { found, table } = undoable(await rowOf(db, id), reader)
      return undoingOf(await inTurn(reader?.id ?? 'site', () => planOf(db, found, table, reader)))
    },

    undoImport: (by, id) =>
      audit.change(by, async (tx) => {
        const { found, table } = undoable(await rowOf(tx, id).for('update'), by.actor)
        const { list } = found
        await lockTable(tx, table.table)
        const plan = await planOf(tx, found, table, by.actor)
        await putBack(tx, id, table, plan)
        const undone = { undoneAt: clock(), undoneById: by.actor?.id, undoneByName: by.actor?.name.toWellFormed() }
        await tx.update(imports).set(undone).where(eq(imports.id, id))
        const result = undoingOf(plan)
        const { removes: removed, restores: restored, stay: stayed } = result
        // What a record said before and after stands in the rows of the import.
        const entries = [...plan.removes, ...plan.restores].map(
          ({ record }): AuditEntry => ({ action: 'undoImport', target: `${list}/${record}`, after: { import: id } }),
        )
        const entry = { action: 'undoImport', target: list, after: { import: id, removed, restored, stayed } }
        return { result, entries: [...entries, entry], topics: [table.topic, 'imports'] }
      }),

    removeOldImports: async () => {
      await db.delete(imports).where(lt(imports.at, undoableSince(clock())))
    },
  }
}

const rowOf = (from: Db, id: number) => from.select().from(imports).where(eq(imports.id, id))

const undoingOf = ({ removes, restores, stays }: UndoPlan): Undoing => ({
  removes: removes.length,
  restores: restores.length,
  stay: stays.length,
  staying: stays.flatMap(({ name }) => name ?? []).slice(0, MAX_NAMED),
})

const nameOf = (column: PgColumn) => sql.identifier(column.name)
/** Whether a row of the table, or of its history, is of the record that a row of the import names. */
const isOf = ({ key, part }: Pick<ImportedTable, 'key' | 'part'>) =>
  and(sql`${key} = r.record::${sql.raw(key.getSQLType())}`, part)

/** What an import did to each record, and how it is now. */
async function recordsOf(db: Db, id: number, records: ImportedTable): Promise<ImportedRecord[]> {
  const { table, key, name, about, unique } = records
  const last = unique?.at(-1)
  const alike = (of: (column: PgColumn) => SQL) => sql`jsonb_build_array(${sql.join(unique?.map(of) ?? [], sql`, `)})`
  const holder = last && {
    key: sql`h.${nameOf(key)}::text`,
    join: sql`left join ${table} h on h.${nameOf(last)} is not null
      and ${alike((column) => sql`h.${nameOf(column)}`)} = ${alike((column) => sql`r.before -> ${column.name}`)}`,
  }
  const { rows } = await db.execute<{ [F in keyof ImportedRecord]: ImportedRecord[F] }>(sql`
    select r.record, r.before is null as "isAdded", ${key} is not null as "isThere",
      r.hash is not distinct from row_hash(to_jsonb(${table})) as "isAsLeft",
      coalesce(${name}, r.before ->> ${name.name}) as name,
      ${about === undefined ? sql`null` : sql`coalesce(${about}, r.before ->> ${about.name})`} as about,
      ${holder?.key ?? sql`null`} as holder
    from ${importRows} r left join ${table} on ${isOf(records)} ${holder?.join ?? sql``}
    where r.import_id = ${id}
    order by name, r.record`)
  return rows.map((row) => ({ ...row, holder: row.holder === row.record ? null : row.holder }))
}

/** Writes the plan. What was kept of the import is removed with it. */
async function putBack(tx: Transaction, id: number, records: ImportedTable, plan: UndoPlan): Promise<void> {
  const { table, key, unique, history } = records
  const ids = [...plan.removes, ...plan.restores].map(({ record }) => record)
  const ours = sql`r.import_id = ${id} and r.record = any(${sql.param(ids)}::text[])`
  const ofTable = and(isOf(records), ours)
  const columns = Object.values(getTableColumns(table)).filter(({ generated }) => generated === undefined)
  const named = (all: readonly PgColumn[], alias?: SQL) =>
    sql.join(
      all.map((column) => (alias === undefined ? nameOf(column) : sql`${alias}.${nameOf(column)}`)),
      sql`, `,
    )

  if (history !== undefined) {
    await tx.execute(sql`
      delete from ${history.table} using ${importRows} r
      where ${isOf(history)} and ${ours}
        and ${history.version} > (r.before ->> 'version')::int`)
  }
  await tx.execute(sql`delete from ${table} using ${importRows} r where ${ofTable} and r.before is null`)
  const last = unique?.at(-1)
  if (last !== undefined) {
    // First let go of what changed hands.
    await tx.execute(
      sql`update ${table} set ${nameOf(last)} = 'undo ' || r.record from ${importRows} r where ${ofTable}`,
    )
  }
  const others = columns.filter((column) => column !== key)
  await tx.execute(sql`
    update ${table} set (${named(others)}) = (
      select ${named(others, sql`p`)} from jsonb_populate_record(${table}, r.before) p
    ) from ${importRows} r where ${ofTable}`)
  const isRemoved = sql`${ours} and r.before is not null and r.hash is null`
  const { rows } = await tx.execute<{ name: string }>(
    sql`select distinct jsonb_object_keys(r.before) as name from ${importRows} r where ${isRemoved}`,
  )
  // A column that came after the import has its default.
  const kept = columns.filter((column) => rows.some((row) => row.name === column.name))
  if (kept.length > 0) {
    await tx.execute(sql`
      insert into ${table} (${named(kept)}) overriding system value
      select ${named(kept, sql`p`)} from ${importRows} r, jsonb_populate_record(null::${table}, r.before) p
      where ${isRemoved}`)
  }
  await tx.delete(importRows).where(eq(importRows.importId, id))
}

import { and, desc, eq, getTableColumns, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Access, allows, type Staff } from '#lib/access.ts'
import { msg } from '#lib/messages.ts'
import type { Topic } from '#lib/topics.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { lockTable } from '#server/database/locks.ts'
import { HttpError, notAllowed, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { createTurns } from '#server/turns.ts'
import type { AuditEntry, PastImport, Undoing } from '../contract.ts'
import { type ImportedRecord, MAX_IMPORTS, MAX_NAMED, planUndo, type UndoPlan, undoableSince } from '../import-rules.ts'
import type { Audit, HiddenFromSubject } from './store.ts'
import { importRows, imports } from './tables.ts'

/**
 * How the database stores the records of a list. A list with several tables has one entry for each, with the table to
 * undo first at the front.
 */
export interface ImportedTable {
  topic: Topic
  /** The prefix of its records' keys, in lists with several tables. */
  prefix?: string
  /** SQL for `needs` of `ImportedRecord`: arrays of record keys, computed for the import row `r`. Empty by default. */
  needs?: readonly SQL[]
  /** Whether each import has few records, so that their names tell the imports apart. */
  isNamed?: boolean
  /** Further topics that an undo changes. */
  topics?: readonly Topic[]
  /** Whether the audit log gets one row for an undo, without a row for each record. */
  isOneAct?: boolean
  /** Throws an `HttpError` when the undo is not allowed. `records` are the records that it would restore or remove. */
  checkUndo?: (on: Db, records: readonly string[]) => Promise<void>
  /**
   * Saves data that is still needed of records, in the transaction of the undo and before it removes them. Returns the
   * records whose existence is hidden from a person. The list of imports does not count them for that person.
   */
  onRemove?: (tx: Transaction, records: readonly string[]) => Promise<readonly string[]>
  /** The fields that the log keeps for an undo, besides its counts. `records` are all records of the import. */
  alsoSaid?: (records: readonly string[]) => Record<string, string>
  /**
   * Makes further changes in other features, in the transaction of the undo. `records` are the records that it restored
   * or removed.
   */
  onUndone?: (tx: Transaction, records: readonly string[]) => Promise<AuditEntry[]>
  /** Who may import into the list. */
  access: Access
  /** Who may undo an import. Defaults to everybody who may import. */
  undoneBy?: Access
  table: PgTable
  /** The rows that belong to the list, in a table that holds several lists. */
  part?: SQL
  /** The key of a record within that part. The audit log names a record by the list and this key. */
  key: PgColumn
  name: PgColumn
  /** The Discord ID of the person whom a record is about. */
  about?: PgColumn
  /** Columns whose values together are unique, beside the key. Only the last of them may be empty or change. */
  unique?: readonly [...PgColumn[], PgColumn]
  /** A table to which each change of a record adds rows with the version that the change made. */
  history?: { table: PgTable; part?: SQL; key: PgColumn; version: PgColumn }
}

type ImportRow = typeof imports.$inferSelect

export interface UndoStore {
  /** The latest imports of a list, for a reader who may import into it. A null reader is the site itself. */
  listImports(reader: Staff | null, list: string): Promise<PastImport[]>
  /**
   * What undoing an import would do now. Throws when the undo would be refused. It reads every record of the import, so
   * call it only for a person who is about to undo.
   */
  findUndoing(reader: Staff | null, id: number): Promise<Undoing>
  /**
   * Undoes an import, once and within the period for it. Records that were changed since stay as they are. If that
   * leaves nothing to undo, the undo is refused and can be tried again later.
   */
  undoImport(by: By & { actor: Staff | null }, id: number): Promise<Undoing>
  /** Removes imports that can no longer be undone. */
  removeOldImports(): Promise<void>
}

export function createUndoStore({
  database: { db },
  audit,
  clock,
  importedTables,
  hiddenFromSubject = [],
}: {
  database: Pick<Database, 'db'>
  audit: Audit
  clock: () => Date
  importedTables: readonly ImportedTable[]
  /** The records that other features hide from the person they are about. */
  hiddenFromSubject?: readonly HiddenFromSubject[]
}): UndoStore {
  /**
   * The tables of a list. Throws when this person may not import into the list. A null actor is the site itself, which
   * may.
   */
  function tablesOf(list: string, actor: Staff | null): readonly ImportedTable[] {
    const found = importedTables.filter(({ topic }) => topic === list)
    if (found.length === 0) throw notFound()
    if (actor !== null && !found.every(({ access }) => allows(access, actor))) throw notAllowed()
    return found
  }

  /** Some lists require a higher access for undoing an import than for making it. */
  const mayUndo = (tables: readonly ImportedTable[], actor: Staff | null) =>
    actor === null || tables.every(({ undoneBy }) => undoneBy === undefined || allows(undoneBy, actor))

  /** An import that this person may undo now, with its tables. Throws when they may not. */
  function undoable([found]: ImportRow[], actor: Staff | null): { found: ImportRow; tables: readonly ImportedTable[] } {
    if (found === undefined || found.at < undoableSince(clock())) {
      throw notFound(msg('It is too late to undo this import.'))
    }
    const tables = tablesOf(found.list, actor)
    if (!mayUndo(tables, actor)) throw notAllowed(msg('Only management can undo an import into this list.'))
    if (found.undoneAt !== null) throw new HttpError(409, 'undone', msg('This import was already undone.'))
    return { found, tables }
  }

  async function planOf(from: Db, { id, byId }: ImportRow, tables: readonly ImportedTable[], actor: Staff | null) {
    const undoer = actor?.id ?? null
    const records: ImportedRecord[] = []
    for (const table of tables) records.push(...(await recordsOf(from, id, table)))
    return planUndo(records, undoer === byId ? null : undoer)
  }

  /**
   * The records of these imports whose existence is hidden from the actor, whom they are about. An undo leaves their
   * import rows in place.
   */
  async function listHiddenRecords(ids: readonly number[], tables: readonly ImportedTable[], actor: Staff | null) {
    const hidden: HiddenRecord[] = []
    for (const { table, about, prefix, topic, ...records } of tables) {
      const existence = hiddenFromSubject.find(({ isKind }) => isKind(prefix ?? topic))?.existence
      if (actor === null || about === undefined || existence === undefined) continue
      // Records that an undo removed are no longer in the table.
      const own = ((await existence.listOwn?.(actor.id)) ?? []).map((target) => target.slice(target.indexOf('/') + 1))
      const key = keyIn(prefix)
      const isGone = sql`${records.key} is null and ${key} = any(${sql.param(own)}::text[])`
      const { rows } = await db.execute<{ import: number; record: string; isAdded: boolean; key: string }>(sql`
        select r.import_id::int as import, r.record, r.before is null as "isAdded", ${key} as key
        from ${importRows} r left join ${table} on ${isOf({ ...records, prefix })}
        where r.import_id = any(${sql.param([...ids])}::int[]) and (${about} = ${actor.id} or ${isGone})`)
      const known = await existence.listKnown(
        actor.id,
        rows.map(({ key }) => key),
      )
      hidden.push(...rows.filter(({ key }) => !known.includes(key)))
    }
    return hidden
  }

  // Computing a plan of thousands of records is slow on the embedded database, so plans run one at a time and callers
  // take turns.
  const inTurn = createTurns()

  return {
    listImports: async (reader, list) => {
      const tables = tablesOf(list, reader)
      const rows = await db
        .select()
        .from(imports)
        .where(and(eq(imports.list, list), gte(imports.at, undoableSince(clock()))))
        .orderBy(desc(imports.id))
        .limit(MAX_IMPORTS)
      const ids = rows.map(({ id }) => id)
      const hidden = await listHiddenRecords(ids, tables, reader)
      const named = await listNames(db, ids, tables)
      return rows.map(({ id, at, byName: by, file, added, changed, removed, undoneAt, undoneByName }) => {
        const untold = hidden.filter((each) => each.import === id)
        const untoldAdded = untold.filter(({ isAdded }) => isAdded).length
        const undone = undoneAt && { at: undoneAt.toISOString(), by: undoneByName }
        return {
          id,
          at: at.toISOString(),
          by,
          file,
          names: named.flatMap(({ name, ...of }) => (of.import === id ? name : [])),
          added: added - untoldAdded,
          changed: changed - (untold.length - untoldAdded),
          removed,
          undone,
          may_undo: undone === null && mayUndo(tables, reader),
        }
      })
    },

    findUndoing: async (reader, id) => {
      const { found, tables } = undoable(await rowOf(db, id), reader)
      const plan = await inTurn(reader?.id ?? 'site', () => planOf(db, found, tables, reader))
      await checkUndo(db, tables, recordsIn(plan))
      return undoingOf(plan, await listHiddenRecords([id], tables, reader))
    },

    undoImport: async (by, id) => {
      const hidden = await listHiddenRecords([id], undoable(await rowOf(db, id), by.actor).tables, by.actor)
      return audit.change(by, async (tx) => {
        const { found, tables } = undoable(await rowOf(tx, id).for('update'), by.actor)
        const { list } = found
        for (const { table } of tables) await lockTable(tx, table)
        const plan = await planOf(tx, found, tables, by.actor)
        // Refuse, so that the undo can be tried again: another person may undo the records about this person, and an
        // open appeal that blocks records will end.
        if (plan.removes.length + plan.restores.length === 0) {
          throw new HttpError(409, 'nothing-left', msg('There is nothing left to undo.'))
        }
        const undoneRecords = recordsIn(plan)
        await checkUndo(tx, tables, undoneRecords)
        const removedRecords = plan.removes.map(({ record }) => record)
        const hiddenRecords: string[] = []
        for (const { onRemove } of tables) hiddenRecords.push(...((await onRemove?.(tx, removedRecords)) ?? []))
        for (const table of tables) await applyUndo(tx, id, table, plan)
        // Keep the import rows of hidden records: the list of imports needs them to leave these records out of its
        // counts.
        const isShown = sql`${importRows.record} <> all(${sql.param([...hidden.map(({ record }) => record), ...hiddenRecords])}::text[])`
        await tx.delete(importRows).where(and(eq(importRows.importId, id), isShown))
        const undone = { undoneAt: clock(), undoneById: by.actor?.id, undoneByName: by.actor?.name.toWellFormed() }
        await tx.update(imports).set(undone).where(eq(imports.id, id))
        const result = undoingOf(plan, hidden)
        const { removes: removed, restores: restored, stay: stayed } = result
        const followed: AuditEntry[] = []
        for (const { onUndone } of tables) {
          if (onUndone !== undefined) followed.push(...(await onUndone(tx, undoneRecords)))
        }
        // The rows of the import already record each record before and after.
        const records = tables.some(({ isOneAct }) => isOneAct) ? [] : undoneRecords
        const entries = records.map(
          (record): AuditEntry => ({ action: 'undoImport', target: `${list}/${record}`, after: { import: id } }),
        )
        const all = [...undoneRecords, ...plan.stays.map(({ record }) => record)]
        const further = Object.assign({}, ...tables.map(({ alsoSaid }) => alsoSaid?.(all)))
        const entry = {
          action: 'undoImport',
          target: list,
          after: { import: id, removed, restored, stayed, ...further },
        }
        return {
          result,
          entries: [...entries, entry, ...followed],
          topics: [...new Set(tables.flatMap(({ topics = [], topic }) => [topic, ...topics])), 'imports'],
        }
      })
    },

    removeOldImports: async () => {
      const isOld = lt(imports.at, undoableSince(clock()))
      const lasting = db
        .select({ id: imports.id })
        .from(imports)
        .where(and(isOld, isNotNull(imports.source)))
      await db.delete(importRows).where(inArray(importRows.importId, lasting))
      await db.delete(imports).where(and(isOld, isNull(imports.source)))
    },
  }
}

const rowOf = (from: Db, id: number) => from.select().from(imports).where(eq(imports.id, id))

/** A record of an import that is hidden from the person it is about. */
interface HiddenRecord {
  import: number
  record: string
  /** Whether the import added the record. Otherwise the import changed it, as joining people does. */
  isAdded: boolean
}

/** The records that an undo restores or removes. */
const recordsIn = ({ removes, restores }: UndoPlan) => [...removes, ...restores].map(({ record }) => record)

async function checkUndo(on: Db, tables: readonly ImportedTable[], records: readonly string[]): Promise<void> {
  for (const table of tables) await table.checkUndo?.(on, records)
}

function undoingOf({ removes, restores, stays }: UndoPlan, hidden: readonly HiddenRecord[]): Undoing {
  const shown = stays.filter(({ record }) => !hidden.some((each) => each.record === record))
  return {
    removes: removes.length,
    restores: restores.length,
    stay: shown.length,
    staying: shown.flatMap(({ name }) => name ?? []).slice(0, MAX_NAMED),
  }
}

const nameOf = (column: PgColumn) => sql.identifier(column.name)
/** A condition for rows of the table, or of its history, that belong to the record of the import row `r`. */
const isOf = ({ key, part, prefix }: Pick<ImportedTable, 'key' | 'part' | 'prefix'>) =>
  and(sql`${key} = ${keyIn(prefix)}::${sql.raw(key.getSQLType())}`, part)
/** The key in the import row `r`. Null when the row belongs to another table. */
const keyIn = (prefix: string | undefined) =>
  prefix === undefined ? sql`r.record` : sql`case when ${isWithin(prefix)} then split_part(r.record, '/', 2) end`
const isWithin = (prefix: string | undefined) =>
  prefix === undefined ? sql`true` : sql`split_part(r.record, '/', 1) = ${prefix}`

/**
 * The former names of the records of these imports, in the order of their keys. Erasing a person replaces these names.
 */
async function listNames(db: Db, ids: readonly number[], tables: readonly ImportedTable[]) {
  const all: { import: number; name: string }[] = []
  for (const { isNamed, name, prefix } of tables) {
    if (isNamed !== true) continue
    const { rows } = await db.execute<{ import: number; name: string }>(sql`
      select r.import_id as import, r.before ->> ${name.name} as name from ${importRows} r
      where r.import_id = any(${sql.param([...ids])}::int[]) and ${isWithin(prefix)} and r.before is not null
      order by r.record`)
    all.push(...rows)
  }
  return all
}

/** What an import did to each record of one table, and the record's current state. */
async function recordsOf(db: Db, id: number, records: ImportedTable): Promise<ImportedRecord[]> {
  const { table, key, name, about, unique, prefix, needs = [] } = records
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
      ${holder?.key ?? sql`null`} as holder, ${sql.join([sql`'{}'::text[]`, ...needs], sql` || `)} as needs
    from ${importRows} r left join ${table} on ${isOf(records)} ${holder?.join ?? sql``}
    where r.import_id = ${id} and ${isWithin(prefix)}
    order by name, r.record`)
  return rows.map((row) => ({ ...row, holder: row.holder === row.record ? null : row.holder }))
}

/** Carries out the plan for one table. */
async function applyUndo(tx: Transaction, id: number, records: ImportedTable, plan: UndoPlan): Promise<void> {
  const { table, key, unique, history } = records
  const ids = recordsIn(plan)
  const isOfImport = sql`r.import_id = ${id} and r.record = any(${sql.param(ids)}::text[])`
  const ofTable = and(isOf(records), isOfImport)
  const columns = Object.values(getTableColumns(table)).filter(({ generated }) => generated === undefined)
  const named = (all: readonly PgColumn[], alias?: SQL) =>
    sql.join(
      all.map((column) => (alias === undefined ? nameOf(column) : sql`${alias}.${nameOf(column)}`)),
      sql`, `,
    )

  if (history !== undefined) {
    await tx.execute(sql`
      delete from ${history.table} using ${importRows} r
      where ${isOf(history)} and ${isOfImport}
        and ${history.version} > (r.before ->> 'version')::int`)
  }
  await tx.execute(sql`delete from ${table} using ${importRows} r where ${ofTable} and r.before is null`)
  const last = unique?.at(-1)
  if (last !== undefined) {
    // First give each record a temporary unique value, because records may have exchanged theirs.
    await tx.execute(
      sql`update ${table} set ${nameOf(last)} = 'undo ' || r.record from ${importRows} r where ${ofTable}`,
    )
  }
  const others = columns.filter((column) => column !== key)
  await tx.execute(sql`
    update ${table} set (${named(others)}) = (
      select ${named(others, sql`p`)} from jsonb_populate_record(${table}, r.before) p
    ) from ${importRows} r where ${ofTable}`)
  const isRemoved = sql`${isOfImport} and ${isWithin(records.prefix)} and r.before is not null and r.hash is null`
  const { rows } = await tx.execute<{ name: string }>(
    sql`select distinct jsonb_object_keys(r.before) as name from ${importRows} r where ${isRemoved}`,
  )
  // A column that was added after the import gets its default.
  const kept = columns.filter((column) => rows.some((row) => row.name === column.name))
  if (kept.length > 0) {
    await tx.execute(sql`
      insert into ${table} (${named(kept)}) overriding system value
      select ${named(kept, sql`p`)} from ${importRows} r, jsonb_populate_record(null::${table}, r.before) p
      where ${isRemoved}`)
  }
}

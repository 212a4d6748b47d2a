import { createHash } from 'node:crypto'
import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { momentsOf } from '#lib/dates.ts'
import { REDACTED_TEXT, redactFields } from '#lib/redaction.ts'
import type { Topic } from '#lib/topics.ts'
import type { Changes } from '#server/changes.ts'
import { batches } from '#server/database/batches.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import type { By } from '#server/http/serve.ts'
import { type AuditEntry, type AuditFilter, type AuditQuery, type Json, MAX_FOUND } from '../contract.ts'
import { standsForMany } from '../rules.ts'
import { type ImportSource, recordImport } from './import-store.ts'
import { allImportRowsCondition, importRowsCondition, importThatAddedCondition, viewConditions } from './row-store.ts'
import { auditLog, kindOf } from './tables.ts'

/** The `previousHash` of the first row. */
export const GENESIS = '0'.repeat(64)
/**
 * The key of the advisory lock under which rows are appended. Without it two rows could follow the same row. The number
 * is arbitrary.
 */
const CHAIN_LOCK = 7_204_511

export type Row = typeof auditLog.$inferSelect
type Hashed = Omit<Row, 'hash'>

export interface Audit {
  /**
   * Makes one change by one person: the work, its audit rows and, after the commit, the announcement of its topics in
   * every process. All of it happens, or nothing. The work returns the result for the caller, the audit entries and the
   * topics that changed. No entries means that nothing changed.
   */
  change<T>(by: By, work: (tx: Transaction) => Promise<Change<T>>): Promise<T>
  /** Makes a change that imports a file. It can be undone for 30 days. */
  import<T>(by: By, source: ImportSource, work: (tx: Transaction, importId: number) => Promise<Change<T>>): Promise<T>
}

export interface Change<T> {
  result: T
  entries: AuditEntry[]
  topics: readonly Topic[]
  /** Called repeatedly while very many entries are written, with the number written since the last call. */
  onWritten?: (entries: number) => void
}

/** What a part of a change wrote. */
export type Written = Pick<Change<unknown>, 'entries' | 'topics'>
export const NOTHING_WRITTEN: Written = { entries: [], topics: [] }

/**
 * Records of which the log hides something from the person they are about, as the feature that owns the records does.
 */
export interface HiddenFromSubject {
  /** Whether the targets of these records start with this kind. */
  isKind(kind: string): boolean
  /** The field of a record that holds the ID of the person it is about. */
  subject: string
  /** The fields that are hidden, at any depth of the record. */
  fields: readonly string[]
  /** Hides `before` or `after` of a row when the record was about another person at that time. */
  hidesOthers?: true
  /**
   * Returns those of these records that are, or were, about this person. A record is named by the second part of its
   * target.
   */
  listAbout(reader: string, ids: readonly string[]): Promise<readonly string[]> | readonly string[]
  /**
   * For records whose existence is hidden from the person they are about. `isHidden` says whether a row shows the
   * record in such a state. `listKnown` returns those of these records that the person may know of by now.
   */
  existence?: {
    isHidden(record: Readonly<Record<string, unknown>>): boolean
    listKnown(reader: string, ids: readonly string[]): Promise<readonly string[]>
    /** Returns those of these records that the person may no longer know of, whatever state a row shows. */
    listNoLongerKnown?(reader: string, ids: readonly string[]): Promise<readonly string[]>
    /**
     * Returns the targets of all records that are or were about the person, including records of which some rows name
     * only other people.
     */
    listOwn?(reader: string): Promise<readonly string[]>
    /**
     * For imports that write a single row for all their records: how many of those records the person may not know of,
     * by the field in which the row of the import or of its undo counts them.
     */
    countHidden?(
      reader: string,
      row: Pick<Row, 'action' | 'actorId'>,
      importId: number,
    ): Promise<Record<string, number>>
  }
}

/** Creates the audit log through which every feature writes. */
export function createAudit(deps: {
  database: Database
  changes: Changes
  clock: () => Date
  /** The actions that features declare. Any action is accepted when this is left out, as commands do. */
  audited?: readonly string[]
  /** Writes more rows in the transaction of every change, and registers work to do after the commit. */
  alongside?: (
    tx: Transaction,
    by: By,
    entries: readonly AuditEntry[],
    more: {
      /** The log's number of the first entry. The other entries follow it without a gap. */
      firstSeq: number
      afterCommit: (work: () => void) => void
    },
  ) => Promise<void>
}): Audit {
  const change: Audit['change'] = async (by, work) => {
    const afterCommit: (() => void)[] = []
    const { result, entries, topics } = await deps.database.db.transaction(async (tx) => {
      const done = await work(tx)
      for (const action of new Set(done.entries.map((entry) => entry.action))) {
        if (deps.audited?.includes(action) === false) {
          throw new Error(
            `No feature declares the action ${action}: write its words into audit-rules.ts of its feature`,
          )
        }
      }
      if (done.entries.length > 0) {
        const firstSeq = await append(tx, by, deps.clock(), done.entries, done.onWritten)
        await deps.alongside?.(tx, by, done.entries, { firstSeq, afterCommit: (then) => afterCommit.push(then) })
        await deps.changes.announceElsewhere(done.topics, tx)
      }
      return done
    })
    if (entries.length > 0) for (const topic of topics) deps.changes.announce(topic)
    for (const then of afterCommit) then()
    return result
  }
  return {
    change,
    import: (by, source, work) =>
      change(by, async (tx) => {
        const done = await recordImport(tx, by, { ...source, at: deps.clock() }, (id) => work(tx, id))
        return { ...done, topics: [...done.topics, 'imports'] }
      }),
  }
}

/** Takes the lock of the log. Nobody else writes to the log until the transaction ends. */
export async function lockChain(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`)
}

/**
 * Appends rows to the chain in the caller's transaction. Nobody else writes to the log until it ends. Returns the
 * number of the first row.
 */
export async function append(
  tx: Db,
  by: By,
  at: Date,
  entries: AuditEntry[],
  onWritten?: Change<unknown>['onWritten'],
): Promise<number> {
  await lockChain(tx)
  const [last] = await tx.select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1)
  let seq = last?.seq ?? 0
  const firstSeq = seq + 1
  let previousHash = last?.hash ?? GENESIS
  const rows = entries.map(({ action, target, before, after }): Row => {
    const row: Hashed = {
      seq: ++seq,
      at,
      actorId: by.actor?.id ?? null,
      actorName: by.actor?.name.toWellFormed() ?? null,
      action,
      target,
      before: asJson(before ?? null),
      after: asJson(after ?? null),
      requestId: by.requestId,
      previousHash,
    }
    previousHash = hashOf(row)
    return { ...row, hash: previousHash }
  })
  for (const batch of batches(rows)) {
    await tx.insert(auditLog).values(batch)
    onWritten?.(batch.length)
  }
  return firstSeq
}

/** The hexadecimal SHA-256 over all fields of a row, including the hash of the row before it. */
export function hashOf(row: Hashed): string {
  const { seq, at, actorId, actorName, action, target, before, after, requestId, previousHash } = row
  const fields = [seq, at.toISOString(), actorId, actorName, action, target, before, after, requestId, previousHash]
  return createHash('sha256').update(JSON.stringify(fields, inKeyOrder)).digest('hex')
}

/** Sorts the keys of an object, because jsonb does not keep their order. */
function inKeyOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The action of the row that records that rows were cut off. */
export const CUT = 'cutAuditLog'

/**
 * Whether one of these actions was ever done, to a target of this kind if `kind` is given. Also true when the log was
 * cut, because the action may be among the removed rows. Doing it a second time would be worse than not at all.
 */
export async function wasEverDone(db: Db, actions: readonly string[], kind?: string): Promise<boolean> {
  const done = and(
    inArray(auditLog.action, [...actions]),
    kind === undefined ? undefined : eq(kindOf(auditLog.target), kind),
  )
  const found = await db
    .select({ seq: auditLog.seq })
    .from(auditLog)
    .where(or(done, eq(auditLog.action, CUT)))
    .limit(1)
  return found.length > 0
}

/** When this action was last done to a target. Null when no row of the log records it. */
export async function whenLastDone(db: Db, action: string, target: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(and(eq(auditLog.action, action), eq(auditLog.target, target)))
    .orderBy(desc(auditLog.at), desc(auditLog.seq))
    .limit(1)
  return row?.at ?? null
}

/** The last row in which one of these actions led to this version of a target. */
export async function findChange(
  db: Db,
  target: string,
  actions: readonly string[],
  version: number,
): Promise<Row | undefined> {
  const led = sql`${auditLog.after} -> 'version' = to_jsonb(${version}::int)`
  const [last] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.target, target), inArray(auditLog.action, [...actions]), led))
    .orderBy(desc(auditLog.at), desc(auditLog.seq))
    .limit(1)
  return last
}

/** The rows of some actions on a target between two row numbers, in their order. */
export async function listChanges(
  db: Db,
  target: string,
  { actions, from, to }: { actions: readonly string[]; from: number; to: number },
): Promise<Row[]> {
  const between = and(gte(auditLog.seq, from), lte(auditLog.seq, to))
  return db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.target, target), inArray(auditLog.action, [...actions]), between))
    .orderBy(asc(auditLog.seq))
}

/** The last row about a target. */
export async function findLast(db: Db, target: string): Promise<Row | undefined> {
  const newestFirst = [desc(auditLog.at), desc(auditLog.seq)] as const
  const about = eq(auditLog.target, target)
  const [last] = await db
    .select()
    .from(auditLog)
    .where(about)
    .orderBy(...newestFirst)
    .limit(1)
  return last
}

/** The number of rows and the number of the last row. Rows are numbered without a gap. */
async function extentOf(db: Db): Promise<{ total: number; last: number }> {
  const number = db.select({ seq: auditLog.seq }).from(auditLog).limit(1)
  const [first] = await number.orderBy(asc(auditLog.seq))
  const [last] = await db.select({ seq: auditLog.seq }).from(auditLog).orderBy(desc(auditLog.seq)).limit(1)
  return { total: first && last ? last.seq - first.seq + 1 : 0, last: last?.seq ?? 0 }
}

export async function countAudit(db: Db): Promise<number> {
  return (await extentOf(db)).total
}

/** One page of the log. */
export async function listAudit(
  db: Db,
  query: AuditQuery,
  timeZone?: string,
  hidden: HiddenRows = NONE_HIDDEN,
): Promise<{ rows: Row[]; total: number; isCapped: boolean }> {
  const { page, pageSize } = query
  const isOldestFirst = query.sort === 'when:asc'
  const where = [
    ...conditionsOf(query, timeZone, hidden.leftOut),
    ...(await viewConditions(db, query, hidden.unfolded)),
  ]
  if (where.length === 0) return listByNumber(db, query)
  const found = and(...where)
  const offset = (page - 1) * pageSize
  const inOrder = isOldestFirst
    ? ([asc(auditLog.at), asc(auditLog.seq)] as const)
    : ([desc(auditLog.at), desc(auditLog.seq)] as const)
  // The rows of earlier pages are skipped by their numbers, without reading their contents.
  const numbers = db
    .select({ seq: auditLog.seq })
    .from(auditLog)
    .where(found)
    .orderBy(...inOrder)
    .limit(Math.min(pageSize, Math.max(0, MAX_FOUND - offset)))
    .offset(offset)
  const rows =
    offset >= MAX_FOUND
      ? []
      : await db
          .select()
          .from(auditLog)
          // PostgreSQL evaluates the array once. With a join and poor statistics, it ran the subquery for each row of
          // the log.
          .where(sql`${auditLog.seq} = any(array(${numbers}))`)
          .orderBy(...inOrder)
  if (rows.length < pageSize && (rows.length > 0 || offset === 0) && offset + rows.length < MAX_FOUND) {
    return { rows, total: offset + rows.length, isCapped: false }
  }
  const counted = db
    .select({ one: sql`1` })
    .from(auditLog)
    .where(found)
    // Use the same order as the page. Without it the planner may walk an index that does not fit the filter.
    .orderBy(...inOrder)
    .limit(MAX_FOUND + 1)
    .as('counted')
  const [{ count } = { count: 0 }] = await db.select({ count: sql<number>`count(*)::int` }).from(counted)
  return { rows, total: Math.min(count, MAX_FOUND), isCapped: count > MAX_FOUND }
}

/** One page of the whole log. The numbers of its rows are known, so every page loads equally fast. */
async function listByNumber(db: Db, { page, pageSize, sort }: AuditQuery) {
  const isOldestFirst = sort === 'when:asc'
  const { total, last: end } = await extentOf(db)
  const passed = (page - 1) * pageSize
  const [from, to] = isOldestFirst
    ? [end - total + passed, end - total + passed + pageSize]
    : [end - passed - pageSize, end - passed]
  const numbers = and(gt(auditLog.seq, from), lte(auditLog.seq, to))
  const byNumber = isOldestFirst ? asc(auditLog.seq) : desc(auditLog.seq)
  const rows = passed >= total ? [] : await db.select().from(auditLog).where(numbers).orderBy(byNumber)
  return { rows, total, isCapped: false }
}

const AT_ONCE = 500

/** Every row that matches a filter, the latest first by default, in batches. */
export async function* eachAudit(
  db: Db,
  query: AuditFilter,
  timeZone?: string,
  hidden: HiddenRows = NONE_HIDDEN,
): AsyncGenerator<Row[]> {
  const where = [
    ...conditionsOf(query, timeZone, hidden.leftOut),
    ...(await viewConditions(db, query, hidden.unfolded)),
  ]
  const { at, seq } = auditLog
  // Order by time and number: numbers follow the order of writing, but the clock may have been set back.
  const isOldestFirst = query.sort === 'when:asc'
  const [way, isFurther, further] = isOldestFirst ? [asc, gt, sql`>`] : [desc, lt, sql`<`]
  const order = where.length === 0 ? [way(seq)] : [way(at), way(seq)]
  for (let rest: SQL | undefined; ; ) {
    const rows = await db
      .select()
      .from(auditLog)
      .where(and(...where, rest))
      .orderBy(...order)
      .limit(AT_ONCE)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < AT_ONCE) return
    rest =
      where.length === 0
        ? isFurther(seq, last.seq)
        : sql`(${at}, ${seq}) ${further} (${last.at.toISOString()}::timestamptz, ${last.seq})`
  }
}

/** The rows with these numbers. */
export const findAudit = (db: Db, seqs: readonly number[]): Promise<Row[]> =>
  db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.seq, [...seqs]))

/**
 * Rows as this reader may see them. Hides the fields that the reader's own pages hide too. Of records that are or were
 * about the reader, it also hides which other people they were about.
 */
export async function redactRowsFor(
  reader: string,
  rows: readonly Row[],
  hiddenFromSubject: readonly HiddenFromSubject[],
): Promise<Row[]> {
  const kinds = await Promise.all(
    hiddenFromSubject.map(async ({ listAbout, ...records }) => {
      const found = rows.filter(({ target }) => records.isKind(kindIn(target))).map(({ target }) => idIn(target))
      const ids = [...new Set(found)]
      const own = new Set(ids.length === 0 ? [] : await listAbout(reader, ids))
      const known = new Set(ids.length === 0 ? [] : await records.existence?.listKnown(reader, ids))
      const forgotten = new Set(ids.length === 0 ? [] : await records.existence?.listNoLongerKnown?.(reader, ids))
      return { ...records, own, known, forgotten }
    }),
  )
  return rows.map((row) => {
    const records = kinds.find(({ isKind }) => isKind(kindIn(row.target)))
    if (records === undefined) return row
    const { subject, fields, own, known, forgotten, existence, hidesOthers } = records
    const id = idIn(row.target)
    const aboutReader = [row.before, row.after].filter(isRecord).filter((record) => record[subject] === reader)
    if (aboutReader.length === 0 && !own.has(id)) return row
    // Rows of such a record that name only other people would reveal the record too.
    const isSecret = existence !== undefined && (aboutReader.length === 0 || aboutReader.some(existence.isHidden))
    // Keep the row: rows are numbered without a gap, so a missing one would look like tampering.
    if (forgotten.has(id) || (isSecret && !known.has(id))) return hiddenRow(row)
    const shown = (record: unknown) =>
      hidesOthers && isRecord(record) && record[subject] !== undefined && record[subject] !== reader
        ? { hidden: REDACTED_TEXT }
        : redactFields(record, fields)
    return { ...row, before: shown(row.before), after: shown(row.after) }
  })
}

/**
 * Hides the actor too, because it may be the person who wrote about the reader. Also hides what could reveal the actor:
 * the request, which other rows share, and the hash, by which actors could be guessed and tried.
 */
const hiddenRow = (row: Row): Row => {
  const target = kindIn(row.target)
  const nobody = { actorId: null, actorName: null, requestId: '', hash: '' }
  return { ...row, ...nobody, target, before: null, after: { hidden: REDACTED_TEXT } }
}

const kindIn = (target: string) => target.split('/', 1)[0] ?? ''
const idIn = (target: string) => target.slice(target.indexOf('/') + 1)
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The numbers of rows that are hidden as a whole from the reader of a list. */
export interface HiddenRows {
  /** Rows to leave out. A hidden row shows no record, actor or import, so filters for these must not find it. */
  leftOut: readonly number[]
  /** Rows of imports to show in spite of folding. Folding them would reveal that an import made them. */
  unfolded: readonly number[]
}
const NONE_HIDDEN: HiddenRows = { leftOut: [], unfolded: [] }

export async function listHiddenRowNumbers(
  db: Db,
  query: Pick<AuditFilter, 'target' | 'actor' | 'import' | 'imports'>,
  reader: string,
  hiddenFromSubject: readonly HiddenFromSubject[],
): Promise<HiddenRows> {
  const { target, actor, imports } = query
  const isOfRecord = target?.includes('/') === true ? eq(auditLog.target, target) : undefined
  const isSought = or(
    actor === undefined ? undefined : isBy(actor),
    query.import === undefined ? undefined : await importRowsCondition(db, query.import),
  )
  if (isOfRecord === undefined && isSought === undefined && imports === undefined) return NONE_HIDDEN
  const own = await listOwn(reader, hiddenFromSubject)
  const hidden = async (isMeant: SQL | undefined) =>
    (await selectHiddenRows(db, reader, hiddenFromSubject, isMeant)).map(({ seq }) => seq)
  const isFolded = imports === undefined || own.length === 0 ? undefined : await allImportRowsCondition(db)
  const isFound = or(isOfRecord, isSought && and(isSought, or(namesReader(reader, hiddenFromSubject), isOneOf(own))))
  return {
    leftOut: isFound === undefined ? [] : await hidden(isFound),
    unfolded: isFolded === undefined ? [] : await hidden(and(isOneOf(own), isFolded)),
  }
}

/** The rows matching `isMeant` that are hidden as a whole from the reader. */
async function selectHiddenRows(
  db: Db,
  reader: string,
  hiddenFromSubject: readonly HiddenFromSubject[],
  isMeant: SQL | undefined,
) {
  const rows = await db.select().from(auditLog).where(isMeant)
  const shown = new Map((await redactRowsFor(reader, rows, hiddenFromSubject)).map((row) => [row.seq, row.target]))
  return rows.filter((row) => shown.get(row.seq) !== row.target)
}

/**
 * Rows as `redactRowsFor` returns them. The counts in the rows of imports leave out records that are hidden from the reader.
 */
export async function redactRowsAndCountsFor(
  db: Db,
  reader: string,
  rows: readonly Row[],
  hiddenFromSubject: readonly HiddenFromSubject[],
) {
  const shown = await redactRowsFor(reader, rows, hiddenFromSubject)
  const own = rows.some(isOfMany) ? await listOwn(reader, hiddenFromSubject) : []
  if (own.length === 0) return shown
  return Promise.all(
    shown.map(async (row) => {
      if (!isOfMany(row) || !isRecord(row.after)) return row
      const after = { ...row.after }
      const isMeant = and(isOneOf(own), await importRowsCondition(db, row.seq))
      const hidden = await selectHiddenRows(db, reader, hiddenFromSubject, isMeant)
      for (const one of hidden) {
        const counted = countOf(one)
        if (typeof after[counted] === 'number') after[counted] -= 1
      }
      // For the person who undid the import, `stayed` does not count hidden records in the first place.
      if (row.action === 'undoImport' && row.actorId !== reader && typeof after.stayed === 'number') {
        const undone = hidden.map(({ target }) => target)
        const isImported = and(isOneOf(own), await undoneImportCondition(db, row.seq))
        const imported = await selectHiddenRows(db, reader, hiddenFromSubject, isImported)
        const stayed = imported.filter(({ target }) => !undone.includes(target)).length
        // Retention may have removed some of them before the undo.
        after.stayed = Math.max(0, after.stayed - stayed)
      }
      const existence = hiddenFromSubject.find(({ isKind }) => isKind(row.target))?.existence
      const ofImport = typeof after.import === 'number' ? after.import : null
      const hiddenCounts = ofImport === null ? {} : ((await existence?.countHidden?.(reader, row, ofImport)) ?? {})
      for (const [counted, n] of Object.entries(hiddenCounts)) {
        if (typeof after[counted] === 'number') after[counted] -= n
      }
      return { ...row, after }
    }),
  )
}

/** A condition for the rows of the import that was undone by the undo whose row has this number. */
async function undoneImportCondition(db: Db, seq: number): Promise<SQL> {
  const [one] = await db
    .select({ target: auditLog.target })
    .from(auditLog)
    .where(await importRowsCondition(db, seq))
    .limit(1)
  return one === undefined ? sql`false` : importThatAddedCondition(db, one.target)
}

const isOfMany = ({ action, target }: Row) => standsForMany(action, target)

/**
 * The field in which the row of an import or its undo counts this record. An undo counts a hidden record as removed.
 */
function countOf({ action, before, after }: Row): 'added' | 'changed' | 'removed' {
  if (action === 'undoImport') return 'removed'
  return before === null ? 'added' : after === null ? 'removed' : 'changed'
}

/** The targets of all records that are or were about the reader and whose existence may be hidden from them. */
async function listOwn(reader: string, hiddenFromSubject: readonly HiddenFromSubject[]): Promise<string[]> {
  return (await Promise.all(hiddenFromSubject.map(({ existence }) => existence?.listOwn?.(reader) ?? []))).flat()
}

const isOneOf = (targets: readonly string[]) => sql`${auditLog.target} = any(${sql.param(targets)}::text[])`

function namesReader(reader: string, hiddenFromSubject: readonly HiddenFromSubject[]): SQL {
  const subjects = [
    ...new Set(hiddenFromSubject.flatMap(({ existence, subject }) => (existence === undefined ? [] : subject))),
  ]
  const names = subjects.flatMap((subject) =>
    [auditLog.before, auditLog.after].map((record) => sql`${record} ->> ${subject} = ${reader}`),
  )
  return names.length === 0 ? sql`false` : sql`(${sql.join(names, sql` or `)})`
}

const isBy = (actor: string): SQL => (actor === 'site' ? isNull(auditLog.actorId) : eq(auditLog.actorId, actor))

/** `without` are the numbers of rows to leave out. */
function conditionsOf(
  { actor, action, target, from, to, tz, endTz }: AuditFilter,
  zone: string | undefined,
  without: readonly number[],
): SQL[] {
  const { since, before } = momentsOf({ first: from, last: to, tz, endTz, zone })
  return [
    actor === undefined ? [] : isBy(actor),
    action === undefined ? [] : eq(auditLog.action, action),
    target === undefined
      ? []
      : target.includes('/')
        ? eq(auditLog.target, target)
        : eq(kindOf(auditLog.target), target),
    without.length === 0 ? [] : notInArray(auditLog.seq, [...without]),
    since === undefined ? [] : gte(auditLog.at, since),
    before === undefined ? [] : lt(auditLog.at, before),
  ].flat()
}

/** Every action in the log. One index look-up finds each action, so a long log does not slow this down. */
export async function listAuditActions(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ action: string }>(sql`
    with recursive found as (
      (select action from ${auditLog} order by action limit 1)
      union all
      select (select next.action from ${auditLog} next where next.action > found.action order by next.action limit 1)
      from found where found.action is not null
    )
    select action from found where action is not null`)
  return rows.map(({ action }) => action).sort()
}

/**
 * A record as the audit log stores it: plain JSON with dates in ISO 8601. A lone surrogate, as cutting a text can leave
 * one, becomes the replacement character, because PostgreSQL refuses lone surrogates in jsonb.
 */
export function asJson(record: object | Json): Json {
  return JSON.parse(
    JSON.stringify(record, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)),
  )
}

import { eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { AuditEntry } from '#features/audit/contract.ts'
import { type Audit, asJson, wasEverDone } from '#features/audit/server/store.ts'
import type { Member } from '#lib/access.ts'
import { compareText } from '#lib/compare.ts'
import { msg } from '#lib/messages.ts'
import type { ListReport, MissingRecords } from '#lib/sheet.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { lockTable } from '#server/database/locks.ts'
import { withUniqueViolation } from '#server/database/unique.ts'
import { changedMeanwhile, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { type ListShape, planList } from '#server/list-sheet.ts'
import { checkBasis, readSheet, reportOpenColumns, type SheetFile } from '#server/sheet.ts'
import { countRows } from '#server/sheet-import.ts'
import type { PenalCode, PenalCodeDraft, TenCode, TenCodeDraft } from '../contract.ts'
import { compareStatutes, penalCodeAnchor, tenCodeAnchor } from '../rules.ts'
import type { AmountWords, PenalCodeField, TenCodeField } from '../sheet-rules.ts'
import { penalCodesSheet, TEN_CODES } from './import.ts'
import { legacyFilledLists, penalCodes, tenCodes } from './tables.ts'

/** The author of a change. The actor is null when the site itself makes the change. */
type CodeAuthor = By & { actor: Pick<Member, 'id' | 'name' | 'username'> | null }

/** The store of one of the two lists. A failing call throws an `HttpError` and writes nothing. */
interface CodeStore<D, R> {
  /** All codes, in the order of the list. */
  list(): Promise<R[]>
  add(by: CodeAuthor, draft: D): Promise<R>
  /** Throws a conflict that holds the current code when `version` is outdated. */
  change(by: CodeAuthor, id: number, version: number, draft: D): Promise<R>
  remove(by: CodeAuthor, id: number): Promise<void>
  /** Inserts the first codes, once per database and only if no code was ever added. Returns the number of codes. */
  fill(by: CodeAuthor, read: () => D[]): Promise<number>
  /**
   * Imports a spreadsheet, all of it or nothing. Throws a conflict when it would change something else than its preview
   * showed.
   */
  import(by: CodeAuthor, file: SheetFile, missing: MissingRecords): Promise<ListReport>
  /** Returns what an import would change, without writing. */
  tryImport(file: SheetFile, missing: MissingRecords): Promise<ListReport>
}

export interface CodeStoreDeps {
  database: Pick<Database, 'db'>
  audit: Audit
  clock: () => Date
}

export const createTenCodeStore = (deps: CodeStoreDeps) =>
  createCodeStore<TenCodeField, TenCodeDraft, TenCode>(deps, {
    topic: 'ten-codes',
    thing: 'TenCode',
    table: tenCodes,
    shape: TEN_CODES,
    list: listTenCodes,
    insert: async (tx, draft, author) => {
      const values = { ...tenCodeColumns(draft), ...created(author) }
      return withUniqueViolation(TEN_CODE_TWICE, async () =>
        tenCodeOf(firstRow(await tx.insert(tenCodes).values(values).returning())),
      )
    },
    insertAll: async (tx, drafts, author) => {
      await tx.insert(tenCodes).values(drafts.map((draft) => ({ ...tenCodeColumns(draft), ...created(author) })))
    },
    find: async (tx, id) => {
      const [row] = await tx.select().from(tenCodes).where(eq(tenCodes.id, id)).for('update')
      if (row === undefined) throw notFound(msg('This code is no longer in the list.'))
      return tenCodeOf(row)
    },
    update: async (tx, { id, version }, draft, author) => {
      const values = { ...tenCodeColumns(draft), ...updated(author), version: version + 1 }
      return withUniqueViolation(TEN_CODE_TWICE, async () =>
        tenCodeOf(firstRow(await tx.update(tenCodes).set(values).where(eq(tenCodes.id, id)).returning())),
      )
    },
    remove: async (tx, id) => void (await tx.delete(tenCodes).where(eq(tenCodes.id, id))),
  })

export const createPenalCodeStore = (deps: CodeStoreDeps & { law?: AmountWords | null }) =>
  createCodeStore<PenalCodeField, PenalCodeDraft, PenalCode>(deps, {
    topic: 'penal-codes',
    thing: 'PenalCode',
    table: penalCodes,
    shape: penalCodesSheet(deps.law ?? null),
    list: listPenalCodes,
    insert: async (tx, draft, author) => {
      const values = { ...penalCodeColumns(draft), ...created(author) }
      return withUniqueViolation(STATUTE_TWICE, async () =>
        penalCodeOf(firstRow(await tx.insert(penalCodes).values(values).returning())),
      )
    },
    insertAll: async (tx, drafts, author) => {
      await tx.insert(penalCodes).values(drafts.map((draft) => ({ ...penalCodeColumns(draft), ...created(author) })))
    },
    find: async (tx, id) => {
      const [row] = await tx.select().from(penalCodes).where(eq(penalCodes.id, id)).for('update')
      if (row === undefined) throw notFound(msg('This statute is no longer in the list.'))
      return penalCodeOf(row)
    },
    update: async (tx, { id, version }, draft, author) => {
      const values = { ...penalCodeColumns(draft), ...updated(author), version: version + 1 }
      return withUniqueViolation(STATUTE_TWICE, async () =>
        penalCodeOf(firstRow(await tx.update(penalCodes).set(values).where(eq(penalCodes.id, id)).returning())),
      )
    },
    remove: async (tx, id) => void (await tx.delete(penalCodes).where(eq(penalCodes.id, id))),
  })

/** All ten-codes, in numeric-aware order of the code. */
export async function listTenCodes(db: Db): Promise<TenCode[]> {
  const rows = await db.select().from(tenCodes)
  return rows.map(tenCodeOf).sort((a, b) => compareText(a.code, b.code))
}

/** All penal codes, in the order of the statute book. */
export async function listPenalCodes(db: Db): Promise<PenalCode[]> {
  const rows = await db.select().from(penalCodes)
  return rows.map(penalCodeOf).sort((a, b) => compareStatutes(a.statute, b.statute))
}

interface Author {
  actor: Pick<Member, 'id' | 'username'> | null
  at: Date
}

/** One of the two lists, and how its rows are read and written. */
interface CodeList<F extends string, D extends Record<F, string | number | null>, R extends D> {
  topic: 'ten-codes' | 'penal-codes'
  thing: 'TenCode' | 'PenalCode'
  table: PgTable
  shape: ListShape<F, D>
  list(db: Db): Promise<R[]>
  insert(tx: Transaction, draft: D, author: Author): Promise<R>
  insertAll(tx: Transaction, drafts: readonly D[], author: Author): Promise<void>
  /** Locks the row until the transaction ends. Throws when there is no such row. */
  find(tx: Transaction, id: number): Promise<R>
  update(tx: Transaction, before: R, draft: D, author: Author): Promise<R>
  remove(tx: Transaction, id: number): Promise<void>
}

/** The part that both lists share: changes, their audit rows and their topics. */
function createCodeStore<
  F extends string,
  D extends Record<F, string | number | null>,
  R extends D & (TenCode | PenalCode),
>({ database: { db }, audit, clock }: CodeStoreDeps, codes: CodeList<F, D, R>): CodeStore<D, R> {
  const { topic, thing, shape } = codes
  const topics = [topic]
  const authorOf = (by: CodeAuthor): Author => ({ actor: by.actor, at: clock() })
  const entryOf = (verb: 'add' | 'change' | 'remove', before: R | null, after: R | null): AuditEntry => ({
    action: `${verb}${thing}`,
    target: `${topic}/${(after ?? before)?.id}`,
    before: before && asJson(before),
    after: after && asJson(after),
  })

  return {
    list: () => codes.list(db),

    add: (by, draft) =>
      audit.change(by, async (tx) => {
        const added = await codes.insert(tx, draft, authorOf(by))
        return { result: added, entries: [entryOf('add', null, added)], topics }
      }),

    change: (by, id, version, draft) =>
      audit.change(by, async (tx) => {
        const before = await codes.find(tx, id)
        if (before.version !== version) throw changedMeanwhile(before)
        const after = await codes.update(tx, before, draft, authorOf(by))
        return { result: after, entries: [entryOf('change', before, after)], topics }
      }),

    remove: (by, id) =>
      audit.change(by, async (tx) => {
        const before = await codes.find(tx, id)
        await codes.remove(tx, id)
        return { result: undefined, entries: [entryOf('remove', before, null)], topics }
      }),

    fill: (by, read) =>
      audit.change(by, async (tx) => {
        const before = await tx.select().from(legacyFilledLists).where(eq(legacyFilledLists.list, topic))
        const isDone = before.length > 0 || (await wasEverDone(tx, [`fill${thing}s`, `add${thing}`, `import${thing}s`]))
        const drafts = isDone ? [] : read()
        if (drafts.length === 0) return { result: 0, entries: [], topics: [] }
        await codes.insertAll(tx, drafts, authorOf(by))
        const entry = { action: `fill${thing}s`, target: topic, after: { count: drafts.length } }
        return { result: drafts.length, entries: [entry], topics }
      }),

    import: (by, file, missing) =>
      audit.import(by, { list: topic, file: file.name }, async (tx) => {
        await lockTable(tx, codes.table)
        const plan = planList(reportOpenColumns(readSheet(file, shape)), await codes.list(tx), shape, missing)
        const { report, writes, removals } = plan
        checkBasis(file, report)
        if (!report.ok) return { result: report, entries: [], topics: [] }
        const author = authorOf(by)
        const onWritten = countRows(file, writes.length + removals.length)
        const entries: AuditEntry[] = []
        for (const before of removals) {
          await codes.remove(tx, before.id)
          entries.push(entryOf('remove', before, null))
          onWritten(1)
        }
        for (const { before, after: draft } of writes) {
          const after =
            before === null ? await codes.insert(tx, draft, author) : await codes.update(tx, before, draft, author)
          entries.push(entryOf(before === null ? 'add' : 'change', before, after))
          onWritten(1)
        }
        const { added, changed, unchanged, removed } = report
        entries.push({ action: `import${thing}s`, target: topic, after: { added, changed, unchanged, removed } })
        return { result: report, entries, topics, onWritten }
      }),

    tryImport: async (file, missing) => planList(readSheet(file, shape), await codes.list(db), shape, missing).report,
  }
}

function tenCodeColumns({ code, meaning, category, color }: TenCodeDraft) {
  return { anchor: tenCodeAnchor(code), code, meaning, category, color }
}

function penalCodeColumns(draft: PenalCodeDraft) {
  const { fine_max: fineMax, jail_max: jailMax, points_max: pointsMax, ...same } = draft
  return { anchor: penalCodeAnchor(draft.statute), ...same, fineMax, jailMax, pointsMax }
}

function created(author: Author) {
  return {
    ...updated(author),
    createdByUsername: author.actor?.username ?? null,
    createdByDiscord: author.actor?.id ?? null,
    createdAt: author.at,
  }
}

function updated({ actor, at }: Author) {
  return { updatedByUsername: actor?.username ?? null, updatedByDiscord: actor?.id ?? null, updatedAt: at }
}

function tenCodeOf(row: typeof tenCodes.$inferSelect): TenCode {
  const { id, code, meaning, category, color } = row
  return { id, code, meaning, category, color, ...authorshipOf(row) }
}

function penalCodeOf(row: typeof penalCodes.$inferSelect): PenalCode {
  const { id, statute, title, class: grade, fine, jail, points, notes, counts, excludes, includes, aliases } = row
  const ranges = { fine_max: row.fineMax, jail_max: row.jailMax, points_max: row.pointsMax }
  const stated = { id, statute, title, class: grade, fine, jail, points, notes }
  return { ...stated, ...ranges, counts, excludes, includes, aliases, ...authorshipOf(row) }
}

function authorshipOf(row: typeof tenCodes.$inferSelect | typeof penalCodes.$inferSelect) {
  return {
    created_by_username: row.createdByUsername,
    created_by_discord: row.createdByDiscord,
    created_at: row.createdAt.toISOString(),
    updated_by_username: row.updatedByUsername,
    updated_by_discord: row.updatedByDiscord,
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
  }
}

const TEN_CODE_TWICE = { code: msg('This code is already in the list.') }
const STATUTE_TWICE = { statute: msg('This statute is already in the list.') }

function firstRow<T>([row]: T[]): T {
  if (row === undefined) throw new Error('the database wrote a row and did not give it back')
  return row
}

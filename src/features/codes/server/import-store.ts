import { type SQL, sql } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import { type Audit, asJson } from '#features/audit/server/store.ts'
import type { Member } from '#lib/access.ts'
import type { ListReport, MissingRecords } from '#lib/sheet.ts'
import type { Database, Db } from '#server/database/database.ts'
import type { By } from '#server/http/serve.ts'
import { type ListShape, planList } from '#server/list-sheet.ts'
import { decided, readSheet, type SheetFile } from '#server/sheet.ts'
import type { PenalCode, TenCode } from '../contract.ts'
import { PENAL_CODES, TEN_CODES } from './import.ts'
import * as store from './store.ts'
import { penalCodes, tenCodes } from './tables.ts'

/** Who imports; nobody where it is the site's own command. */
type Importer = By & { actor: Pick<Member, 'id' | 'name' | 'username'> | null }

export interface CodeImports {
  /** Takes over a spreadsheet, all of it or nothing. From then on the community's files fill the list no more. */
  import(by: Importer, file: SheetFile, missing: MissingRecords): Promise<ListReport>
  /** What an import would do. */
  tryImport(file: SheetFile, missing: MissingRecords): Promise<ListReport>
}

interface Deps {
  database: Pick<Database, 'db'>
  audit: Audit
  clock: () => Date
}

export function createTenCodeImports(deps: Deps): CodeImports {
  return createImports(deps, {
    topic: 'ten-codes',
    thing: 'TenCode',
    lock: sql`lock table ${tenCodes} in share row exclusive mode`,
    shape: TEN_CODES,
    list: store.listTenCodes,
    add: store.addTenCode,
    change: store.changeTenCode,
    remove: store.removeTenCode,
  })
}

export function createPenalCodeImports(deps: Deps): CodeImports {
  return createImports(deps, {
    topic: 'penal-codes',
    thing: 'PenalCode',
    lock: sql`lock table ${penalCodes} in share row exclusive mode`,
    shape: PENAL_CODES,
    list: store.listPenalCodes,
    add: store.addPenalCode,
    change: store.changePenalCode,
    remove: store.removePenalCode,
  })
}

/** One of the two lists: how its records are read and written. */
interface CodeList<F extends string, D extends Record<F, string | number | null>, R extends D> {
  topic: 'ten-codes' | 'penal-codes'
  thing: 'TenCode' | 'PenalCode'
  lock: SQL
  shape: ListShape<F, D>
  list(db: Db): Promise<R[]>
  add(db: Db, draft: D, author: store.Author): Promise<R>
  change(db: Db, id: number, draft: D & { version: number }, author: store.Author): Promise<{ before: R; after: R }>
  remove(db: Db, id: number): Promise<R>
}

function createImports<
  F extends string,
  D extends Record<F, string | number | null>,
  R extends D & (TenCode | PenalCode),
>({ database: { db }, audit, clock }: Deps, codes: CodeList<F, D, R>): CodeImports {
  const { topic, thing, shape } = codes
  return {
    import: (by, file, missing) =>
      audit.change(by, [topic], async (tx) => {
        // Nobody may write between the reading and the writing, nor lose what they wrote.
        await tx.execute(codes.lock)
        const plan = planList(decided(readSheet(file, shape)), await codes.list(tx), shape, missing)
        const { report, writes, removals } = plan
        if (!report.ok) return { result: report, entries: [] }
        const author = { actor: by.actor, at: clock() }
        await store.markArrived(tx, topic, author.at)
        const entries: AuditEntry[] = []
        for (const { id } of removals) {
          const before = await codes.remove(tx, id)
          entries.push({ action: `remove${thing}`, target: `${topic}/${id}`, before: asJson(before) })
        }
        for (const { before, after: draft } of writes) {
          if (before === null) {
            const after = await codes.add(tx, draft, author)
            entries.push({ action: `add${thing}`, target: `${topic}/${after.id}`, after: asJson(after) })
          } else {
            const { after } = await codes.change(tx, before.id, { ...draft, version: before.version }, author)
            const target = `${topic}/${after.id}`
            entries.push({ action: `change${thing}`, target, before: asJson(before), after: asJson(after) })
          }
        }
        const { added, changed, unchanged, removed } = report
        const sum = { action: `import${thing}s`, target: topic, after: { added, changed, unchanged, removed } }
        return { result: report, entries: [...entries, sum] }
      }),

    tryImport: async (file, missing) => planList(readSheet(file, shape), await codes.list(db), shape, missing).report,
  }
}

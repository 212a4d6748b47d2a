import { eq, inArray } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import { type Audit, asJson, wasEverDone } from '#features/audit/server/store.ts'
import { msg } from '#lib/messages.ts'
import type { ListReport, MissingRecords } from '#lib/sheet.ts'
import type { Database, Db } from '#server/database/database.ts'
import { lockTable } from '#server/database/locks.ts'
import { withUniqueViolation } from '#server/database/unique.ts'
import { changedMeanwhile, invalid, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { planList } from '#server/list-sheet.ts'
import { checkBasis, readSheet, reportOpenColumns, type SheetFile } from '#server/sheet.ts'
import { countRows } from '#server/sheet-import.ts'
import type { QuickLink, QuickLinkChoices, QuickLinkDraft } from '../contract.ts'
import { choiceProblem, compareQuickLinks } from '../rules.ts'
import { quickLinkSheet } from './import.ts'
import { quickLinks } from './tables.ts'

export interface QuickLinkStore {
  /** All links in the order of the page. */
  listQuickLinks(): Promise<QuickLink[]>
  addQuickLink(by: By, draft: QuickLinkDraft): Promise<QuickLink>
  /** Throws a 409 with the current link when `version` is not the current version. */
  changeQuickLink(by: By, key: string, version: number, draft: QuickLinkDraft): Promise<QuickLink>
  removeQuickLink(by: By, key: string): Promise<void>
  /**
   * Adds the first links, once in the life of the database and only if nobody added a link before. Returns how many
   * there were.
   */
  fillQuickLinks(by: By, drafts: readonly QuickLinkDraft[]): Promise<number>
  /** Imports a spreadsheet, completely or not at all. After that the community's file no longer fills the list. */
  importQuickLinks(by: By, file: SheetFile, missing: MissingRecords): Promise<ListReport>
  /** What an import would change, without writing anything. */
  tryImport(file: SheetFile, missing: MissingRecords): Promise<ListReport>
}

/** Whether links were ever added. The community's file then no longer fills the list. */
export const haveEverBeenAdded = (db: Db) => wasEverDone(db, ['fillQuickLinks', 'addQuickLink', 'importQuickLinks'])

/** All links in no particular order. */
export const listQuickLinks = async (db: Db) => db.select().from(quickLinks)

const KEY_TWICE = { key: msg('There is already a link with this key.') }

/** The quick links. Throws an `HttpError` for whatever is refused, and then writes nothing. */
export function createQuickLinkStore({
  database,
  audit,
  quickLinkChoices,
}: {
  database: Pick<Database, 'db'>
  audit: Audit
  quickLinkChoices: QuickLinkChoices
}): QuickLinkStore {
  const { db } = database
  const sheetShape = quickLinkSheet(quickLinkChoices)
  const inOrder = async (db: Db) => (await listQuickLinks(db)).sort(compareQuickLinks(quickLinkChoices.groups))
  const checkChoice = (draft: QuickLinkDraft, before?: QuickLink) => {
    const problem = choiceProblem(quickLinkChoices, draft, before)
    if (problem !== null) throw invalid(problem)
  }
  const gone = () => notFound(msg('This link no longer exists.'))
  const targetOf = ({ key }: { key: string }) => `quick-links/${key}`

  return {
    listQuickLinks: () => inOrder(db),

    addQuickLink: (by, draft) =>
      withUniqueViolation(KEY_TWICE, () =>
        audit.change(by, async (tx) => {
          checkChoice(draft)
          const [added] = await tx.insert(quickLinks).values(draft).returning()
          if (added === undefined) throw new Error('The database returned no row for the link it added')
          return {
            result: added,
            entries: [{ action: 'addQuickLink', target: targetOf(added), after: asJson(added) }],
            topics: ['quick-links'],
          }
        }),
      ),

    changeQuickLink: (by, key, version, draft) =>
      withUniqueViolation(KEY_TWICE, () =>
        audit.change(by, async (tx) => {
          const [before] = await tx.select().from(quickLinks).where(eq(quickLinks.key, key)).for('update')
          if (before === undefined) throw gone()
          if (before.version !== version) throw changedMeanwhile(before)
          checkChoice(draft, before)
          const [changed] = await tx
            .update(quickLinks)
            .set({ ...draft, version: version + 1 })
            .where(eq(quickLinks.key, key))
            .returning()
          if (changed === undefined) throw gone()
          const entry = { action: 'changeQuickLink', target: targetOf(before) }
          return {
            result: changed,
            entries: [{ ...entry, before: asJson(before), after: asJson(changed) }],
            topics: ['quick-links'],
          }
        }),
      ),

    removeQuickLink: (by, key) =>
      audit.change(by, async (tx) => {
        const [removed] = await tx.delete(quickLinks).where(eq(quickLinks.key, key)).returning()
        if (removed === undefined) throw gone()
        const entry = { action: 'removeQuickLink', target: targetOf(removed), before: asJson(removed) }
        return { result: undefined, entries: [entry], topics: ['quick-links'] }
      }),

    fillQuickLinks: (by, drafts) =>
      audit.change(by, async (tx) => {
        if (drafts.length === 0 || (await haveEverBeenAdded(tx))) return { result: 0, entries: [], topics: [] }
        await tx.insert(quickLinks).values([...drafts])
        const entry = { action: 'fillQuickLinks', target: 'quick-links', after: { count: drafts.length } }
        return { result: drafts.length, entries: [entry], topics: ['quick-links'] }
      }),

    importQuickLinks: (by, file, missing) =>
      audit.import(by, { list: 'quick-links', file: file.name }, async (tx) => {
        await lockTable(tx, quickLinks)
        const sheet = reportOpenColumns(readSheet(file, sheetShape))
        const plan = planList(sheet, await inOrder(tx), sheetShape, missing)
        const { report, writes, removals } = plan
        checkBasis(file, report)
        if (!report.ok) return { result: report, entries: [], topics: [] }
        const removed = removals.map(({ key }) => key)
        if (removed.length > 0) await tx.delete(quickLinks).where(inArray(quickLinks.key, removed))
        const entries: AuditEntry[] = removals.map((link) => ({
          action: 'removeQuickLink',
          target: targetOf(link),
          before: asJson(link),
        }))
        const onWritten = countRows(file, writes.length + removals.length)
        onWritten(removals.length)
        for (const { before, after } of writes) {
          const link = { ...after, version: (before?.version ?? 0) + 1 }
          if (before === null) await tx.insert(quickLinks).values(link)
          else await tx.update(quickLinks).set(link).where(eq(quickLinks.key, before.key))
          entries.push({
            action: before === null ? 'addQuickLink' : 'changeQuickLink',
            target: targetOf(link),
            before: before === null ? null : asJson(before),
            after: asJson(link),
          })
          onWritten(1)
        }
        const { added, changed, unchanged, removed: gone } = report
        const counts = asJson({ added, changed, unchanged, removed: gone })
        return {
          result: report,
          entries: [...entries, { action: 'importQuickLinks', target: 'quick-links', after: counts }],
          topics: ['quick-links'],
          onWritten,
        }
      }),

    tryImport: async (file, missing) =>
      planList(readSheet(file, sheetShape), await inOrder(db), sheetShape, missing).report,
  }
}

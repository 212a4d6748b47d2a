import { eq, inArray, sql } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import { type Audit, asJson } from '#features/audit/server/store.ts'
import type { ListReport, MissingRecords } from '#lib/sheet.ts'
import type { Database } from '#server/database/database.ts'
import type { By } from '#server/http/serve.ts'
import { planList } from '#server/list-sheet.ts'
import { decided, readSheet, type SheetFile } from '#server/sheet.ts'
import { QUICK_LINKS } from './import.ts'
import { listQuickLinks } from './store.ts'
import { quickLinks } from './tables.ts'

export interface QuickLinkImports {
  /** Takes over a spreadsheet, all of it or nothing. From then on the community's file fills the list no more. */
  import(by: By, file: SheetFile, missing: MissingRecords): Promise<ListReport>
  /** What an import would do. */
  tryImport(file: SheetFile, missing: MissingRecords): Promise<ListReport>
}

export function createQuickLinkImports({
  database: { db },
  audit,
}: {
  database: Pick<Database, 'db'>
  audit: Audit
}): QuickLinkImports {
  const targetOf = (key: string) => `quick-links/${key}`

  return {
    import: (by, file, missing) =>
      audit.change(by, ['quick-links'], async (tx) => {
        // Nobody may write between the reading and the writing, nor lose what they wrote.
        await tx.execute(sql`lock table ${quickLinks} in share row exclusive mode`)
        const plan = planList(decided(readSheet(file, QUICK_LINKS)), await listQuickLinks(tx), QUICK_LINKS, missing)
        const { report, writes, removals } = plan
        if (!report.ok) return { result: report, entries: [] }
        const removed = removals.map(({ key }) => key)
        if (removed.length > 0) await tx.delete(quickLinks).where(inArray(quickLinks.key, removed))
        const entries: AuditEntry[] = removals.map((link) => ({
          action: 'removeQuickLink',
          target: targetOf(link.key),
          before: asJson(link),
        }))
        for (const { before, after } of writes) {
          const link = { ...after, version: (before?.version ?? 0) + 1 }
          if (before === null) await tx.insert(quickLinks).values(link)
          else await tx.update(quickLinks).set(link).where(eq(quickLinks.key, before.key))
          entries.push({
            action: before === null ? 'addQuickLink' : 'changeQuickLink',
            target: targetOf(link.key),
            before: before === null ? null : asJson(before),
            after: asJson(link),
          })
        }
        const { added, changed, unchanged, removed: gone } = report
        const counts = asJson({ added, changed, unchanged, removed: gone })
        return {
          result: report,
          entries: [...entries, { action: 'importQuickLinks', target: 'quick-links', after: counts }],
        }
      }),

    tryImport: async (file, missing) =>
      planList(readSheet(file, QUICK_LINKS), await listQuickLinks(db), QUICK_LINKS, missing).report,
  }
}

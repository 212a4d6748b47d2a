import type { Audit } from '#features/audit/server/store.ts'
import type { Database } from '#server/database/database.ts'
import { sheetColumns } from '#server/http/export-columns.ts'
import type { Serve } from '#server/http/serve.ts'
import { sheetFileOf } from '#server/sheet.ts'
import { answerImport } from '#server/sheet-import.ts'
import {
  addQuickLink,
  changeQuickLink,
  exportQuickLinks,
  findQuickLinkChoices,
  importQuickLinks,
  listQuickLinks,
  type QuickLinkChoices,
  removeQuickLink,
} from '../contract.ts'
import { SHEET_FIELDS, sheetLabel } from '../sheet-rules.ts'
import { createQuickLinkStore } from './store.ts'

export interface QuickLinksRoutesDeps {
  serve: Serve
  database: Database
  audit: Audit
  quickLinkChoices: QuickLinkChoices
}

export function quickLinksRoutes(deps: QuickLinksRoutesDeps): void {
  const { serve } = deps
  const store = createQuickLinkStore(deps)

  serve.snapshot(listQuickLinks, ['quick-links'], async () => ({ data: await store.listQuickLinks() }))
  serve.export(exportQuickLinks, { columns: sheetColumns(SHEET_FIELDS, sheetLabel) })
  serve.snapshot(findQuickLinkChoices, [], async () => deps.quickLinkChoices)
  serve.call(importQuickLinks)(async (call) => {
    const { dryRun, missing } = call.query
    const file = sheetFileOf(call)
    if (dryRun) return store.tryImport(file, missing)
    return answerImport(call, file, (counted) => store.importQuickLinks(call, counted, missing))
  })
  serve.call(addQuickLink)(async (call) => ({ ok: true, item: await store.addQuickLink(call, call.body) }))
  serve.call(changeQuickLink)(async (call) => {
    const { version, ...draft } = call.body
    return { ok: true, item: await store.changeQuickLink(call, call.params.key, version, draft) }
  })
  serve.call(removeQuickLink)(async (call) => {
    await store.removeQuickLink(call, call.params.key)
    return { ok: true }
  })
}

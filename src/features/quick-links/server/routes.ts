import * as core from 'zod/v4/core'
import type { Audit } from '#features/audit/server/store.ts'
import type { Changes } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'
import type { Serve } from '#server/http/serve.ts'
import { keepSnapshot, makeSnapshot } from '#server/snapshots.ts'
import { addQuickLink, changeQuickLink, listQuickLinks, removeQuickLink } from '../contract.ts'
import { createQuickLinkStore } from './store.ts'

export interface QuickLinksRoutesDeps {
  serve: Serve
  database: Database
  audit: Audit
  changes: Changes
}

export function quickLinksRoutes(deps: QuickLinksRoutesDeps): void {
  const { serve, changes } = deps
  const store = createQuickLinkStore(deps)

  serve.list(
    listQuickLinks,
    keepSnapshot(changes, ['quick-links'], async () =>
      makeSnapshot(JSON.stringify(core.parse(listQuickLinks.reply, { data: await store.listQuickLinks() }))),
    ),
  )
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

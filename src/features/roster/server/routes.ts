import type { Audit } from '#features/audit/server/store.ts'
import type { Directory } from '#features/auth/server/directory-store.ts'
import type { Database } from '#server/database/database.ts'
import type { ExportColumn } from '#server/http/export-columns.ts'
import type { Serve } from '#server/http/serve.ts'
import { sheetFileOf, withPeople } from '#server/sheet.ts'
import { answerImport } from '#server/sheet-import.ts'
import { withReadableRosters } from '../content-rules.ts'
import { findRosterContent, type Roster, type RosterContent, type RosterMember } from '../contract.ts'
import { firstEffectEnd } from '../effect-rules.ts'
import { COLUMNS, withoutOwnNotes } from '../rules.ts'
import { SHEET } from './import.ts'
import { createRosterStore, type ReadEffects } from './store.ts'

export interface RosterRoutesDeps {
  serve: Serve
  database: Database
  audit: Audit
  clock: () => Date
  rosterContent: RosterContent
  timeZone?: string | undefined
  rosterEffects: ReadEffects
  /** The people that a row of a spreadsheet may mean. */
  directory: Pick<Directory, 'everybody' | 'picturesOf'>
}

/** The columns that the page's own import reads, with the stored status, not one that an action shows for a while. */
const EXPORTED = COLUMNS.map(
  ({ field, label }): ExportColumn<RosterMember> => ({ header: label, cell: (member) => member[field] }),
)

export function rosterRoutes(deps: RosterRoutesDeps, roster: Roster): void {
  const { serve, directory } = deps
  const store = createRosterStore(deps, roster)

  const list = async () => {
    const data = await store.listShown()
    return { data, avatars: await directory.picturesOf(data.map(({ discordId }) => discordId)) }
  }
  if (roster.content !== findRosterContent) {
    serve.snapshot(roster.content, [], async () => withReadableRosters(deps.rosterContent, roster.key))
  }
  serve.snapshot(roster.list, [roster.name], list, {
    aboutWhom: ({ data }) => data.filter(({ notes }) => notes !== null).map(({ discordId }) => discordId),
    shownTo: ({ data, avatars }, id) => ({ data: data.map((member) => withoutOwnNotes({ id }, member)), avatars }),
    // Effects end without a write, so the cached list must expire.
    expires: { clock: deps.clock, at: ({ data }) => firstEffectEnd(data) },
  })
  serve.export(roster.exports, { columns: EXPORTED })
  serve.call(roster.add)(async (call) => ({ ok: true, item: await store.add(call, call.body) }))
  serve.call(roster.change)(async (call) => {
    const { version, ...draft } = call.body
    return { ok: true, item: await store.change(call, call.params.id, version, draft) }
  })
  serve.call(roster.changeStatuses)(async (call) => ({
    ok: true,
    data: await store.changeStatuses(call, call.body.members),
  }))
  serve.call(roster.remove)(async (call) => {
    await store.remove(call, call.params.id)
    return { ok: true }
  })
  serve.call(roster.undoRemoval)(async (call) => ({ ok: true, item: await store.undoRemoval(call, call.params.id) }))
  serve.call(roster.import)(async (call) => {
    const file = await withPeople(sheetFileOf(call), SHEET, directory.everybody)
    if (call.query.dryRun) return store.tryImport(file, call.actor)
    return answerImport(call, file, (counted) => store.import(call, counted))
  })
}

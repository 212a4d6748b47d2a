import type { Audit } from '#features/audit/server/store.ts'
import type { Directory } from '#features/auth/server/directory-store.ts'
import { allows } from '#lib/access.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'
import type { Database } from '#server/database/database.ts'
import { notAllowed } from '#server/http/http-error.ts'
import type { Serve } from '#server/http/serve.ts'
import { sheetFileOf, withPeople } from '#server/sheet.ts'
import { answerImport } from '#server/sheet-import.ts'
import {
  type ChecklistCalls,
  type Checklists,
  checklistIn,
  furtherCalls,
  furtherChecklists,
  listOwnChecklists,
} from '../contract.ts'
import { ownProgress, withoutOwnNotes } from '../rules.ts'
import { exportColumns, shapeOf } from './import.ts'
import { createTrialModStore } from './store.ts'

export interface TrialModsRoutesDeps {
  serve: Serve
  database: Database
  audit: Audit
  clock: () => Date
  /** The people that a row of a spreadsheet may mean. */
  directory: Pick<Directory, 'everybody'>
  checklists: Checklists
  /** The time zone of days in spreadsheets. Default: UTC. */
  timeZone?: string | undefined
}

export function trialModsRoutes(deps: TrialModsRoutesDeps, calls: ChecklistCalls): void {
  const { serve, directory } = deps
  const store = createTrialModStore(deps, calls)
  const checklist = checklistIn(deps.checklists, calls.key)

  serve.snapshot(calls.content, [], async () => checklist)
  serve.snapshot(calls.list, [calls.name], () => store.listTrialMods(), {
    aboutWhom: (records) => records.filter(({ notes }) => notes > 0).map(({ traineeId }) => traineeId),
    shownTo: (records, id) => records.map((record) => withoutOwnNotes({ id }, record)),
  })
  serve.export(calls.exports, { columns: exportColumns(checklist, deps.timeZone) })
  serve.call(calls.own)(async ({ actor }) => {
    const record = await store.findTrialMod(actor.id)
    return { data: record && ownProgress(record, checklist) }
  })
  serve.call(calls.history)(async ({ actor, params }) => {
    const entries = await store.listStageHistory(params.id)
    return { data: params.id === actor.id ? entries.map((entry) => ({ ...entry, notes: null })) : entries }
  })
  serve.call(calls.add)(async (call) => {
    if (call.body.traineeId === call.actor.id) throw notAllowed(msg('You cannot add yourself to the checklist.'))
    return { ok: true, item: await store.addTrialMod(call, call.body) }
  })
  serve.call(calls.change)(async (call) => {
    checkNotOwn(call, msg('You cannot change your own record.'))
    const { version, ...details } = call.body
    return { ok: true, item: await store.changeTrialMod(call, call.params.id, version, details) }
  })
  serve.call(calls.remove)(async (call) => {
    checkNotOwn(call, msg('You cannot remove your own record.'))
    await store.removeTrialMod(call, call.params.id)
    return { ok: true }
  })
  serve.call(calls.changeStage)(async (call) => {
    checkNotOwn(call)
    return { ok: true, item: await store.changeStage(call, call.params.id, call.body) }
  })
  serve.call(calls.changeCompletion)(async (call) => {
    checkNotOwn(call)
    const by = { actor: call.actor, requestId: call.requestId, mayPassEarly: allows('management', call.actor) }
    return { ok: true, item: await store.changeCompletion(by, call.params.id, call.body) }
  })
  serve.call(calls.undoCompletion)(async (call) => {
    checkNotOwn(call)
    return { ok: true, item: await store.undoCompletion(call, call.params.id, call.body) }
  })
  serve.call(calls.changeReview)(async (call) => {
    checkNotOwn(call)
    return { ok: true, item: await store.changeReview(call, call.params.id, call.body) }
  })
  serve.call(calls.import)(async (call) => {
    const file = await withPeople(sheetFileOf(call), shapeOf(checklist), directory.everybody)
    if (call.query.dryRun) return store.tryTrialModImport(file, call.actor.id)
    return answerImport(call, file, (counted) => store.importTrialMods(call, counted))
  })
}

/** Returns people's progress on further checklists, including those that they may not read. */
export function ownChecklistsRoute(deps: TrialModsRoutesDeps): void {
  const further = furtherChecklists(deps.checklists).map((place) => ({
    checklist: checklistIn(deps.checklists, place.key),
    store: createTrialModStore(deps, furtherCalls(place)),
  }))
  deps.serve.call(listOwnChecklists)(async ({ actor }) => {
    const own = further.map(async ({ checklist, store }) => {
      const record = await store.findTrialMod(actor.id)
      return record === null ? [] : [{ checklist, progress: ownProgress(record, checklist) }]
    })
    return { data: (await Promise.all(own)).flat() }
  })
}

/** People may not sign off, complete, review, change or remove their own record, whatever their roles. */
function checkNotOwn(
  { actor, params }: { actor: { id: string }; params: { id: string } },
  why: PlainMessage = msg('You cannot sign off your own record.'),
): void {
  if (actor.id === params.id) throw notAllowed(why)
}

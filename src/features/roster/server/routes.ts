import * as core from 'zod/v4/core'
import type { Audit } from '#features/audit/server/store.ts'
import { dayOf } from '#lib/dates.ts'
import type { Changes } from '#server/changes.ts'
import { writeCsv } from '#server/csv.ts'
import type { Database } from '#server/database/database.ts'
import type { Serve } from '#server/http/serve.ts'
import { answerImport } from '#server/sheet.ts'
import { keepSnapshot, makeSnapshot } from '#server/snapshots.ts'
import type { Roster } from '../contract.ts'
import { COLUMNS } from '../rules.ts'
import { createRosterStore } from './store.ts'

export interface RosterRoutesDeps {
  serve: Serve
  database: Database
  audit: Audit
  changes: Changes
  clock: () => Date
}

/** The calls of one roster. */
export function rosterRoutes(deps: RosterRoutesDeps, roster: Roster): void {
  const { serve, changes, clock } = deps
  const store = createRosterStore(deps, roster)

  serve.list(
    roster.list,
    keepSnapshot(changes, [roster.name], async () =>
      makeSnapshot(JSON.stringify(core.parse(roster.list.reply, { data: await store.list() }))),
    ),
  )
  serve.call(roster.add)(async (call) => ({ ok: true, item: await store.add(call, call.body) }))
  serve.call(roster.change)(async (call) => {
    const { version, ...draft } = call.body
    return { ok: true, item: await store.change(call, call.params.id, version, draft) }
  })
  serve.call(roster.remove)(async (call) => {
    await store.remove(call, call.params.id)
    return { ok: true }
  })
  serve.call(roster.import)(async (call) => {
    const file = { csv: call.body, choices: call.query.columns }
    if (call.query.dryRun) return store.tryImport(file)
    return answerImport(await store.import(call, file), call.reply)
  })
  serve.call(roster.export)(async ({ reply }) => {
    const day = dayOf(clock().toISOString())
    void reply.header('content-disposition', `attachment; filename="${roster.name}-${day}.csv"`)
    const members = await store.list()
    return writeCsv([
      COLUMNS.map(({ label }) => label),
      ...members.map((member) => COLUMNS.map(({ field }) => member[field])),
    ])
  })
}

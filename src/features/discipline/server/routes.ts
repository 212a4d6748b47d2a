import type { Audit } from '#features/audit/server/store.ts'
import type { Directory } from '#features/auth/server/directory-store.ts'
import { dayOf, isTimeZone } from '#lib/dates.ts'
import type { FirstDay } from '#lib/site.ts'
import type { Database } from '#server/database/database.ts'
import { invalid } from '#server/http/http-error.ts'
import type { Serve } from '#server/http/serve.ts'
import { sheetFileOf, withPeople } from '#server/sheet.ts'
import { answerImport } from '#server/sheet-import.ts'
import {
  addAction,
  type DisciplineContent,
  findAction,
  findActionPerson,
  findDisciplineContent,
  importActions,
  listActionPeople,
  listActions,
  listActionWeeks,
  listOwnActions,
  listReasonTemplates,
  type ReasonTemplate,
  reviseAction,
  revokeAction,
} from '../contract.ts'
import { chartWeeks, lastChartDay, placeholdersOf, unfilledProblems } from '../rules.ts'
import { namesOf, typeProblem } from '../type-rules.ts'
import { SHEET } from './import.ts'
import { createActionImports } from './import-store.ts'
import { type ActionDirectory, createActionSearch } from './search-store.ts'
import { createActionStore } from './store.ts'

export interface DisciplineRoutesDeps {
  serve: Serve
  database: Database
  audit: Audit
  directory: ActionDirectory & Pick<Directory, 'everybody'>
  clock: () => Date
  actionTypes: DisciplineContent['types']
  reasonTemplates: readonly ReasonTemplate[]
  /** On which day the weeks of the chart begin. */
  firstDayOfWeek: FirstDay
  /** Whose days they are; UTC's where it is not said. */
  timeZone?: string | undefined
}

/** The calls of the Staff DA Database. */
export function disciplineRoutes(deps: DisciplineRoutesDeps): void {
  const { serve, clock, directory, actionTypes: types, reasonTemplates: templates } = deps
  const placeholders = placeholdersOf(templates)
  const store = createActionStore(deps)
  const imports = createActionImports(deps)
  const search = createActionSearch(deps)

  /** A filter by a type that nobody can choose is refused as any other bad value. */
  const checkType = (type: string | undefined) => {
    const problem = type === undefined ? null : typeProblem(type, types)
    if (problem !== null) throw invalid({ type: problem })
  }

  serve.snapshot(findDisciplineContent, [], async () => ({ types }))
  serve.call(listActions)(({ actor, query }) => {
    checkType(query.type)
    return search.listActions(actor, query)
  })
  serve.call(listActionPeople)(({ query }) => search.listActionPeople(query.query))
  serve.call(findActionPerson)(async ({ params }) => ({ item: await search.findActionPerson(params.id) }))
  serve.call(listActionWeeks)(async ({ actor, query }) => {
    checkType(query.type)
    const zone = deps.timeZone ?? (query.zone !== undefined && isTimeZone(query.zone) ? query.zone : 'UTC')
    const today = dayOf(clock().toISOString(), zone)
    const weeks = chartWeeks(lastChartDay(query.end, today), deps.firstDayOfWeek)
    const { weeks: counted, isCapped } = await search.listActionWeeks(actor, query, weeks, zone)
    const nothing = Object.fromEntries(namesOf(types).map((type) => [type, 0]))
    return {
      data: counted.map(({ week, counts }) => ({ week, counts: { ...nothing, ...counts } })),
      is_capped: isCapped,
    }
  })
  serve.call(listReasonTemplates)(async () => ({ data: [...templates] }))
  serve.call(listOwnActions)(async ({ actor }) => ({ data: await store.listOwnActions(actor) }))
  serve.call(findAction)(({ actor, params }) => store.findAction(actor, params.id))
  serve.call(addAction)(async (call) => {
    const unfilled = unfilledProblems(call.body, placeholders)
    if (Object.keys(unfilled).length > 0) throw invalid(unfilled)
    return { ok: true, item: await store.addAction(call, call.body) }
  })
  serve.call(reviseAction)(async (call) => {
    const { version, why, ...changes } = call.body
    return { ok: true, item: await store.reviseAction(call, call.params.id, version, changes, why) }
  })
  serve.call(revokeAction)(async (call) => ({
    ok: true,
    item: await store.revokeAction(call, call.params.id, call.body),
  }))
  serve.call(importActions)(async (call) => {
    const file = await withPeople(sheetFileOf(call), SHEET, directory.everybody)
    if (call.query.dryRun) return imports.tryActionImport(file, call.actor.id)
    return answerImport(call, file, (counted) => imports.importActions(call, counted))
  })
}

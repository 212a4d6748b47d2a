import type { Audit } from '#features/audit/server/store.ts'
import type { Directory } from '#features/auth/server/directory-store.ts'
import { dayOf, isTimeZone, momentsOf } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import type { FirstDay } from '#lib/site.ts'
import type { Database } from '#server/database/database.ts'
import type { ExportColumn } from '#server/http/export-columns.ts'
import { invalid } from '#server/http/http-error.ts'
import type { Serve } from '#server/http/serve.ts'
import { sheetFileOf, withPeople } from '#server/sheet.ts'
import { answerImport } from '#server/sheet-import.ts'
import {
  acknowledgeAction,
  addAction,
  approveAction,
  type DaEntry,
  type DaFilter,
  type DaSorted,
  type DisciplineContent,
  exportActions,
  findAction,
  findActionPerson,
  findDisciplineContent,
  findSuggestion,
  importActions,
  listActionPeople,
  listActions,
  listActionWeeks,
  listOwnActions,
  listReasonTemplates,
  listToApprove,
  type ReasonTemplate,
  reportDeviations,
  reviseAction,
  revokeAction,
} from '../contract.ts'
import {
  acknowledgePlayerAction,
  exportPlayerActions,
  findJoin,
  findPlayerAction,
  findSubject,
  joinSubjects,
  listPlayerActionPeople,
  listPlayerActions,
  listPlayerActionWeeks,
  listSubjects,
} from '../player-contract.ts'
import type { PointsRule } from '../points-rules.ts'
import { actionIdIn, chartWeeks, lastChartDay, placeholdersOf, unfilledProblems } from '../rules.ts'
import { SHEET_FIELDS, SHEET_LABELS } from '../sheet-rules.ts'
import { decideThreshold, listThresholds } from '../threshold-contract.ts'
import type { Threshold } from '../threshold-rules.ts'
import { typeProblem } from '../type-rules.ts'
import { decideOnApproval } from './approval-store.ts'
import { SHEET } from './import.ts'
import { createActionImports } from './import-store.ts'
import { createSubjectJoins } from './join-store.ts'
import { createOffenceStore, type OffenceBook } from './offence-store.ts'
import { createOwnActionStore } from './own-store.ts'
import { findPlayerEntry } from './player-store.ts'
import { countDeviations } from './report-store.ts'
import {
  type ActionDirectory,
  type ActionSearch,
  createActionSearch,
  PLAYER_FAMILY,
  STAFF_FAMILY,
} from './search-store.ts'
import { createActionStore } from './store.ts'
import { findSubject as findKnownSubject, searchSubjects } from './subject-store.ts'
import { createThresholdStore } from './threshold-store.ts'

export interface DisciplineRoutesDeps {
  serve: Serve
  database: Database
  audit: Audit
  directory: ActionDirectory & Pick<Directory, 'everybody'>
  clock: () => Date
  actionTypes: DisciplineContent['types']
  playerTypes: DisciplineContent['players']
  pointsRule: PointsRule
  thresholds: readonly Threshold[]
  reasonTemplates: readonly ReasonTemplate[]
  offenceBook: OffenceBook
  /** On which day the weeks of the chart begin. */
  firstDayOfWeek: FirstDay
  /** Whose days they are; UTC's where it is not said. */
  timeZone?: string | undefined
}

/** As the page's own import reads them, and whether each still stands. */
const EXPORTED: ExportColumn<DaEntry>[] = [
  ...SHEET_FIELDS.map((field) => ({ header: t(SHEET_LABELS[field]), cell: (entry: DaEntry) => entry[field] })),
  { header: t('Outcome'), cell: ({ revoked }) => revoked?.outcome },
]

/** A family of actions as it is exported. */
const streamOf = <E extends DaEntry>(search: ActionSearch<E>, checkType: (type: string | undefined) => void) => ({
  each: (actor: { id: string }, query: DaSorted) => {
    checkType(query.type)
    return search.eachAction(actor, query)
  },
  find: (actor: { id: string }, keys: readonly string[]) =>
    search.findActions(
      actor,
      keys.flatMap((key) => actionIdIn(key) ?? []),
    ),
})

/** The calls of the Staff DA Database. */
export function disciplineRoutes(deps: DisciplineRoutesDeps): void {
  const { serve, clock, directory, actionTypes: types, playerTypes: players, reasonTemplates: templates } = deps
  const told = deps.offenceBook.offences.map((offence) => ({ internal: '', external: offence.told }))
  const placeholders = placeholdersOf([...templates, ...told])
  const offences = createOffenceStore(deps)
  const thresholds = createThresholdStore(deps)
  const store = createActionStore({ ...deps, offences, pointThresholds: thresholds })
  const own = createOwnActionStore(deps)
  const imports = createActionImports(deps)
  const joins = createSubjectJoins(deps)
  const search = createActionSearch(deps, STAFF_FAMILY, types)
  const playerSearch = createActionSearch(deps, PLAYER_FAMILY, players)

  /** A filter by a type that nobody can choose is refused as any other bad value. */
  const checkType = (type: string | undefined, of = types) => {
    const problem = type === undefined ? null : typeProblem(type, of)
    if (problem !== null) throw invalid({ type: problem })
  }

  async function weeksOf(
    of: typeof search | typeof playerSearch,
    typesOfFamily: readonly { name: string }[],
    actor: { id: string },
    query: DaFilter & { zone?: string | undefined },
  ) {
    const zone = deps.timeZone ?? (query.zone !== undefined && isTimeZone(query.zone) ? query.zone : 'UTC')
    const today = dayOf(clock().toISOString(), zone)
    const weeks = chartWeeks(lastChartDay(query.end, today), deps.firstDayOfWeek)
    const { weeks: counted, isCapped } = await of.listActionWeeks(actor, query, weeks, zone)
    const nothing = Object.fromEntries(typesOfFamily.map(({ name }) => [name, 0]))
    return {
      data: counted.map(({ week, counts }) => ({ week, counts: { ...nothing, ...counts } })),
      is_capped: isCapped,
    }
  }

  serve.call(listPlayerActions)(({ actor, query }) => {
    checkType(query.type, players)
    return playerSearch.listActions(actor, query)
  })
  serve.export(exportPlayerActions, { stream: streamOf(playerSearch, (type) => checkType(type, players)) })
  serve.call(listPlayerActionPeople)(({ actor, query }) => playerSearch.listActionPeople(actor, query.query))
  serve.call(listPlayerActionWeeks)(({ actor, query }) => {
    checkType(query.type, players)
    return weeksOf(playerSearch, players, actor, query)
  })
  serve.call(findPlayerAction)(({ actor, params }) => findPlayerEntry(deps.database, actor, params.id))
  serve.call(listSubjects)(async ({ actor, query }) => ({
    data: await searchSubjects(deps.database, actor, query.query),
  }))
  serve.call(findSubject)(async ({ actor, params }) => {
    const [found, { record }] = await Promise.all([
      findKnownSubject(deps.database.db, actor, params.who),
      playerSearch.findActionPerson(actor, params.who),
    ])
    return { ...found, record }
  })

  serve.call(findJoin)(({ actor, params, query }) => joins.findJoin(actor, params.who, query.other))
  serve.call(joinSubjects)(async (call) => ({
    ok: true,
    ...(await joins.joinSubjects(call, call.params.who, call.body)),
  }))

  serve.snapshot(findDisciplineContent, [], async () => ({
    ...{ types, players, points: deps.pointsRule },
    has_thresholds: deps.thresholds.length > 0,
  }))
  serve.call(listThresholds)(async ({ actor }) => ({ data: await thresholds.list(actor) }))
  serve.call(decideThreshold)(async (call) => {
    await thresholds.decide(call, call.params.user, call.body)
    return { ok: true }
  })
  serve.call(listActions)(({ actor, query }) => {
    checkType(query.type)
    return search.listActions(actor, query)
  })
  serve.export(exportActions, { columns: EXPORTED, stream: streamOf(search, checkType) })
  serve.call(listActionPeople)(({ actor, query }) => search.listActionPeople(actor, query.query))
  serve.call(findActionPerson)(async ({ actor, params }) => ({
    item: await search.findActionPerson(actor, params.id),
  }))
  serve.call(listActionWeeks)(({ actor, query }) => {
    checkType(query.type)
    return weeksOf(search, types, actor, query)
  })
  serve.call(listReasonTemplates)(async () => ({ data: [...templates] }))
  serve.call(listOwnActions)(({ actor }) => own.listOwnActions(actor))
  serve.call(acknowledgeAction)(async (call) => ({
    ok: true,
    acknowledged_at: await own.acknowledge(call, 'staff', call.params.id),
  }))
  serve.call(acknowledgePlayerAction)(async (call) => ({
    ok: true,
    acknowledged_at: await own.acknowledge(call, 'players', call.params.id),
  }))
  serve.call(findAction)(({ actor, params }) => store.findAction(actor, params.id))
  serve.call(addAction)(async (call) => {
    const unfilled = unfilledProblems(call.body, placeholders)
    if (Object.keys(unfilled).length > 0) throw invalid(unfilled)
    return { ok: true, item: await store.addAction(call, call.body) }
  })
  serve.call(reportDeviations)(async ({ query }) => {
    const span = momentsOf({ first: query.start, last: query.end, ...query, zone: deps.timeZone })
    const report = await countDeviations(deps.database, span)
    const nameOf = (code: string) => deps.offenceBook.offences.find((offence) => offence.code === code)?.name ?? ''
    return {
      offences: report.offences.map((row) => ({ ...row, name: nameOf(row.id) })),
      issuers: report.issuers,
      is_capped: report.isCapped,
    }
  })
  serve.call(findSuggestion)(({ query }) =>
    offences.suggest(query.user, query.offences, query.date === undefined ? clock() : new Date(query.date)),
  )
  serve.call(reviseAction)(async (call) => {
    const { version, why, ...changes } = call.body
    return { ok: true, item: await store.reviseAction(call, call.params.id, version, changes, why) }
  })
  serve.call(revokeAction)(async (call) => ({
    ok: true,
    item: await store.revokeAction(call, call.params.id, call.body),
  }))
  serve.call(listToApprove)(async ({ actor }) => ({ data: await store.listToApprove(actor) }))
  serve.call(approveAction)(async (call) => ({
    ok: true,
    item: await decideOnApproval(deps, call, call.params.id, call.body),
  }))
  serve.call(importActions)(async (call) => {
    const file = await withPeople(sheetFileOf(call), SHEET, directory.everybody)
    if (call.query.dryRun) return imports.tryActionImport(file, call.actor)
    return answerImport(call, file, (counted) => imports.importActions(call, counted))
  })
}

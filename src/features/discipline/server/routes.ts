import type { Audit } from '#features/audit/server/store.ts'
import type { Directory } from '#features/auth/server/directory-store.ts'
import { momentsOf } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import type { FirstDay } from '#lib/site.ts'
import type { Database } from '#server/database/database.ts'
import type { ExportColumn } from '#server/http/export-columns.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Log } from '#server/log.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import { sheetFileOf, withPeople } from '#server/sheet.ts'
import { answerImport } from '#server/sheet-import.ts'
import {
  acknowledgeAction,
  addAction,
  approveAction,
  type DaEntry,
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
  undoAddAction,
} from '../contract.ts'
import type { GameKind } from '../game-rules.ts'
import {
  acknowledgePlayerAction,
  addPlayerAction,
  approvePlayerAction,
  exportPlayerActions,
  findJoin,
  findPlayerAction,
  findPlayerActionPerson,
  findPlayerSuggestion,
  findSubject,
  joinSubjects,
  listPlayerActionPeople,
  listPlayerActions,
  listPlayerActionWeeks,
  listPlayersToApprove,
  listSubjects,
  revisePlayerAction,
  revokePlayerAction,
  undoAddPlayerAction,
} from '../player-contract.ts'
import type { PointsRule } from '../points-rules.ts'
import type { ActionKeeping } from '../retention-rules.ts'
import { SHEET_FIELDS, SHEET_LABELS } from '../sheet-rules.ts'
import { decideThreshold, listThresholds } from '../threshold-contract.ts'
import { soonestFirst, type Threshold } from '../threshold-rules.ts'
import { createFamily } from './family-store.ts'
import { SHEET } from './import.ts'
import { createActionImports } from './import-store.ts'
import { createSubjectJoins } from './join-store.ts'
import type { FindRules, OffenceBook } from './offence-store.ts'
import { createOwnActionStore, type OwnActionStore } from './own-store.ts'
import { findOrigin, PLAYER_RECORD } from './player-store.ts'
import { type ActionAppeals, STAFF_RECORD } from './record-store.ts'
import { countDeviations } from './report-store.ts'
import { type RetentionDeps, removeOldActions } from './retention-store.ts'
import { type ActionDirectory, type HasEvidence, PLAYER_FAMILY, STAFF_FAMILY } from './search-store.ts'
import type { ActionStoreDeps } from './store.ts'
import { findSubject as findKnownSubject, findSubjects, searchSubjects } from './subject-store.ts'
import { createThresholdStore, type ThresholdStore } from './threshold-store.ts'
import { scheduleActionRemoval } from './worker.ts'

export interface DisciplineRoutesDeps extends Pick<RetentionDeps, 'actionDependents'> {
  serve: Serve
  database: Database
  audit: Audit
  directory: ActionDirectory & Pick<Directory, 'everybody'>
  clock: () => Date
  actionTypes: DisciplineContent['types']
  playerTypes: DisciplineContent['players']
  /** The type of each kind of action in game. */
  gameTypes: Record<GameKind, string>
  pointsRule: PointsRule
  thresholds: readonly Threshold[]
  actionKeeping: ActionKeeping
  scheduler: Scheduler
  isClockRight: () => boolean
  log: Log
  reasonTemplates: readonly ReasonTemplate[]
  offenceBook: OffenceBook
  findRules: FindRules
  hasEvidence: HasEvidence
  findDelivery: ActionStoreDeps['findDelivery']
  actionAppeals: ActionAppeals
  /** The people who may approve actions and have signed in. */
  listApprovers: () => Promise<readonly { id: string }[]>
  /** The first day of the weeks of the chart. */
  firstDayOfWeek: FirstDay
  /** The time zone of the days. UTC when it is not set. */
  timeZone?: string | undefined
}

/** The columns of an export. The page's own import can read them; the outcome tells whether an action was revoked. */
const EXPORTED: ExportColumn<DaEntry>[] = [
  ...SHEET_FIELDS.map((field) => ({ header: t(SHEET_LABELS[field]), cell: (entry: DaEntry) => entry[field] })),
  { header: t('Outcome'), cell: ({ revoked }) => revoked?.outcome },
]

/** The calls of both families of actions. */
export function disciplineRoutes(deps: DisciplineRoutesDeps): void {
  const { serve, directory, actionTypes: types, playerTypes: players } = deps
  const thresholds = { staff: createThresholdStore(deps, 'staff'), players: createThresholdStore(deps, 'players') }
  const staff = createFamily({ ...deps, pointThresholds: thresholds.staff }, STAFF_FAMILY, types)
  const own = createOwnActionStore(deps)
  const imports = createActionImports(deps)
  playerRoutes(deps, own, thresholds.players)
  scheduleActionRemoval({ ...deps, remove: (family, daysKept) => removeOldActions(deps, family, daysKept) })

  serve.snapshot(findDisciplineContent, [], async () => ({
    ...{ types, players, points: deps.pointsRule },
    has_thresholds: deps.thresholds.length > 0,
  }))
  serve.call(listThresholds)(async ({ actor }) => ({
    data: soonestFirst([...(await thresholds.staff.list(actor)), ...(await thresholds.players.list(actor))]),
  }))
  serve.call(decideThreshold)(async (call) => {
    const { family, ...decision } = call.body
    await thresholds[family].decide(call, call.params.user, decision)
    return { ok: true }
  })
  serve.call(listActions)(({ actor, query }) => staff.list(actor, query))
  serve.export(exportActions, { columns: EXPORTED, stream: staff.stream })
  serve.call(listActionPeople)(({ actor, query }) => staff.people(actor, query.query))
  serve.call(findActionPerson)(async ({ actor, params }) => ({ item: await staff.person(actor, params.id) }))
  serve.call(listActionWeeks)(({ actor, query }) => staff.weeks(actor, query))
  serve.call(listReasonTemplates)(async () => ({ data: [...deps.reasonTemplates] }))
  serve.call(listOwnActions)(async ({ actor }) => ({
    ...(await own.listOwnActions(actor)),
    kept_days: deps.actionKeeping,
  }))
  serve.call(acknowledgeAction)(async (call) => ({
    ok: true,
    item: await own.acknowledge(call, 'staff', call.params.id, call.body.version),
  }))
  serve.call(findAction)(({ actor, params }) => staff.findAction(actor, params.id))
  serve.call(findSuggestion)(({ actor, query }) => staff.suggest(actor, query))
  serve.call(addAction)(async (call) => ({ ok: true, item: await staff.addAction(call, call.body) }))
  serve.call(reportDeviations)(async ({ actor, query }) => {
    const span = momentsOf({ first: query.start, last: query.end, ...query, zone: deps.timeZone })
    const family =
      query.family === 'players'
        ? { actions: PLAYER_RECORD.actions, types: players }
        : { actions: STAFF_RECORD.actions, types }
    const report = await countDeviations(deps.database, family, actor, span)
    const nameOf = (code: string) => deps.offenceBook.offences.find((offence) => offence.code === code)?.name ?? ''
    return {
      offences: report.offences.map((row) => ({ ...row, name: nameOf(row.id) })),
      issuers: report.issuers,
      is_capped: report.isCapped,
    }
  })
  serve.call(reviseAction)(async (call) => ({
    ok: true,
    item: await staff.reviseAction(call, call.params.id, call.body),
  }))
  serve.call(revokeAction)(async (call) => ({
    ok: true,
    item: await staff.revokeAction(call, call.params.id, call.body),
  }))
  serve.call(undoAddAction)(async (call) => ({
    ok: true,
    item: await staff.undoAddAction(call, call.params.id, call.body),
  }))
  serve.call(listToApprove)(async ({ actor }) => ({ data: await staff.listToApprove(actor) }))
  serve.call(approveAction)(async (call) => ({
    ok: true,
    item: await staff.approveAction(call, call.params.id, call.body),
  }))
  serve.call(importActions)(async (call) => {
    const file = await withPeople(sheetFileOf(call), SHEET, directory.everybody)
    if (call.query.dryRun) return imports.tryActionImport(file, call.actor)
    return answerImport(call, file, (counted) => imports.importActions(call, counted))
  })
}

/** The calls of the player record: its actions, and the people whom they are about. */
function playerRoutes(deps: DisciplineRoutesDeps, own: OwnActionStore, pointThresholds: ThresholdStore): void {
  const { serve, database } = deps
  const players = createFamily({ ...deps, pointThresholds }, PLAYER_FAMILY, deps.playerTypes)
  const joins = createSubjectJoins(deps)

  serve.call(listPlayerActions)(({ actor, query }) => players.list(actor, query))
  serve.export(exportPlayerActions, { stream: players.stream })
  serve.call(listPlayerActionPeople)(({ actor, query }) => players.people(actor, query.query))
  serve.call(findPlayerActionPerson)(async ({ actor, params }) => {
    const item = await players.person(actor, params.who)
    const [known] = item.name === null ? await findSubjects(database.db, actor, [params.who]) : []
    return { item: { ...item, name: item.name ?? known?.name ?? null } }
  })
  serve.call(listPlayerActionWeeks)(({ actor, query }) => players.weeks(actor, query))
  serve.call(findPlayerAction)(async ({ actor, params }) => {
    const found = await players.findAction(actor, params.id)
    return { ...found, ...(await findOrigin(database, actor, found.item)) }
  })
  serve.call(findPlayerSuggestion)(({ actor, query }) => players.suggest(actor, query))
  serve.call(addPlayerAction)(async (call) => ({ ok: true, item: await players.addAction(call, call.body) }))
  serve.call(revisePlayerAction)(async (call) => ({
    ok: true,
    item: await players.reviseAction(call, call.params.id, call.body),
  }))
  serve.call(revokePlayerAction)(async (call) => ({
    ok: true,
    item: await players.revokeAction(call, call.params.id, call.body),
  }))
  serve.call(undoAddPlayerAction)(async (call) => ({
    ok: true,
    item: await players.undoAddAction(call, call.params.id, call.body),
  }))
  serve.call(listPlayersToApprove)(async ({ actor }) => ({ data: await players.listToApprove(actor) }))
  serve.call(approvePlayerAction)(async (call) => ({
    ok: true,
    item: await players.approveAction(call, call.params.id, call.body),
  }))
  serve.call(acknowledgePlayerAction)(async (call) => ({
    ok: true,
    item: await own.acknowledge(call, 'players', call.params.id, call.body.version),
  }))

  serve.call(listSubjects)(async ({ actor, query }) => ({ data: await searchSubjects(database, actor, query.query) }))
  serve.call(findSubject)(async ({ actor, params }) => {
    const [found, { record }] = await Promise.all([
      findKnownSubject(database.db, actor, params.who),
      players.person(actor, params.who),
    ])
    return { ...found, record }
  })
  serve.call(findJoin)(({ actor, params, query }) => joins.findJoin(actor, params.who, query.other))
  serve.call(joinSubjects)(async (call) => ({
    ok: true,
    ...(await joins.joinSubjects(call, call.params.who, call.body)),
  }))
}

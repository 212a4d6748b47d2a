import type { Audit } from '#features/audit/server/store.ts'
import { type DaEntry, listActions } from '#features/discipline/contract.ts'
import { listPlayerActions } from '#features/discipline/player-contract.ts'
import type { PointsRule } from '#features/discipline/points-rules.ts'
import { SORTS } from '#features/discipline/rules.ts'
import {
  type ActionDirectory,
  type ActionSearch,
  createActionSearch,
  PLAYER_FAMILY,
  STAFF_FAMILY,
} from '#features/discipline/server/search-store.ts'
import { type ActionType, typeColour } from '#features/discipline/type-rules.ts'
import type { TimelineEntry } from '#features/people/contract.ts'
import { MAX_TIMELINE } from '#features/people/rules.ts'
import type { PersonLists } from '#features/people/server/routes.ts'
import { type Roster, type RosterContent, rostersOf } from '#features/roster/contract.ts'
import { withoutOwnNotes } from '#features/roster/rules.ts'
import { createRosterStore, type ReadEffects } from '#features/roster/server/store.ts'
import { allCalls, type ChecklistCalls, type Checklists, checklistIn } from '#features/trial-mods/contract.ts'
import { stateOf } from '#features/trial-mods/rules.ts'
import { createTrialModStore } from '#features/trial-mods/server/store.ts'
import { stageTitle } from '#features/trial-mods/stage-rules.ts'
import { isOn, type Part } from '#lib/part.ts'
import type { Database } from '#server/database/database.ts'
import { checklistPlace, rosterPlace } from './list-places.ts'

/** What the stores of the lists need. */
export interface StoresDeps {
  database: Database
  audit: Audit
  clock: () => Date
  rosterContent: RosterContent
}

interface PersonListsDeps extends StoresDeps {
  rosterEffects: ReadEffects
  off: readonly Part[]
  checklists: Checklists
  actionTypes: readonly ActionType[]
  playerTypes: readonly ActionType[]
  pointsRule: PointsRule
  directory: ActionDirectory
}

/**
 * What every list of the community says about one person, read from the list's own store with the list's own access
 * rules.
 */
export function createPersonLists(deps: PersonListsDeps): PersonLists {
  return {
    rosters: rostersOf(deps.rosterContent)
      .filter(({ list }) => isOn(deps.off, list.part))
      .map((roster) => onRoster(deps, roster)),
    checklists: allCalls(deps.checklists).map((calls) => onChecklist(deps, calls)),
    actions: inActions(deps),
    playerActions: inPlayerActions(deps),
  }
}

/** Fields that most events of the timeline leave empty. */
const BARE = { colour: null, mark: null, by: null, reason: null, list: null }

function onRoster(deps: PersonListsDeps, roster: Roster): PersonLists['rosters'][number] {
  const store = createRosterStore(deps, roster)
  return {
    access: roster.list.access,
    find: async (reader, id) => {
      const found = await store.find(id)
      if (found === null) return null
      const summary = rosterPlace(roster, deps.rosterContent, withoutOwnNotes(reader, found))
      const { hiredAt, lastMove } = summary
      const event = { ...BARE, what: summary.title, page: summary.page }
      return {
        summary,
        events: [
          ...(hiredAt === null ? [] : [{ ...event, at: hiredAt, kind: 'hired' as const }]),
          ...(lastMove === null || lastMove === hiredAt ? [] : [{ ...event, at: lastMove, kind: 'moved' as const }]),
        ],
      }
    },
  }
}

function onChecklist(deps: PersonListsDeps, calls: ChecklistCalls): PersonLists['checklists'][number] {
  const store = createTrialModStore(deps, calls)
  const checklist = checklistIn(deps.checklists, calls.key)
  return {
    access: calls.list.access,
    find: async (reader, id) => {
      const record = await store.findTrialMod(id)
      if (record === null) return null
      const summary = checklistPlace(calls, checklist, record)
      const { completed } = record.dates
      const event = { ...BARE, list: summary.title, page: summary.page }
      const stages = (await store.listStageHistory(id)).map((entry): TimelineEntry => {
        const what = stageTitle(entry.stage, checklist)
        const reason = reader.id === id ? null : entry.notes
        return { ...event, at: entry.at, kind: 'stage', what, mark: stateOf(entry), by: entry.by, reason }
      })
      return {
        summary,
        events: [
          ...stages,
          ...(summary.isFinished && completed !== null
            ? [{ ...event, at: completed, kind: 'finished' as const, what: summary.status }]
            : []),
        ],
      }
    },
  }
}

function inActions(deps: PersonListsDeps): PersonLists['actions'] {
  const search = createActionSearch(deps, STAFF_FAMILY, deps.actionTypes)
  const colourOf = (type: string) => typeColour(type, deps.actionTypes)
  return {
    access: listActions.access,
    find: async (reader, id) => {
      const page = `/staff-da-database?user=${id}`
      const summary = await recordIn(search, reader, id, page, deps.actionTypes)
      if (summary === null) return null
      const latest = { user: id, sort: SORTS[0], page: 1, pageSize: MAX_TIMELINE, tz: undefined, endTz: undefined }
      const { rows } = await search.listActions(reader, latest)
      return {
        summary,
        events: rows.flatMap((row): TimelineEntry[] => {
          const event = { ...BARE, what: row.type, colour: colourOf(row.type), page: `${page}&entry=${row.id}` }
          const { revoked } = row
          return [
            { ...event, at: row.date, kind: 'action', by: row.admin_name, reason: row.internal_reason },
            ...(revoked === null
              ? []
              : [{ ...event, at: revoked.at, kind: 'revoked' as const, by: revoked.by_name, reason: revoked.why }]),
          ]
        }),
      }
    },
  }
}

function inPlayerActions(deps: PersonListsDeps): PersonLists['playerActions'] {
  const search = createActionSearch(deps, PLAYER_FAMILY, deps.playerTypes)
  return {
    access: listPlayerActions.access,
    find: async (reader, id) => {
      const summary = await recordIn(search, reader, id, `/player-record?user=${id}`, deps.playerTypes)
      return summary && { summary, events: [] }
    },
  }
}

/** A summary of one family of a person's actions. Null when the person has none. */
async function recordIn(
  search: Pick<ActionSearch<DaEntry>, 'findActionPerson'>,
  reader: { id: string },
  id: string,
  page: string,
  types: readonly ActionType[],
) {
  const {
    name,
    record: { total, is_capped, revoked, types: standing, points },
  } = await search.findActionPerson(reader, id)
  if (total === 0) return null
  return {
    ...{ name, page, total, is_capped, revoked, points: points.active },
    standing: standing.map(({ type, count }) => ({ type, count, colour: typeColour(type, types) })),
  }
}

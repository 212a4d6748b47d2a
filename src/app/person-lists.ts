import type { Audit } from '#features/audit/server/store.ts'
import { listActions } from '#features/discipline/contract.ts'
import { SORTS } from '#features/discipline/rules.ts'
import { type ActionDirectory, createActionSearch } from '#features/discipline/server/search-store.ts'
import { type ActionType, typeColour } from '#features/discipline/type-rules.ts'
import type { TimelineEntry } from '#features/people/contract.ts'
import { MAX_TIMELINE } from '#features/people/rules.ts'
import type { PersonLists } from '#features/people/server/routes.ts'
import { ladderOf, rosterIn } from '#features/roster/content-rules.ts'
import { type Roster, type RosterContent, rostersOf } from '#features/roster/contract.ts'
import { shownTo } from '#features/roster/rules.ts'
import { createRosterStore } from '#features/roster/server/store.ts'
import { statusColour } from '#features/roster/status-rules.ts'
import { zoneOf } from '#features/roster/timezone-rules.ts'
import { allCalls, type ChecklistCalls, type Checklists, checklistIn } from '#features/trial-mods/contract.ts'
import { ownProgress, stateOf } from '#features/trial-mods/rules.ts'
import { createTrialModStore } from '#features/trial-mods/server/store.ts'
import { stageTitle } from '#features/trial-mods/stage-rules.ts'
import { isOn, type Part } from '#lib/part.ts'
import type { Database } from '#server/database/database.ts'

/** What the stores of the lists are made of. */
export interface StoresDeps {
  database: Database
  audit: Audit
  clock: () => Date
  rosterContent: RosterContent
}

interface PersonListsDeps extends StoresDeps {
  off: readonly Part[]
  checklists: Checklists
  actionTypes: readonly ActionType[]
  directory: ActionDirectory
}

/** What every list of the community says of one person: as it is read there, from its own store. */
export function personLists(deps: PersonListsDeps): PersonLists {
  return {
    rosters: rostersOf(deps.rosterContent)
      .filter(({ list }) => isOn(deps.off, list.part))
      .map((roster) => onRoster(deps, roster)),
    checklists: allCalls(deps.checklists).map((calls) => onChecklist(deps, calls)),
    actions: inActions(deps),
  }
}

/** What most events leave out. */
const BARE = { colour: null, mark: null, by: null, reason: null, list: null }

function onRoster(deps: PersonListsDeps, roster: Roster): PersonLists['rosters'][number] {
  const store = createRosterStore(deps, roster)
  const { statuses } = ladderOf(deps.rosterContent, roster.key)
  const { title } = rosterIn(deps.rosterContent, roster.key)
  return {
    access: roster.list.access,
    find: async (reader, id) => {
      const found = await store.find(id)
      if (found === null) return null
      const { id: memberId, version: _, discordId: __, ...member } = shownTo(reader, found)
      const { hiredAt, lastMove, status, timezone } = member
      const event = { ...BARE, what: title, page: roster.page }
      return {
        said: {
          ...{ key: roster.key, title, page: roster.page, memberId, ...member },
          statusColour: statusColour(status, statuses),
          zone: timezone === null ? null : zoneOf(timezone),
        },
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
  const { title, outcomes } = checklist
  return {
    access: calls.list.access,
    find: async (reader, id) => {
      const record = await store.findTrialMod(id)
      if (record === null) return null
      const { name } = record.trialMod
      const progress = ownProgress(record, checklist)
      const status = outcomes[progress.status].label
      const isFinished = progress.status !== 'In-Training'
      const page = `${calls.page}?search=${encodeURIComponent(name)}${isFinished ? '&archived=true' : ''}`
      const event = { ...BARE, list: title, page }
      const stages = (await store.listStageHistory(id)).map((entry): TimelineEntry => {
        const what = stageTitle(entry.stage, checklist)
        const reason = reader.id === id ? null : entry.notes
        return { ...event, at: entry.at, kind: 'stage', what, mark: stateOf(entry), by: entry.by, reason }
      })
      const { completed } = progress
      return {
        said: {
          ...{ key: calls.key, title, page, name, status, isFinished, passed: progress.passed },
          instructor: progress.officialInstructor ?? progress.assignedInstructor,
          stages: progress.stages.map(({ stage, state }) => ({ title: stageTitle(stage, checklist), mark: state })),
        },
        events: [
          ...stages,
          ...(isFinished && completed !== null
            ? [{ ...event, at: completed, kind: 'finished' as const, what: status }]
            : []),
        ],
      }
    },
  }
}

function inActions(deps: PersonListsDeps): PersonLists['actions'] {
  const search = createActionSearch(deps)
  const colourOf = (type: string) => typeColour(type, deps.actionTypes)
  return {
    access: listActions.access,
    find: async (reader, id) => {
      const { name, record } = await search.findActionPerson(id)
      if (record.total === 0) return null
      const latest = { user: id, sort: SORTS[0], page: 1, pageSize: MAX_TIMELINE, tz: undefined, endTz: undefined }
      const { rows } = await search.listActions(reader, latest)
      const page = `/staff-da-database?user=${id}`
      return {
        said: {
          name,
          page,
          ...{ total: record.total, is_capped: record.is_capped, revoked: record.revoked },
          standing: record.types.map(({ type, count }) => ({ type, count, colour: colourOf(type) })),
        },
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

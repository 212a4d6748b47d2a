import { dayOf, isTimeZone } from '#lib/dates.ts'
import type { FirstDay } from '#lib/site.ts'
import { invalid, notAllowed } from '#server/http/http-error.ts'
import type { DaDraft, DaEntry, DaFilter, DaSorted, SuggestionQuery } from '../contract.ts'
import { actionIdIn, chartWeeks, lastChartDay, placeholdersOf, unfilledProblems } from '../rules.ts'
import { type ActionType, typeProblem } from '../type-rules.ts'
import { decideOnApproval } from './approval-store.ts'
import { createOffenceStore } from './offence-store.ts'
import { type ActionRow, MESSAGES } from './record-store.ts'
import { createActionSearch, type Family } from './search-store.ts'
import { type ActionStoreDeps, createActionStore } from './store.ts'
import { accountsLinkedTo } from './subject-store.ts'

type FamilyDeps = Omit<ActionStoreDeps, 'types' | 'offences'> &
  Parameters<typeof createActionSearch>[0] &
  Pick<Parameters<typeof createOffenceStore>[0], 'offenceBook' | 'findRules'> & {
    reasonTemplates: Parameters<typeof placeholdersOf>[0]
    /** The first day of the weeks of the chart. */
    firstDayOfWeek: FirstDay
  }

/** Everything that the calls of one family of actions do. Both families have the same calls. */
export function createFamily<R extends ActionRow, E extends DaEntry>(
  deps: FamilyDeps,
  family: Family<R, E>,
  types: readonly ActionType[],
) {
  const { clock } = deps
  const offences = createOffenceStore({ ...deps, types }, family)
  const store = createActionStore({ ...deps, types, offences }, family)
  const search = createActionSearch(deps, family, types)
  const offenceTexts = deps.offenceBook.offences.map((offence) => ({ internal: '', external: offence.told }))
  const placeholders = placeholdersOf([...deps.reasonTemplates, ...offenceTexts])

  /** Rejects a filter by a type that nobody can choose. */
  const checkType = (type: string | undefined) => {
    const problem = type === undefined ? null : typeProblem(type, types)
    if (problem !== null) throw invalid({ type: problem })
  }

  return {
    ...store,
    list: (actor: { id: string }, query: Parameters<typeof search.listActions>[1]) => {
      checkType(query.type)
      return search.listActions(actor, query)
    },
    people: search.listActionPeople,
    person: async (actor: { id: string }, id: string) => {
      const person = await search.findActionPerson(actor, id)
      const approvers = await deps.listApprovers()
      const barred = [actor.id, id, ...(await accountsLinkedTo(deps.database.db, id))]
      return { ...person, has_approver: approvers.some((each) => !barred.includes(each.id)) }
    },
    /** Reads the actions for an export. */
    stream: {
      each: (actor: { id: string }, query: DaSorted) => {
        checkType(query.type)
        return search.eachAction(actor, query)
      },
      find: (actor: { id: string }, keys: readonly string[]) =>
        search.findActions(
          actor,
          keys.flatMap((key) => actionIdIn(key) ?? []),
        ),
    },
    weeks: async (actor: { id: string }, query: DaFilter & { zone?: string | undefined }) => {
      checkType(query.type)
      const zone = deps.timeZone ?? (query.zone !== undefined && isTimeZone(query.zone) ? query.zone : 'UTC')
      const today = dayOf(clock().toISOString(), zone)
      const weeks = chartWeeks(lastChartDay(query.end, today), deps.firstDayOfWeek)
      const { weeks: counted, isCapped } = await search.listActionWeeks(actor, query, weeks, zone)
      const nothing = Object.fromEntries(types.map(({ name }) => [name, 0]))
      return {
        data: counted.map(({ week, counts }) => ({ week, counts: { ...nothing, ...counts } })),
        is_capped: isCapped,
      }
    },
    /** The suggestion counts every earlier action, including those that the person may not know of. */
    suggest: (actor: { id: string }, { user, offences: codes, date, revises }: SuggestionQuery) => {
      if (user === actor.id) throw notAllowed(MESSAGES['about-you'])
      const at = date === undefined ? clock() : new Date(date)
      return revises === undefined
        ? offences.suggest(user, codes, at)
        : offences.suggestForRevision({ id: revises, issuer: actor.id }, user, codes, at)
    },
    addAction: (by: Parameters<typeof store.addAction>[0], draft: DaDraft) => {
      // The placeholders of a template or an offence must be filled in.
      const unfilled = unfilledProblems(draft, placeholders)
      if (Object.keys(unfilled).length > 0) throw invalid(unfilled)
      return store.addAction(by, draft)
    },
    approveAction: (
      by: Parameters<typeof decideOnApproval>[2],
      id: number,
      decision: Parameters<typeof decideOnApproval>[4],
    ) => decideOnApproval({ ...deps, types }, family, by, id, decision),
  }
}

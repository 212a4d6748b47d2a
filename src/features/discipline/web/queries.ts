import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { input } from 'zod/v4/core'
import { currentForms } from '#lib/date-forms.ts'
import { type ChosenSheet, sheetRequest } from '#lib/sheet.ts'
import type { Topic } from '#lib/topics.ts'
import { call } from '#web/call.ts'
import { callImport } from '#web/import-call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import {
  acknowledgeAction,
  type DaApprovalDraft,
  type DaDraft,
  type DaRevisionDraft,
  type DaRevocationDraft,
  findDisciplineContent,
  importActions,
  listActions,
  listOwnActions,
  listReasonTemplates,
  listToApprove,
} from '../contract.ts'
import { acknowledgePlayerAction, listPlayersToApprove } from '../player-contract.ts'
import { PAGE_SIZES, SORTS } from '../rules.ts'
import { decideThreshold, listThresholds, type ThresholdDecision } from '../threshold-contract.ts'
import type { ActionType } from '../type-rules.ts'
import { type ActionQuery, useFamily, type WeeksQuery } from './use-family.ts'

/** New or removed evidence changes only lists that are filtered by evidence. */
const topicsOf = (topic: Topic, { evidence }: Pick<WeeksQuery, 'evidence'>): readonly Topic[] =>
  evidence === undefined ? [topic] : [topic, 'evidence']

/** One page of the list of a family. The current rows stay on screen while the next page loads. */
export function useActions(query: ActionQuery) {
  const { path, topic, list } = useFamily()
  return useQuery({
    queryKey: [path, 'list', query],
    meta: { topic: topicsOf(topic, query) },
    queryFn: ({ signal }) => list(query, signal),
    placeholderData: keepPreviousData,
  })
}

/**
 * The newest actions of one person that these filters let through. Actions of another person are never shown meanwhile.
 */
export function useActionsOf(filter: (WeeksQuery & { user: string }) | null) {
  const { path, topic, list } = useFamily()
  return useQuery({
    queryKey: [path, 'of', filter],
    meta: { topic },
    queryFn: ({ signal }) => list({ ...filter, sort: SORTS[0], page: '1', pageSize: String(PAGE_SIZES[0]) }, signal),
    enabled: filter !== null,
  })
}

export function useAction(id: number) {
  const { path, topic, find } = useFamily()
  return useQuery({
    queryKey: [path, 'one', id],
    meta: { topic },
    queryFn: ({ signal }) => find(id, signal),
  })
}

/** The people who have actions of a family, and those who gave them. */
export function useActionPeople(query: string, isWanted = true) {
  const { path, topic, people } = useFamily()
  return useQuery({
    queryKey: [path, 'people', query],
    meta: { topic },
    queryFn: ({ signal }) => people(query, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
}

/** A person and their record so far. */
export function useActionPerson(id: string | null) {
  const { path, topic, person } = useFamily()
  return useQuery({
    queryKey: [path, 'person', id],
    meta: { topic },
    queryFn: ({ signal }) => person(id ?? '', signal),
    enabled: id !== null,
  })
}

/** The chart of what these filters let through. The current chart stays on screen while the next one loads. */
export function useActionWeeks(filter: Omit<WeeksQuery, 'zone'>) {
  // When the community has no time zone, the list uses the days of the viewer.
  const { path, topic, weeks } = useFamily()
  const { timeZone } = currentForms().timeZone === undefined ? Intl.DateTimeFormat().resolvedOptions() : {}
  return useQuery({
    queryKey: [path, 'weeks', filter],
    meta: { topic: topicsOf(topic, filter) },
    queryFn: ({ signal }) => weeks({ ...filter, zone: timeZone }, signal),
    placeholderData: keepPreviousData,
  })
}

/**
 * The community's settings of actions. The first page load brings them; a person who comes from a public page waits for
 * them.
 */
const useDisciplineContent = () =>
  useSuspenseQuery({ ...queryOf(findDisciplineContent), staleTime: Number.POSITIVE_INFINITY }).data

/** The types of action of a family. */
export function useActionTypes(): readonly ActionType[] {
  const { typesOf } = useFamily()
  return typesOf(useDisciplineContent())
}

/** The types of both families. */
export function useAllTypes(): readonly ActionType[] {
  const { types, players } = useDisciplineContent()
  return [...types, ...players]
}

export function useReasonTemplates() {
  return useQuery({
    queryKey: [listReasonTemplates.path],
    queryFn: ({ signal }) => call(listReasonTemplates, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The actions against the signed-in person. Only this person is notified when there is a new or changed one. */
export const useOwnActions = () => useQuery({ ...queryOf(listOwnActions), meta: { topic: 'inbox' } })

export const useAcknowledge = (family: 'staff' | 'players', id: number) =>
  useWrite((version: number) => {
    const acknowledge = family === 'staff' ? acknowledgeAction : acknowledgePlayerAction
    return call(acknowledge, { params: { id: String(id) }, body: { version } })
  }, listOwnActions)

export function useAddAction() {
  const { add, changed } = useFamily()
  return useWrite((body: input<typeof DaDraft>) => add(body), ...changed)
}

export function useUndoAddAction() {
  const { undoAdd, changed } = useFamily()
  return useWrite(({ id, version }: { id: number; version: number }) => undoAdd(id, version), ...changed)
}

export function useReviseAction(id: number) {
  const { revise, changed } = useFamily()
  return useWrite((body: input<typeof DaRevisionDraft>) => revise(id, body), ...changed)
}

export function useRevokeAction(id: number) {
  const { revoke, changed } = useFamily()
  return useWrite((body: input<typeof DaRevocationDraft>) => revoke(id, body), ...changed)
}

export function useApproveAction(id: number) {
  const { approve, changed } = useFamily()
  return useWrite((body: input<typeof DaApprovalDraft>) => approve(id, body), ...changed)
}

export const useDecideThreshold = (user: string) =>
  useWrite((body: input<typeof ThresholdDecision>) => call(decideThreshold, { params: { user }, body }), listThresholds)

/** Whether the community's file has any point thresholds. */
export const useHasThresholds = () => useDisciplineContent().has_thresholds

/** The interval of the queries below. People outside of the staff receive no notice of changes. */
const ASK_AGAIN_AFTER = 15_000

export const useActionsToApprove = () => useQuery({ ...queryOf(listToApprove), refetchInterval: ASK_AGAIN_AFTER })
export const usePlayersToApprove = () =>
  useQuery({ ...queryOf(listPlayersToApprove), refetchInterval: ASK_AGAIN_AFTER })

/** What a spreadsheet would add. Nothing is written. */
export const useTryActionImport = () =>
  useWrite((file: ChosenSheet) => call(importActions, sheetRequest(file, 'dryRun')))

export const useImportActions = () =>
  useWrite((file: ChosenSheet) => callImport(importActions, sheetRequest(file), file.onProgress), listActions)

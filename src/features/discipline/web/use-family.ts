import { createContext, use } from 'react'
import type { ZodMiniType } from 'zod/mini'
import type { input, output } from 'zod/v4/core'
import type { Endpoint } from '#lib/endpoint.ts'
import { t } from '#lib/messages.ts'
import type { Topic } from '#lib/topics.ts'
import { call } from '#web/call.ts'
import type { Exported } from '#web/download.ts'
import {
  type ActionPerson,
  addAction,
  approveAction,
  type DaApprovalDraft,
  DaDraft,
  type DaEntry,
  DaRevisionDraft,
  type DaRevocationDraft,
  type DisciplineTypes,
  exportActions,
  type FoundAction,
  findAction,
  findActionPerson,
  findSuggestion,
  listActionPeople,
  listActions,
  listActionWeeks,
  listToApprove,
  type OffenceSuggestion,
  reviseAction,
  revokeAction,
  undoAddAction,
} from '../contract.ts'
import {
  addPlayerAction,
  approvePlayerAction,
  exportPlayerActions,
  findPlayerAction,
  findPlayerActionPerson,
  findPlayerSuggestion,
  listPlayerActionPeople,
  listPlayerActions,
  listPlayerActionWeeks,
  listPlayersToApprove,
  listSubjects,
  PlayerDraft,
  PlayerRevisionDraft,
  revisePlayerAction,
  revokePlayerAction,
  undoAddPlayerAction,
} from '../player-contract.ts'
import { listThresholds } from '../threshold-contract.ts'
import type { ActionType } from '../type-rules.ts'

export type ActionQuery = NonNullable<input<(typeof listActions)['query']>>
export type WeeksQuery = NonNullable<input<(typeof listActionWeeks)['query']>>

/** One family of actions: its endpoints, and the words that its page uses. */
export interface Family {
  name: 'staff' | 'players'
  /** The path of the list. The cache keys of everything read from the family begin with it. */
  path: string
  /** How the list is exported. */
  exported: Exported
  /** The topic that is sent when the list changed. */
  topic: Topic
  list(query: ActionQuery, signal: AbortSignal): Promise<Page>
  people(query: string, signal: AbortSignal): Promise<output<(typeof listActionPeople)['reply']>>
  weeks(query: WeeksQuery, signal: AbortSignal): Promise<output<(typeof listActionWeeks)['reply']>>
  find(id: number, signal: AbortSignal): Promise<FoundAction>
  person(id: string, signal: AbortSignal): Promise<{ item: ActionPerson }>
  suggest(query: SuggestionQuery, signal: AbortSignal): Promise<OffenceSuggestion>
  /** The schemas of the forms about an action. */
  drafts: { action: ZodMiniType<DaDraft>; revision: ZodMiniType<output<typeof DaRevisionDraft>> }
  /** The access that is needed to log an action. */
  giving: Pick<Endpoint, 'access'>
  add(body: input<typeof DaDraft>): Promise<Changed>
  revise(id: number, body: input<typeof DaRevisionDraft>): Promise<Changed>
  revoke(id: number, body: input<typeof DaRevocationDraft>): Promise<Changed>
  undoAdd(id: number, version: number): Promise<Changed>
  approve(id: number, body: input<typeof DaApprovalDraft>): Promise<Changed>
  /** The lists that a write changes. */
  changed: readonly Pick<Endpoint, 'path'>[]
  typesOf(content: DisciplineTypes): readonly ActionType[]
  words(): Words
}

type SuggestionQuery = NonNullable<input<(typeof findSuggestion)['query']>>
type Changed = output<(typeof addAction)['reply']>

const paramsOf = (id: number) => ({ id: String(id) })

interface Words {
  title: string
  /** What the rows of the table are called. */
  rows: string
  loading: string
  empty: string
  /** The label of the field that finds the person of a new action. */
  seek: string
  /** What the people are called whom the rows are about. */
  user: string
  /** The labels of the sort orders by these people. */
  byUser: Record<'user_name:asc' | 'user_name:desc', string>
  /** The title of the details. The name is null until it is known. */
  details(name: string | null): string
}

interface Page {
  rows: readonly DaEntry[]
  total: number
  is_capped: boolean
}

export const STAFF: Family = {
  name: 'staff',
  path: listActions.path,
  exported: exportActions,
  topic: listActions.topic,
  list: (query, signal) => call(listActions, { query, signal }),
  people: (query, signal) => call(listActionPeople, { query: { query }, signal }),
  weeks: (query, signal) => call(listActionWeeks, { query, signal }),
  find: (id, signal) => call(findAction, { params: paramsOf(id), signal }),
  person: (id, signal) => call(findActionPerson, { params: { id }, signal }),
  suggest: (query, signal) => call(findSuggestion, { query, signal }),
  drafts: { action: DaDraft, revision: DaRevisionDraft },
  giving: addAction,
  add: (body) => call(addAction, { body }),
  revise: (id, body) => call(reviseAction, { params: paramsOf(id), body }),
  revoke: (id, body) => call(revokeAction, { params: paramsOf(id), body }),
  undoAdd: (id, version) => call(undoAddAction, { params: paramsOf(id), body: { version } }),
  approve: (id, body) => call(approveAction, { params: paramsOf(id), body }),
  changed: [listActions, listThresholds, listToApprove],
  typesOf: ({ types }) => types,
  words: () => ({
    title: t('Staff DA Database'),
    rows: t('Disciplinary actions'),
    loading: t('Loading DA entries…'),
    empty: t('No DA entries found'),
    seek: t('Name, callsign or Discord ID'),
    user: t('User'),
    byUser: { 'user_name:asc': t('User, A to Z'), 'user_name:desc': t('User, Z to A') },
    details: (name) => (name === null ? t('DA Details') : t('DA Details — {name}', { name })),
  }),
}

/** Actions against players, in game, in a file of another program or by staff here. */
export const PLAYERS: Family = {
  name: 'players',
  path: listPlayerActions.path,
  exported: exportPlayerActions,
  topic: listPlayerActions.topic,
  list: (query, signal) => call(listPlayerActions, { query, signal }),
  people: (query, signal) => call(listPlayerActionPeople, { query: { query }, signal }),
  weeks: (query, signal) => call(listPlayerActionWeeks, { query, signal }),
  find: (id, signal) => call(findPlayerAction, { params: paramsOf(id), signal }),
  person: (who, signal) => call(findPlayerActionPerson, { params: { who }, signal }),
  suggest: (query, signal) => call(findPlayerSuggestion, { query, signal }),
  drafts: { action: PlayerDraft, revision: PlayerRevisionDraft },
  giving: addPlayerAction,
  add: (body) => call(addPlayerAction, { body }),
  revise: (id, body) => call(revisePlayerAction, { params: paramsOf(id), body }),
  revoke: (id, body) => call(revokePlayerAction, { params: paramsOf(id), body }),
  undoAdd: (id, version) => call(undoAddPlayerAction, { params: paramsOf(id), body: { version } }),
  approve: (id, body) => call(approvePlayerAction, { params: paramsOf(id), body }),
  changed: [listPlayerActions, listThresholds, listSubjects, listPlayersToApprove],
  typesOf: ({ players }) => players,
  words: () => ({
    title: t('Player record'),
    rows: t('Actions against players'),
    loading: t('Loading player actions…'),
    empty: t('No player actions found'),
    seek: t('Name, identifier or Discord ID'),
    user: t('Player'),
    byUser: { 'user_name:asc': t('Player, A to Z'), 'user_name:desc': t('Player, Z to A') },
    details: (name) => (name === null ? t('Player action') : t('Player action — {name}', { name })),
  }),
}

/** The family that a page shows. Without a provider, it is the staff family. */
export const FamilyContext = createContext(STAFF)
export const useFamily = () => use(FamilyContext)

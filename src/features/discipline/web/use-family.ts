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

/** One family of actions: where its lists are, and in which words its page speaks of them. */
export interface Family {
  name: 'staff' | 'players'
  /** The path of its list, from which all that is read of it hangs. */
  path: string
  /** How it is taken as a file. */
  exported: Exported
  /** Said when its list changed. */
  topic: Topic
  list(query: ActionQuery, signal: AbortSignal): Promise<Page>
  people(query: string, signal: AbortSignal): Promise<output<(typeof listActionPeople)['reply']>>
  weeks(query: WeeksQuery, signal: AbortSignal): Promise<output<(typeof listActionWeeks)['reply']>>
  find(id: number, signal: AbortSignal): Promise<FoundAction>
  person(id: string, signal: AbortSignal): Promise<{ item: ActionPerson }>
  suggest(query: SuggestionQuery, signal: AbortSignal): Promise<OffenceSuggestion>
  /** What a form about one of its actions is checked by. */
  drafts: { action: ZodMiniType<DaDraft>; revision: ZodMiniType<output<typeof DaRevisionDraft>> }
  /** Who may give one. */
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
  /** What the rows of the table are. */
  rows: string
  loading: string
  empty: string
  /** How somebody is looked for whom a new action is about. */
  seek: string
  /** Whom the rows are about. */
  user: string
  /** How the list is sorted by them. */
  byUser: Record<'user_name:asc' | 'user_name:desc', string>
  /** Of whom; null until it is known. */
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

/** What was done to players, in game, in a file of another program or by staff here. */
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

/** The family that a page shows; the staff's unless the page says another. */
export const FamilyContext = createContext(STAFF)
export const useFamily = () => use(FamilyContext)

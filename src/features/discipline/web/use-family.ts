import { createContext, use } from 'react'
import type { input, output } from 'zod/v4/core'
import { t } from '#lib/messages.ts'
import type { Topic } from '#lib/topics.ts'
import { call } from '#web/call.ts'
import type { Exported } from '#web/download.ts'
import {
  type DaEntry,
  type DisciplineTypes,
  exportActions,
  listActionPeople,
  listActions,
  listActionWeeks,
} from '../contract.ts'
import {
  exportPlayerActions,
  listPlayerActionPeople,
  listPlayerActions,
  listPlayerActionWeeks,
} from '../player-contract.ts'
import type { ActionType } from '../type-rules.ts'

export type ActionQuery = NonNullable<input<(typeof listActions)['query']>>
export type WeeksQuery = NonNullable<input<(typeof listActionWeeks)['query']>>

/** One family of actions: where its lists are, and in which words its page speaks of them. */
export interface Family {
  /** The path of its list, from which all that is read of it hangs. */
  path: string
  /** How it is taken as a file. */
  exported: Exported
  /** Said when its list changed. */
  topic: Topic
  list(query: ActionQuery, signal: AbortSignal): Promise<Page>
  people(query: string, signal: AbortSignal): Promise<output<(typeof listActionPeople)['reply']>>
  weeks(query: WeeksQuery, signal: AbortSignal): Promise<output<(typeof listActionWeeks)['reply']>>
  typesOf(content: DisciplineTypes): readonly ActionType[]
  words(): Words
}

interface Words {
  title: string
  /** What the rows of the table are. */
  rows: string
  loading: string
  empty: string
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

const STAFF: Family = {
  path: listActions.path,
  exported: exportActions,
  topic: listActions.topic,
  list: (query, signal) => call(listActions, { query, signal }),
  people: (query, signal) => call(listActionPeople, { query: { query }, signal }),
  weeks: (query, signal) => call(listActionWeeks, { query, signal }),
  typesOf: ({ types }) => types,
  words: () => ({
    title: t('Staff DA Database'),
    rows: t('Disciplinary actions'),
    loading: t('Loading DA entries…'),
    empty: t('No DA entries found'),
    user: t('User'),
    byUser: { 'user_name:asc': t('User, A to Z'), 'user_name:desc': t('User, Z to A') },
    details: (name) => (name === null ? t('DA Details') : t('DA Details — {name}', { name })),
  }),
}

/** What was done to players, in game or in a file of another program. */
export const PLAYERS: Family = {
  path: listPlayerActions.path,
  exported: exportPlayerActions,
  topic: listPlayerActions.topic,
  list: (query, signal) => call(listPlayerActions, { query, signal }),
  people: (query, signal) => call(listPlayerActionPeople, { query: { query }, signal }),
  weeks: (query, signal) => call(listPlayerActionWeeks, { query, signal }),
  typesOf: ({ players }) => players,
  words: () => ({
    title: t('Player record'),
    rows: t('Actions against players'),
    loading: t('Loading player actions…'),
    empty: t('No player actions found'),
    user: t('Player'),
    byUser: { 'user_name:asc': t('Player, A to Z'), 'user_name:desc': t('Player, Z to A') },
    details: (name) => (name === null ? t('Player action') : t('Player action — {name}', { name })),
  }),
}

/** The family that a page shows; the staff's unless the page says another. */
export const FamilyContext = createContext(STAFF)
export const useFamily = () => use(FamilyContext)

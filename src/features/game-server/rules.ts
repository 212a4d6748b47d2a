import { MINUTE } from '#lib/dates.ts'
import type { GameServer } from './contract.ts'

/** How often the server is queried. Its `/dynamic.json` has no rate limit; the interval keeps the load low. */
export const QUERY_INTERVAL = MINUTE / 2
/**
 * How long the last counts are shown while the server cannot be queried. Servers restart, and networks fail for a
 * moment.
 */
export const KEEP_COUNTS_FOR = 2 * MINUTE
/**
 * How long a state is shown without confirmation. After this time, the process that queries the server must have died.
 */
export const STALE_AFTER = 3 * MINUTE

export interface PlayerCounts {
  players: number
  slots: number
}

/** The result of a query: counts, no response, or a response that cannot be read. */
export type QueryResult = PlayerCounts | 'unreachable' | 'unreadable'

/** What is known of the server, and when it last sent its counts. */
export interface KnownState {
  shown: GameServer | null
  readAt: number | null
}

export const NOTHING_KNOWN: KnownState = { shown: null, readAt: null }

/**
 * What is known after one more query. Counts are shown. After a failure, the last counts stay for a while; then a
 * server that does not respond is offline, and nothing is known of a server whose responses cannot be read. A server
 * that was never reached is not called offline, because its address is probably wrong.
 */
export function stateAfter(known: KnownState, result: QueryResult, now: Date): KnownState {
  const { readAt, shown } = known
  if (typeof result !== 'string') return { shown: { isOnline: true, ...result }, readAt: now.getTime() }
  if (readAt === null) return NOTHING_KNOWN
  if (now.getTime() - readAt < KEEP_COUNTS_FOR) return known
  if (result === 'unreadable' || shown === null) return { shown: null, readAt }
  return { shown: { ...shown, isOnline: false, players: 0 }, readAt }
}

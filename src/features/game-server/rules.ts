import { MINUTE } from '#lib/dates.ts'
import type { GameServer } from './contract.ts'

/** How often the server is asked. Its `/dynamic.json` has no limit of its own; this is for everybody's peace. */
export const ASK_EVERY = MINUTE / 2
/** While it cannot be asked, what it said last stands this long: servers restart, and networks stumble. */
export const STANDS_FOR = 2 * MINUTE
/** What is not confirmed by anybody this long is no longer known: then the process that asks has died. */
export const FORGOTTEN_AFTER = 3 * MINUTE

export interface Reading {
  players: number
  slots: number
}

/** What asking came to: counts, nobody there, or an answer that says nothing. */
export type Asked = Reading | 'unreachable' | 'unreadable'

/** What is known of the server, and when it last said its counts. */
export interface Known {
  shown: GameServer | null
  readAt: number | null
}

export const NOTHING_KNOWN: Known = { shown: null, readAt: null }

/**
 * What is known after it was asked once more. Counts are shown; a failure leaves the last ones for a while. Then a
 * server that does not answer is offline, and of one that answers nonsense nothing is known. One that was never
 * reached is not called offline: more likely its address is wrong.
 */
export function knownAfter(known: Known, asked: Asked, now: Date): Known {
  const { readAt, shown } = known
  if (typeof asked !== 'string') return { shown: { isOnline: true, ...asked }, readAt: now.getTime() }
  if (readAt === null) return NOTHING_KNOWN
  if (now.getTime() - readAt < STANDS_FOR) return known
  if (asked === 'unreadable' || shown === null) return { shown: null, readAt }
  return { shown: { ...shown, isOnline: false, players: 0 }, readAt }
}

import { backOff } from '#lib/back-off.ts'
import { DAY, MINUTE } from '#lib/dates.ts'

const WAITS = { first: 5_000, longest: 30 * 60_000 }

/**
 * When to try again after this many failed tries: never sooner than Discord asked for. `chance` (0 to 1) spreads the
 * retries of messages that failed together.
 */
export function nextAttempt(tries: number, now: Date, chance: number, askedSeconds = 0): Date {
  const wait = backOff(tries, WAITS)
  const jittered = wait / 2 + (chance * wait) / 2
  const asked = askedSeconds * 1000 + (askedSeconds > 0 ? chance * 1000 : 0)
  return new Date(now.getTime() + Math.ceil(Math.max(jittered, asked)))
}

/** How long (ms) a message may wait before it is given up, because old news helps nobody. */
export const GIVEN_UP_AFTER = 3 * DAY
/** How long (ms) sent messages and given-up messages are kept for look-up. */
export const KEPT_FOR = 7 * DAY
/** A message that has been on its way for longer than this (ms) is lost: the process that was posting it is gone. */
export const LOST_AFTER = MINUTE

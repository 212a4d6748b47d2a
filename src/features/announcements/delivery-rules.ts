import { backOff } from '#lib/back-off.ts'
import { DAY, MINUTE } from '#lib/dates.ts'

const WAITS = { first: 5_000, longest: 30 * 60_000 }

/**
 * When to try again after so many tries that Discord did not take: never sooner than Discord
 * asked for. `chance` (0 to 1) keeps those who failed together from trying together.
 */
export function nextAttempt(tries: number, now: Date, chance: number, askedSeconds = 0): Date {
  const wait = backOff(tries, WAITS)
  const jittered = wait / 2 + (chance * wait) / 2
  const asked = askedSeconds * 1000 + (askedSeconds > 0 ? chance * 1000 : 0)
  return new Date(now.getTime() + Math.ceil(Math.max(jittered, asked)))
}

/** Older news helps nobody. */
export const GIVEN_UP_AFTER = 3 * DAY
/** How long it can be looked up what was sent, and what was not. */
export const KEPT_FOR = 7 * DAY
/** Longer than a post may take: the process that began it is gone. */
export const LOST_AFTER = MINUTE

/** So far (ms) may the clock be past what was written last: a community that nobody uses for a week is rare. */
const LONGEST_QUIET = 7 * 24 * 60 * 60_000

/**
 * Whether the clock can be believed, judged by what the database held when this process started: one that is set to a
 * wrong year would make everything old, and what is old is deleted. What is written after the start says nothing, as it
 * carries the time of the same clock.
 */
export function createClockCheck(options: {
  /** When the newest row of the audit log was written; null where there is none, and so nothing to lose. */
  newest: Date | null
  clock: () => Date
  /** Milliseconds that never jump. */
  uptime?: () => number
}): () => boolean {
  const { newest, clock, uptime = () => performance.now() } = options
  const startedAt = uptime()
  return () => newest === null || clock().getTime() - newest.getTime() - (uptime() - startedAt) <= LONGEST_QUIET
}

/** Whether `now` is so far past the newest row that the clock is likelier wrong than the site unused. */
export function isFarPast(newest: Date, now: Date): boolean {
  return now.getTime() - newest.getTime() > LONGEST_QUIET
}

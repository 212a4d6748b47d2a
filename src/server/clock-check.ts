/** The most milliseconds that the clock may be past the newest row: few communities are unused for a week. */
const LONGEST_QUIET = 7 * 24 * 60 * 60_000

/**
 * Returns whether the clock can be trusted. A clock in a wrong year would make every row look old, and old rows are
 * deleted. The check compares the clock with the newest row at the start of the process. Rows that are written later
 * prove nothing, because they carry the time of the same clock.
 */
export function createClockCheck(options: {
  /** The time of the newest row of the audit log. Null if the log is empty, so that there is nothing to lose. */
  newest: Date | null
  clock: () => Date
  /** A monotonic clock in milliseconds. */
  uptime?: () => number
}): () => boolean {
  const { newest, clock, uptime = () => performance.now() } = options
  const startedAt = uptime()
  return () => newest === null || clock().getTime() - newest.getTime() - (uptime() - startedAt) <= LONGEST_QUIET
}

/** Whether `now` is so far past the newest row that a wrong clock is more likely than an unused site. */
export function isFarPast(newest: Date, now: Date): boolean {
  return now.getTime() - newest.getTime() > LONGEST_QUIET
}

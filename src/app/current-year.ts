import { dayOf, MINUTE } from '#lib/dates.ts'

/** 15 minutes. Every time zone offset is a multiple of 15 minutes, so a year can only begin at a quarter-hour. */
const QUARTER = 15 * MINUTE

/**
 * Returns the current year in the community's time zone. Every page request needs it, so it is worked out only once
 * every 15 minutes.
 */
export function currentYear(clock: () => Date, timeZone = 'UTC'): () => number {
  let known = { quarter: Number.NaN, year: Number.NaN }
  return () => {
    const now = clock()
    const quarter = Math.floor(now.getTime() / QUARTER)
    if (quarter !== known.quarter) known = { quarter, year: Number(dayOf(now.toISOString(), timeZone).slice(0, 4)) }
    return known.year
  }
}

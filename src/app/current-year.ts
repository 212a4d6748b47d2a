import { dayOf, MINUTE } from '#lib/dates.ts'

/** Offsets of time zones are multiples of it, so a year begins nowhere within one. */
const QUARTER = 15 * MINUTE

/** The year that the community has now. It is asked at every request of a page, so it is worked out every 15 minutes. */
export function currentYear(clock: () => Date, timeZone = 'UTC'): () => number {
  let known = { quarter: Number.NaN, year: Number.NaN }
  return () => {
    const now = clock()
    const quarter = Math.floor(now.getTime() / QUARTER)
    if (quarter !== known.quarter) known = { quarter, year: Number(dayOf(now.toISOString(), timeZone).slice(0, 4)) }
    return known.year
  }
}

import { DAY, dayOf, HOUR, momentAt, utcDayOf } from '#lib/dates.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'

/** So late a digest is still sent; later it comes with that of the next day. */
const LATE_AFTER = 3 * HOUR

/**
 * The next moment after this one at which clocks in a time zone show an hour. On a day that skips the hour it is as long
 * after midnight as it says, and of an hour that is shown twice it is the first.
 */
export function nextDigest(after: Date, hour: number, timeZone: string): Date {
  const today = Date.parse(`${dayOf(after.toISOString(), timeZone)}T00:00Z`)
  const clock = `T${String(hour).padStart(2, '0')}:00`
  for (let day = today; ; day += DAY) {
    const moment = momentAt(utcDayOf(new Date(day)) + clock, timeZone)
    if (moment > after) return moment
  }
}

/** Whether a digest that was due is too late to be sent, as after the site stood still for the night. */
export const isTooLate = (dueAt: Date, now: Date) => now.getTime() - dueAt.getTime() > LATE_AFTER

/** What somebody was told of how many wait in a queue. */
export interface QueueSeen {
  told: number
  /** Since when more wait than they were told; null where no more do. */
  moreSince: Date | null
}

/**
 * What is known after a look at a queue, and whether somebody is told: where more wait than they were told, once that can
 * no longer be undone.
 */
export function lookAt(seen: QueueSeen, count: number, now: Date): QueueSeen & { isTold: boolean } {
  if (count <= seen.told) return { told: count, moreSince: null, isTold: false }
  const moreSince = seen.moreSince ?? now
  if (now.getTime() - moreSince.getTime() < UNDO_LIMIT_MS) return { told: seen.told, moreSince, isTold: false }
  return { told: count, moreSince: null, isTold: true }
}

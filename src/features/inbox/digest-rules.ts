import { DAY, dayOf, HOUR, momentAt, utcDayOf } from '#lib/dates.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'

/**
 * How long (ms) after its hour a digest is sent. Then changes from right before the hour can no longer be undone, and
 * messages that were held for an undo have been released.
 */
export const SENT_AFTER = 2 * UNDO_LIMIT_MS

/** How late (ms) a digest is still sent. After that its contents come with the digest of the next day. */
const LATE_AFTER = 3 * HOUR

/**
 * The next moment after `after` at which clocks in the time zone show `hour`. On a day that skips the hour, the moment
 * is that many hours after midnight. If the hour occurs twice, the moment is its first occurrence.
 */
export function nextDigest(after: Date, hour: number, timeZone: string): Date {
  const today = Date.parse(`${dayOf(after.toISOString(), timeZone)}T00:00Z`)
  const clock = `T${String(hour).padStart(2, '0')}:00`
  for (let day = today; ; day += DAY) {
    const moment = momentAt(utcDayOf(new Date(day)) + clock, timeZone)
    if (moment > after) return moment
  }
}

/** Whether a due digest is too late to be sent, for example because the site was down during the night. */
export const isTooLate = (dueAt: Date, now: Date) => now.getTime() - dueAt.getTime() > LATE_AFTER

/** What a person was last told about the count of a queue. */
export interface QueueSeen {
  told: number
  /** The time since which the queue has more items than they were told. Null when it has no more. */
  moreSince: Date | null
}

/**
 * Updates what is known after counting a queue, and decides whether to tell the person. They are told when the count
 * has grown and the growth can no longer be undone.
 */
export function updateQueueSeen(seen: QueueSeen, count: number, now: Date): QueueSeen & { isTold: boolean } {
  if (count <= seen.told) return { told: count, moreSince: null, isTold: false }
  const moreSince = seen.moreSince ?? now
  if (now.getTime() - moreSince.getTime() < UNDO_LIMIT_MS) return { told: seen.told, moreSince, isTold: false }
  return { told: count, moreSince: null, isTold: true }
}

import { DAY } from '#lib/dates.ts'
import type { Delivery, Sending } from '#lib/inbox.ts'

/** A message that did not leave by then is given up. */
const SENT_WITHIN = 3 * DAY

/**
 * How somebody was told of one thing, from the newest row about it in their inbox; null where there is none. `isInSummary`:
 * their next daily summary counts it. `canSend`: the site has a bot that writes to people.
 */
export function deliveryOf(
  row:
    | { at: Date; readAt: Date | null; messageId: number | null; sending: Sending | null; isInSummary: boolean }
    | undefined,
  { hasSignedIn, canSend }: { hasSignedIn: boolean; canSend: boolean },
  now: Date,
): Delivery | null {
  if (!hasSignedIn) return 'never-here'
  if (row === undefined) return null
  if (row.readAt !== null) return 'seen'
  const isInSummary = row.messageId === null && row.sending === null && row.isInSummary
  if (!canSend && (row.messageId !== null || isInSummary)) return 'off'
  if (row.messageId !== null && now.getTime() - row.at.getTime() >= SENT_WITHIN) return 'uncertain'
  return row.sending ?? (isInSummary ? 'in-summary' : 'on-site')
}

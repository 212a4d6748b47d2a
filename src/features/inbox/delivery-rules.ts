import { DAY } from '#lib/dates.ts'
import type { Delivery, MessageOutcome } from '#lib/inbox.ts'

/** The outbox gives a message up after this time (ms). A message without a result by then counts as uncertain. */
const SENT_WITHIN = 3 * DAY

/**
 * How a person was told about a record, from the newest row about it in their inbox: `never-here` if they never signed
 * in, null when there is no row. `isInSummary` means that their next daily summary counts the row. `canSend` means that
 * the site has a bot that sends messages.
 */
export function deliveryOf(
  row:
    | { at: Date; readAt: Date | null; messageId: number | null; sending: MessageOutcome | null; isInSummary: boolean }
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

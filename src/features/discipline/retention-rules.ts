import { HOUR } from '#lib/dates.ts'

/** For how many days actions of each family are kept after they are over. Null when they are kept for good. */
export type ActionKeeping = Record<'staff' | 'players', number | null>

/**
 * The minimum. A shorter time would remove actions that can still be appealed, and actions that the points of most
 * communities depend on.
 */
export const MIN_DAYS_KEPT = 90

/** How many days an action stays after the first day on which it may be appealed. */
export const DAYS_TO_APPEAL = 30

/** The minimum time in days for a family whose types may be appealed only from `firstDays` on. */
export const minDaysKept = (firstDays: readonly number[]) =>
  Math.max(MIN_DAYS_KEPT, ...firstDays.map((day) => day + DAYS_TO_APPEAL))

/** Whether an action of a file was over before a moment. A ban without an end is over only when it is revoked. */
export function wasOver({ at, isBan = false, endsAt = null, revokedAt = null }: ImportedAction, before: Date): boolean {
  const isEnded = endsAt === null ? !isBan : endsAt < before
  return at < before && (revokedAt === null ? isEnded : revokedAt < before)
}

interface ImportedAction {
  at: Date
  isBan?: boolean
  endsAt?: Date | null
  revokedAt?: Date | null
}

const MIN_REMOVALS_A_DAY = 100

/**
 * The maximum number of actions of a family that are removed in a day, however many are due. This leaves time to notice
 * a wrong number in the file.
 */
export const maxRemovalsADay = (all: number) => Math.max(MIN_REMOVALS_A_DAY, Math.ceil(all / 100))

/** Slightly less than a day, because the timer and the clock differ a little. */
const MIN_REMOVAL_INTERVAL = 23 * HOUR

/** Whether a day has passed since the last removal. A last removal in the future means that the clock was wrong. */
export const mayRemoveAgain = (last: Date | null, now: Date) =>
  last === null || (now >= last && now.getTime() - last.getTime() >= MIN_REMOVAL_INTERVAL)

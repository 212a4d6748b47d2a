import { HOUR } from '#lib/dates.ts'

/** For how many days actions of each family are kept once they are over; null: for ever. */
export type ActionKeeping = Record<'staff' | 'players', number | null>

/** A shorter time would take back what can still be appealed, and what the points of most communities go by. */
export const LEAST_DAYS_KEPT = 90

/** For so many days an action stays after the first day on which it may be appealed. */
export const DAYS_TO_APPEAL = 30

/** How long a family is kept at least, of which some actions may be appealed only from these days on. */
export const leastDaysKept = (firstDays: readonly number[]) =>
  Math.max(LEAST_DAYS_KEPT, ...firstDays.map((day) => day + DAYS_TO_APPEAL))

/** Whether an action that a file brings was over before a moment; a ban without an end is not before it is revoked. */
export function wasOver({ at, isBan = false, endsAt = null, revokedAt = null }: BroughtAction, before: Date): boolean {
  const isEnded = endsAt === null ? !isBan : endsAt < before
  return at < before && (revokedAt === null ? isEnded : revokedAt < before)
}

interface BroughtAction {
  at: Date
  isBan?: boolean
  endsAt?: Date | null
  revokedAt?: Date | null
}

const LEAST_A_DAY = 100

/** So many of a family's actions are removed in a day, however many are due: a wrong number in the file is noticed. */
export const mostADay = (all: number) => Math.max(LEAST_A_DAY, Math.ceil(all / 100))

/** The timer and the clock differ by a little. */
const NEARLY_A_DAY = 23 * HOUR

/** Whether a day has passed since the last removal. One that is in the future says that the clock was wrong. */
export const mayRemoveAgain = (last: Date | null, now: Date) =>
  last === null || (now >= last && now.getTime() - last.getTime() >= NEARLY_A_DAY)

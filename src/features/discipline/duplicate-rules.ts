import { dayOf, offsetsOf } from '#lib/dates.ts'

interface Draft {
  user: string
  type: string
  /** The date of the action. Undefined means now. */
  date: string | undefined
}

/** The filter that finds an action with the same person, type and day. Null until all three are known. */
export function duplicateFilter({ user, type, date }: Draft, now: Date) {
  if (user === '' || type === '') return null
  const day = dayOf(date ?? now.toISOString())
  return { user, type, start: day, end: day, ...offsetsOf(day, day) }
}

/** The actions that are not revoked. A revoked action may be logged again. */
export function withoutRevoked<Entry extends { revoked: unknown }>(found: readonly Entry[]): Entry[] {
  return found.filter(({ revoked }) => revoked === null)
}

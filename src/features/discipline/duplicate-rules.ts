import { dayOf, offsetsOf } from '#lib/dates.ts'

interface Draft {
  user: string
  type: string
  /** When it is from; now where it does not say. */
  date: string | undefined
}

/** What the list is asked for whether an action was logged before: its person, type and day. Null until all are known. */
export function duplicateFilter({ user, type, date }: Draft, now: Date) {
  if (user === '' || type === '') return null
  const day = dayOf(date ?? now.toISOString())
  return { user, type, start: day, end: day, ...offsetsOf(day, day) }
}

/** Those of them that still stand: what was revoked may well be logged once more. */
export function alikeIn<Entry extends { revoked: unknown }>(found: readonly Entry[]): Entry[] {
  return found.filter(({ revoked }) => revoked === null)
}

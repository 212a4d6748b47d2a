import { DAY } from '#lib/dates.ts'

/** The families of actions that there is evidence of. */
export const FAMILIES = ['staff', 'players'] as const
export type Family = (typeof FAMILIES)[number]

export const KINDS = ['image', 'link'] as const

/** The most items that one action has. */
export const MAX_ITEMS = 10

/** The bytes that pictures take together at most, where a site says nothing else. */
export const QUOTA = 2 * 1024 ** 3

/** The same in bytes where the settings may say how many megabytes. */
export const quotaOf = ({ evidenceQuotaMb: megabytes }: { evidenceQuotaMb?: number }): number =>
  megabytes === undefined ? QUOTA : megabytes * 1024 ** 2

/** How long the person who added an item may remove it, and how long it can be put back. Milliseconds. */
export const OWN_FOR = DAY
export const KEPT_FOR = DAY

/** Whom a piece of evidence concerns, and who works with it. */
interface Work {
  /** Whom the action is about. */
  user: string
  /** Who added the item, and when. */
  by: string
  at: Date
}

/** How often a link is looked at. */
export const LOOK_EVERY = 7 * DAY

/** What keeps somebody from removing an item or putting it back; null where nothing does. */
export function whyNotRemove(
  { user, by, at }: Work,
  actor: { id: string; isManagement: boolean },
  now: Date,
): 'about-you' | 'not-yours' | null {
  if (actor.id === user) return 'about-you'
  if (actor.isManagement) return null
  return actor.id === by && now.getTime() - at.getTime() <= OWN_FOR ? null : 'not-yours'
}

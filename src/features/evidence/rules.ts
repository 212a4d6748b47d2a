import { DAY } from '#lib/dates.ts'

/** The families of actions that can have evidence. */
export const FAMILIES = ['staff', 'players'] as const
export type Family = (typeof FAMILIES)[number]

export const KINDS = ['image', 'link'] as const

/** The most items of one action. */
export const MAX_ITEMS = 10

/** The default limit in bytes for all pictures together. */
export const QUOTA = 2 * 1024 ** 3

/** The limit in bytes for all pictures together, from the setting in megabytes. */
export const quotaOf = ({ evidenceQuotaMb: megabytes }: { evidenceQuotaMb?: number }): number =>
  megabytes === undefined ? QUOTA : megabytes * 1024 ** 2

/** How long (ms) the person who added an item may remove it, and how long (ms) a removed item can be restored. */
export const REMOVABLE_BY_AUTHOR_FOR = DAY
export const RESTORABLE_FOR = DAY

/** The people involved in an item of evidence. */
interface EvidencePeople {
  /** The person whom the action is about. */
  user: string
  /** Who added the item, and when. */
  by: string
  at: Date
}

/** How often (ms) a link is checked. */
export const CHECK_LINK_EVERY = 7 * DAY

/** Why a person may not remove or restore an item. Null when they may. */
export function whyNotRemove(
  { user, by, at }: EvidencePeople,
  actor: { id: string; isManagement: boolean },
  now: Date,
): 'about-you' | 'not-yours' | null {
  if (actor.id === user) return 'about-you'
  if (actor.isManagement) return null
  return actor.id === by && now.getTime() - at.getTime() <= REMOVABLE_BY_AUTHOR_FOR ? null : 'not-yours'
}

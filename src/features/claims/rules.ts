/** A claim waits until staff confirm or refuse it. */
export const STATES = ['waiting', 'confirmed', 'refused'] as const
/** How the person who made it reads it: what staff confirmed may have been undone since. */
export const OWN_STATES = [...STATES, 'unlinked'] as const
export type OwnClaimState = (typeof OWN_STATES)[number]

/** So many claims one person may make in a day: nobody finds bans of others by trying. */
export const MAX_A_DAY = 5

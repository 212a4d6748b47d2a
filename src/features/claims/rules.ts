/** A claim waits until staff confirm or refuse it. */
export const STATES = ['waiting', 'confirmed', 'refused'] as const
export type ClaimState = (typeof STATES)[number]

/** So many claims one person may make in a day: nobody finds bans of others by trying. */
export const MAX_A_DAY = 5

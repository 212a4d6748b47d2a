/** A claim waits until staff confirm or refuse it. */
export const STATES = ['waiting', 'confirmed', 'refused'] as const
/** How the person who made it reads it: what staff confirmed may have been undone since. */
export const OWN_STATES = [...STATES, 'unlinked'] as const
export type OwnClaimState = (typeof OWN_STATES)[number]

/**
 * How a claim stands by what its ban is now: `isLinked` to the person who made it, or `isUnlinked` still. What waits and
 * was linked another way, as by a file, has its answer.
 */
export function stateNow(
  state: (typeof STATES)[number],
  { isLinked, isUnlinked }: { isLinked: boolean; isUnlinked: boolean },
): OwnClaimState {
  if (state === 'confirmed') return isLinked ? 'confirmed' : 'unlinked'
  if (state === 'refused' || isUnlinked) return state
  return isLinked ? 'confirmed' : 'refused'
}

/** So many claims one person may make in a day: nobody finds bans of others by trying. */
export const MAX_A_DAY = 5

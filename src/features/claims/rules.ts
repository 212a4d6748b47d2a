/** A claim waits until staff confirm or refuse it. */
export const STATES = ['waiting', 'confirmed', 'refused'] as const
/** How the person who made it reads it: what staff confirmed may have been undone since. */
export const OWN_STATES = [...STATES, 'unlinked'] as const
export type OwnClaimState = (typeof OWN_STATES)[number]

/**
 * How a claim stands by whose its ban is now: of the person who made it (`isLinked`), of somebody else with an account, or of
 * neither. What waits and was linked another way, as by a file, has its answer. A ban that went with an undone import is of
 * neither: a file may bring it again.
 */
export function stateNow(
  state: (typeof STATES)[number],
  { isLinked, isOfOther }: { isLinked: boolean; isOfOther: boolean },
): OwnClaimState {
  if (state === 'confirmed') return isLinked ? 'confirmed' : 'unlinked'
  if (state === 'refused') return state
  return isLinked ? 'confirmed' : isOfOther ? 'refused' : 'waiting'
}

/** So many claims one person may make in a day: nobody finds bans of others by trying. */
export const MAX_A_DAY = 5

/** A claim waits until staff confirm or refuse it. */
export const STATES = ['waiting', 'confirmed', 'refused'] as const
/** The state as the person who made the claim reads it. A confirmation may have been undone since. */
export const OWN_STATES = [...STATES, 'unlinked'] as const
export type OwnClaimState = (typeof OWN_STATES)[number]

/**
 * The current state of a claim. It depends on whose ban it is now: that of the person who made the claim (`isLinked`),
 * that of another person with an account (`isOfOther`), or neither. A waiting claim is answered when its ban was linked
 * another way, for example by a file. A ban that was removed by undoing an import is neither, because a file may bring
 * it again.
 */
export function stateNow(
  state: (typeof STATES)[number],
  { isLinked, isOfOther }: { isLinked: boolean; isOfOther: boolean },
): OwnClaimState {
  if (state === 'confirmed') return isLinked ? 'confirmed' : 'unlinked'
  if (state === 'refused') return state
  return isLinked ? 'confirmed' : isOfOther ? 'refused' : 'waiting'
}

/** The maximum number of claims per person and day, so that nobody finds other people's bans by guessing. */
export const MAX_CLAIMS_A_DAY = 5

import { type ActionType, namesOf } from './type-rules.ts'

/** An action that is in force and has an end. One without an end does nothing to anybody's place. */
export interface EndingAction {
  id: number
  type: string
  endsAt: Date
}

/** What of an action is said where it does something. */
export interface InForce {
  action: number
  type: string
  until: string
}

export interface Effect {
  status: (InForce & { status: string }) | null
  promotion: InForce | null
}

/** The types of which an action does something while it is in force. */
export const typesWithEffect = (types: readonly ActionType[]) =>
  types.filter(({ while: effect }) => effect?.rosterStatus !== undefined || effect?.blocksPromotion === true)

/**
 * What somebody's actions in force do together. The status is that of the gravest type in the order of the community, of
 * one type that of the action that ends last; a promotion is blocked until the last of those that block it ends.
 */
export function effectOf(actions: readonly EndingAction[], types: readonly ActionType[]): Effect {
  const names = namesOf(types)
  const last = actions.toSorted((a, b) => b.endsAt.getTime() - a.endsAt.getTime() || b.id - a.id)
  const gravest = last.toSorted((a, b) => names.indexOf(b.type) - names.indexOf(a.type))
  const does = ({ type }: EndingAction) => types.find(({ name }) => name === type)?.while
  const given = gravest.find((action) => does(action)?.rosterStatus !== undefined)
  const blocking = last.find((action) => does(action)?.blocksPromotion === true)
  const status = given && does(given)?.rosterStatus
  return {
    status: given === undefined || status === undefined ? null : { ...inForce(given), status },
    promotion: blocking === undefined ? null : inForce(blocking),
  }
}

const inForce = ({ id, type, endsAt }: EndingAction): InForce => ({ action: id, type, until: endsAt.toISOString() })

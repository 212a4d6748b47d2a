import { type ActionType, namesOf } from './type-rules.ts'

/** An action that is in force and has an end. An action without an end has no effect on the roster or on promotions. */
export interface EndingAction {
  id: number
  type: string
  endsAt: Date
}

/** The part of an action that is shown where it has an effect. */
export interface InForce {
  action: number
  type: string
  until: string
}

export interface Effect {
  status: (InForce & { status: string }) | null
  promotion: InForce | null
}

/** The types whose actions have an effect while they are in force. */
export const typesWithEffect = (types: readonly ActionType[]) =>
  types.filter(({ while: effect }) => effect?.rosterStatus !== undefined || effect?.blocksPromotion === true)

/**
 * The combined effect of a person's actions in force. The status comes from the gravest type in the community's order
 * and, within a type, from the action that ends last. A promotion is blocked until the last blocking action ends.
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

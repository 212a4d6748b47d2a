import { momentIn } from '#lib/dates.ts'
import { msg } from '#lib/messages.ts'
import { type Positions, positionRank } from './position-rules.ts'

/** The part of an action in force that a roster shows. */
export interface InForce {
  action: number
  type: string
  until: string
}

/** The effects of actions in force on a person's entries on every roster. */
export interface RosterEffect {
  /** The status that is shown meanwhile. The stored status differs and is shown again afterwards. */
  status: (InForce & { status: string }) | null
  /** Set while the person cannot be promoted. */
  promotion: InForce | null
}

export type Effects = ReadonlyMap<string, RosterEffect>
/** The fields of a member that decide which status is shown. */
export interface StatusWithEffect {
  status: string
  effect?: RosterEffect | undefined
}

/** The status that a roster shows: that of an action in force, or else the stored one. */
export const shownStatus = ({ status, effect }: StatusWithEffect) => effect?.status?.status ?? status

/** Adds the effects in force to each member. */
export function withEffects<M extends { discordId: string }>(members: readonly M[], effects: Effects) {
  return members.map((member): M & { effect?: RosterEffect } => {
    const effect = effects.get(member.discordId)
    return effect === undefined ? member : { ...member, effect }
  })
}

/** When a list changes without a write: the time at which the first effect in force ends. Null without effects. */
export function firstEffectEnd(members: readonly StatusWithEffect[]): Date | null {
  const ends = members.flatMap(({ effect }) =>
    [effect?.status, effect?.promotion].flatMap((inForce) => (inForce ? Date.parse(inForce.until) : [])),
  )
  return ends.length === 0 ? null : new Date(Math.min(...ends))
}

/**
 * Whether a change is a promotion, which is a move to a higher position of the roster. A move from an unknown position
 * to a known one counts too, so that nobody is promoted by way of an unknown position.
 */
export const isPromotion = (before: string, after: string, positions: Positions) =>
  positionRank(after, positions) < positionRank(before, positions)

/** Whether a position is known on the roster and not the lowest one. */
export function isAboveLowest(position: string, positions: Positions): boolean {
  const lowest = Math.max(...[...positions.titles.values()].map(({ rank }) => rank))
  return positionRank(position, positions) < lowest
}

/** The action that blocks a change, because the change is a promotion. Null if nothing blocks it. */
export function blockedBy(
  before: { position: string } | null,
  after: { position: string },
  effect: RosterEffect | undefined,
  positions: Positions,
): InForce | null {
  const blocking = effect?.promotion ?? null
  return before !== null && isPromotion(before.position, after.position, positions) ? blocking : null
}

/** The message for a blocked promotion. */
export const PROMOTION_BLOCKED = msg(
  '{name} cannot be promoted before {moment}: {type} #{id} is in force. Management can revoke it.',
)

/** The placeholders of `PROMOTION_BLOCKED`. The moment is in the community's time zone, or else in UTC. */
export const promotionBlockedValues = (
  name: string,
  { action, type, until }: InForce,
  timeZone: string | undefined,
) => {
  return { name, type, id: action, moment: momentIn(until, timeZone) }
}

/** The status that a spreadsheet means. A status that is shown because of an action does not change the stored one. */
export const storedStatusFor = (typed: string, before: { status: string } | null, effect: RosterEffect | undefined) =>
  before !== null && effect?.status?.status === typed ? before.status : typed

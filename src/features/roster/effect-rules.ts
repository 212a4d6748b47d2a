import { momentIn } from '#lib/dates.ts'
import { msg } from '#lib/messages.ts'
import { type Positions, positionRank } from './position-rules.ts'

/** An action that is in force, as far as a roster says of it. */
export interface InForce {
  action: number
  type: string
  until: string
}

/** What actions do to somebody's place on every roster while they are in force. */
export interface RosterEffect {
  /** The status that is shown meanwhile; what stands on the roster is another, and comes back. */
  status: (InForce & { status: string }) | null
  /** They are not promoted meanwhile. */
  promotion: InForce | null
}

export type Effects = ReadonlyMap<string, RosterEffect>
/** A member as far as their status is shown. */
export interface Shown {
  status: string
  effect?: RosterEffect | undefined
}

/** The status that a roster shows: that of an action in force, else the one that stands there. */
export const shownStatus = ({ status, effect }: Shown) => effect?.status?.status ?? status

/** Members with what is in force of each. */
export function withEffects<M extends { discordId: string }>(members: readonly M[], effects: Effects) {
  return members.map((member): M & { effect?: RosterEffect } => {
    const effect = effects.get(member.discordId)
    return effect === undefined ? member : { ...member, effect }
  })
}

/** When a list says something else by itself: the first of what is in force ends. */
export function nextEnd(members: readonly Shown[]): Date | null {
  const ends = members.flatMap(({ effect }) =>
    [effect?.status, effect?.promotion].flatMap((inForce) => (inForce ? Date.parse(inForce.until) : [])),
  )
  return ends.length === 0 ? null : new Date(Math.min(...ends))
}

/**
 * Whether a change is a promotion: to a position that stands higher in the order of the roster. From a position that stands
 * nowhere to one that does is one too, so that nobody is promoted by way of it.
 */
export const isPromotion = (before: string, after: string, positions: Positions) =>
  positionRank(after, positions) < positionRank(before, positions)

/** Whether a position is one of the roster's and not its lowest. */
export function isAboveLowest(position: string, positions: Positions): boolean {
  const lowest = Math.max(...[...positions.titles.values()].map(({ rank }) => rank))
  return positionRank(position, positions) < lowest
}

/** What keeps a change from being made: it is a promotion, and an action in force blocks that. Null where nothing does. */
export function blockedBy(
  before: { position: string } | null,
  after: { position: string },
  effect: RosterEffect | undefined,
  positions: Positions,
): InForce | null {
  const blocking = effect?.promotion ?? null
  return before !== null && isPromotion(before.position, after.position, positions) ? blocking : null
}

/** Said where a promotion is blocked. */
export const BLOCKED = msg(
  '{name} cannot be promoted before {moment}: {type} #{id} is in force. Management can revoke it.',
)

/** What fills it in: the moment in the time of the community, else in UTC. */
export const blockedValues = (name: string, { action, type, until }: InForce, timeZone: string | undefined) => {
  return { name, type, id: action, moment: momentIn(until, timeZone) }
}

/** The status that a spreadsheet means: what is only shown meanwhile is no change of what stands there. */
export const statusMeant = (typed: string, before: { status: string } | null, effect: RosterEffect | undefined) =>
  before !== null && effect?.status?.status === typed ? before.status : typed

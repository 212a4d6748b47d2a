import { DAY } from '#lib/dates.ts'
import { type ApprovalState, isInForce } from './approval-rules.ts'

/**
 * How points end. `latest`: all points of a person end with the latest of them. `each`: the points of each action end
 * on their own.
 */
export const DECAYS = ['latest', 'each'] as const
export type Decay = (typeof DECAYS)[number]

/** The community's rule for points: how they end, and for how many days they count by default. */
export interface PointsRule {
  decay: Decay
  /** Null when points count for good. */
  days: number | null
}

/** The fields of an action that decide whether its points count. */
export interface PointedAction extends ApprovalState {
  id: number
  date: Date
  points: number
  /** The time from which the points no longer count by themselves. Null when they count for good. */
  pointsEndAt: Date | null
}

export interface Points {
  /** The number of points that count now. */
  active: number
  /** When some of them stop counting, if nothing is added. Null when they never do, or when there are none. */
  until: Date | null
  /** For each action with points: when its points stop counting, and whether they count now. */
  each: ReadonlyMap<number, { until: Date | null; isActive: boolean }>
}

/** When points end that count for this many days. A day has 24 hours, whatever clocks change meanwhile. */
export const pointsEnd = (date: Date, days: number) => new Date(date.getTime() + days * DAY)

const later = (a: Date | null, b: Date | null) => (a === null || b === null ? null : a > b ? a : b)
const isBefore = (moment: Date, end: Date | null) => end === null || moment < end

/**
 * Which points count at a moment. An action that was revoked, that waits without being in force, or that was rejected
 * gives no points and prolongs none. With `latest`, points that still count when others are added last at least as long
 * as the added ones. Points that have ended stay ended, and added points never make others end sooner.
 */
export function pointsAt(actions: readonly PointedAction[], decay: Decay, now: Date): Points {
  const given = actions
    .filter((action) => action.points > 0 && action.date <= now && isInForce(action))
    .toSorted((a, b) => a.date.getTime() - b.date.getTime() || a.id - b.id)
  const spans: { end: Date | null; actions: PointedAction[] }[] = []
  for (const action of given) {
    const last = spans.at(-1)
    if (decay === 'latest' && last !== undefined && isBefore(action.date, last.end)) {
      last.actions.push(action)
      last.end = later(last.end, action.pointsEndAt)
    } else spans.push({ end: action.pointsEndAt, actions: [action] })
  }
  const running = spans.filter(({ end }) => isBefore(now, end))
  const ends = running.flatMap(({ end }) => end ?? [])
  return {
    active: running.flatMap((span) => span.actions).reduce((sum, { points }) => sum + points, 0),
    until: ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime()))),
    each: new Map(
      spans.flatMap(({ end, actions: of }) => of.map(({ id }) => [id, { until: end, isActive: isBefore(now, end) }])),
    ),
  }
}

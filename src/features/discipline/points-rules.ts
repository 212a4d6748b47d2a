import { DAY } from '#lib/dates.ts'
import { type Standing, stands } from './approval-rules.ts'

/** How points end: all of somebody's with the latest of them, or each by itself. */
export const DECAYS = ['latest', 'each'] as const
export type Decay = (typeof DECAYS)[number]

/** As the community says: how points end, and for how many days they count where an action says nothing else. */
export interface PointsRule {
  decay: Decay
  /** Null: for good. */
  days: number | null
}

/** What of an action says whether its points count. */
export interface PointedAction extends Standing {
  id: number
  date: Date
  points: number
  /** From when on they no longer count by themselves; null: never. */
  pointsEndAt: Date | null
}

export interface Points {
  /** How many count now. */
  active: number
  /** When some of them stop to count, if nothing is added; null: never, or none do. */
  until: Date | null
  /** Of each action that gives points: from when on they do not count, and whether they do now. */
  each: ReadonlyMap<number, { until: Date | null; isActive: boolean }>
}

/** When points end that count for so many days: days of 24 hours, wherever clocks are changed meanwhile. */
export const pointsEnd = (date: Date, days: number) => new Date(date.getTime() + days * DAY)

const later = (a: Date | null, b: Date | null) => (a === null || b === null ? null : a > b ? a : b)
const isBefore = (moment: Date, end: Date | null) => end === null || moment < end

/**
 * Which points count at a moment. An action that was revoked, or that waits for approval or did not get it, gives none
 * and prolongs none. With `latest`, points that still count when others come last as long as these; what was over stays
 * over, and what is added never makes others end sooner.
 */
export function pointsAt(actions: readonly PointedAction[], decay: Decay, now: Date): Points {
  const given = actions
    .filter((action) => action.points > 0 && action.date <= now && stands(action))
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

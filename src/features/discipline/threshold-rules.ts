import { type Access, allows, CAPABILITY_NAMES, can, type Member, STAFF_LEVELS } from '#lib/access.ts'
import { type Decay, pointsEnd } from './points-rules.ts'

/** The addressees of a threshold: a staff level, or everybody with a capability. */
export const ADDRESSEES = [...STAFF_LEVELS, ...CAPABILITY_NAMES] as const
export type Addressee = (typeof ADDRESSEES)[number]

/** The families of actions that give points: actions against staff, and actions against players. */
export const FAMILIES = ['staff', 'players'] as const

/** A number of active points, and what the community suggests at this number. Nothing happens automatically. */
export interface Threshold {
  family: (typeof FAMILIES)[number]
  points: number
  suggestion: string
  to: Addressee
  /** The number of days within which somebody should decide. */
  days: number
}

/** The numbers of points that occur twice in a family, each with its path and what to write there. */
export function thresholdProblems(thresholds: readonly Pick<Threshold, 'family' | 'points'>[]) {
  return thresholds.flatMap(({ family, points }, index) =>
    thresholds.findIndex((other) => other.family === family && other.points === points) === index
      ? []
      : [{ path: ['thresholds', index, 'points'], message: `a number that no other threshold has: ${points}` }],
  )
}

const ACCESS = new Map<string, Access>([
  ...STAFF_LEVELS.map((level) => [level, level] as const),
  ...CAPABILITY_NAMES.map((name) => [name, can(name)] as const),
])

/** Whether a person is asked to decide at this threshold. */
export const isAddressedTo = ({ to }: Pick<Threshold, 'to'>, actor: Member) => allows(ACCESS.get(to) ?? 'owner', actor)

/**
 * The points of an action in one version of it. A version ends with the revision that replaces it; the last one is
 * current.
 */
export interface PointsVersion {
  /** Null for the current version. */
  until: Date | null
  /** True when this version was about the person. */
  isAboutPerson: boolean
  date: Date
  points: number
  pointsEndAt: Date | null
}

/** The history of an action, as far as points are concerned. */
export interface PointsHistory {
  id: number
  /** The time since which the action is in force. Null when it never was. */
  from: Date | null
  revokedAt: Date | null
  /** The oldest version first. */
  versions: readonly PointsVersion[]
}

/**
 * The time since which an action is in force. An action that a file brought is in force since its date. Null when it
 * never was.
 */
export function inForceFrom(action: {
  date: Date
  loggedAt: Date | null
  approval: 'waiting' | 'approved' | 'rejected' | null
  approvalDueAt: Date | null
  approvalAt: Date | null
}): Date | null {
  const given = action.loggedAt ?? action.date
  if (action.approval === null || action.approvalDueAt !== null) return given
  return action.approval === 'approved' ? action.approvalAt : null
}

/** The period in which a version of an action was in force, and its points. Times are in milliseconds. */
interface Span {
  id: number
  from: number
  until: number
  date: number
  points: number
  end: number
}

/**
 * The versions that were about this person while their action was in force, in the order in which points are counted.
 */
function spansOf(histories: readonly PointsHistory[]): Span[] {
  const spans = histories.flatMap(({ id, from, revokedAt, versions }) =>
    versions.flatMap(({ isAboutPerson, date, points, pointsEndAt, until }, index): Span[] => {
      const begun = versions[index - 1]?.until ?? from
      if (!isAboutPerson || from === null || begun === null) return []
      const over = Math.min(timeOf(revokedAt), timeOf(until))
      const start = Math.max(from.getTime(), begun.getTime(), date.getTime())
      return [{ id, from: start, until: over, date: date.getTime(), points, end: timeOf(pointsEndAt) }]
    }),
  )
  return spans.toSorted((a, b) => a.date - b.date || a.id - b.id)
}

const timeOf = (moment: Date | null) => moment?.getTime() ?? Number.POSITIVE_INFINITY

/**
 * The spans that counted at a moment, as the record was then. They are the actions that `pointsAt` counts for that
 * moment.
 */
function spansCountedAt(spans: readonly Span[], decay: Decay, moment: number): Span[] {
  const counted: Span[] = []
  let together: Span[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const span of spans) {
    // The spans are in the order of their dates, so that no later one had begun.
    if (moment < span.date) break
    if (span.points === 0 || moment < span.from || moment >= span.until) continue
    if (decay === 'latest' && span.date < end) {
      together.push(span)
      end = Math.max(end, span.end)
      continue
    }
    if (moment < end) counted.push(...together)
    together = [span]
    end = span.end
  }
  return moment < end ? [...counted, ...together] : counted
}

/** The moments at which the points may have changed: an action was given, revised or revoked, or its points ended. */
const changeTimesIn = (spans: readonly Span[], now: Date) =>
  new Set(spans.flatMap(({ from, until, end }) => [from, until, end]).filter((moment) => moment <= now.getTime()))

/** The actions whose points counted at a moment or at any time since, as the record was then. */
export function actionsCountedSince(
  histories: readonly PointsHistory[],
  decay: Decay,
  since: Date,
  now: Date,
): ReadonlySet<number> {
  const spans = spansOf(histories)
  const later = [...changeTimesIn(spans, now)].filter((moment) => moment > since.getTime())
  const moments = [since.getTime(), ...later]
  return new Set(moments.flatMap((moment) => spansCountedAt(spans, decay, moment).map(({ id }) => id)))
}

/** The number of points that counted since a moment, until the moment of the entry before it in the list. */
export interface PointChange {
  at: Date
  points: number
}

/**
 * The number of active points of a person at each change, the newest first: from now back to when it was below `least`.
 */
export function listPointChanges(
  histories: readonly PointsHistory[],
  decay: Decay,
  least: number,
  now: Date,
): readonly PointChange[] {
  const spans = spansOf(histories)
  const changes: PointChange[] = []
  for (const moment of [now.getTime(), ...[...changeTimesIn(spans, now)].toSorted((a, b) => b - a)]) {
    const points = spansCountedAt(spans, decay, moment).reduce((sum, span) => sum + span.points, 0)
    if (points < least) break
    changes.push({ at: new Date(moment), points })
  }
  return changes
}

/**
 * The time since which a person has had at least this many points without interruption. Null when they have fewer now.
 */
export function reachedSince(changes: readonly PointChange[], points: number): Date | null {
  const below = changes.findIndex((each) => each.points < points)
  return (below < 0 ? changes.at(-1) : changes[below - 1])?.at ?? null
}

/**
 * The actions whose points counted at a moment or since, and the actions without which nobody could tell since when the
 * person has had at least `least` points.
 */
export function actionsStillNeeded(
  histories: readonly PointsHistory[],
  decay: Decay,
  { since, least }: { since: Date; least: number },
  now: Date,
): ReadonlySet<number> {
  const reached = reachedSince(listPointChanges(histories, decay, least, now), least)
  return actionsCountedSince(histories, decay, reached !== null && reached < since ? reached : since, now)
}

/** A decision at a threshold. It also counts for the lower thresholds. */
export interface Decision {
  points: number
  at: Date
}

/** The decision that closes a threshold which has been reached since a moment. Null while nobody decided. */
export function decisionFor<C extends Decision>(
  threshold: Pick<Threshold, 'points'>,
  since: Date,
  decisions: readonly C[],
): C | null {
  return decisions.find(({ points, at }) => points >= threshold.points && at >= since) ?? null
}

/** The time by which somebody should decide. A day has 24 hours, whatever clocks change meanwhile. */
export const decisionDueAt = (since: Date, { days }: Pick<Threshold, 'days'>) => pointsEnd(since, days)

/** Whether the time for a decision has passed. */
export const isOverdue = (dueAt: Date, now: Date) => now >= dueAt

/** Sorts thresholds that wait for a decision first, and the soonest due at the top. */
export function soonestFirst<R extends { due_at: string; decided: unknown }>(rows: readonly R[]): R[] {
  const isDecided = ({ decided }: R) => Number(decided !== null)
  return rows.toSorted((a, b) => isDecided(a) - isDecided(b) || Date.parse(a.due_at) - Date.parse(b.due_at))
}

/**
 * The threshold that is shown of those that a person reached: the highest one that waits, otherwise the highest. A
 * decision at a higher threshold also counts for the lower ones.
 */
export function shownThreshold<R extends { threshold: Pick<Threshold, 'points'>; decision: Decision | null }>(
  reached: readonly R[],
): R | null {
  const highest = reached.toSorted((a, b) => b.threshold.points - a.threshold.points)
  return highest.find(({ decision }) => decision === null) ?? highest[0] ?? null
}

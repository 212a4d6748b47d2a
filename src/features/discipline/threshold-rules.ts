import { type Access, allows, CAPABILITY_NAMES, can, type Member, STAFF_LEVELS } from '#lib/access.ts'
import { type Decay, pointsEnd } from './points-rules.ts'

/** Whom a threshold may be addressed to: a level, or the holders of a capability. */
export const ADDRESSEES = [...STAFF_LEVELS, ...CAPABILITY_NAMES] as const
export type Addressee = (typeof ADDRESSEES)[number]

/** Whose actions give points: those of the staff, and those against players. */
export const FAMILIES = ['staff', 'players'] as const

/** So many active points, and what the community suggests then. Nothing follows by itself. */
export interface Threshold {
  family: (typeof FAMILIES)[number]
  points: number
  suggestion: string
  to: Addressee
  /** Within how many days somebody should decide. */
  days: number
}

/** Numbers that stand twice in a family, by their place, each with what to write there. */
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

/** Whether somebody is asked to decide at this threshold. */
export const isAddressedTo = ({ to }: Pick<Threshold, 'to'>, actor: Member) => allows(ACCESS.get(to) ?? 'owner', actor)

/** What an action says of points until it was revised; the last version stands until now. */
export interface PointsVersion {
  /** Null: it still says so. */
  until: Date | null
  /** It was about this person then. */
  isTheirs: boolean
  date: Date
  points: number
  pointsEndAt: Date | null
}

/** What an action was at each moment, as far as points are concerned. */
export interface PointsHistory {
  id: number
  /** Since when it is in force; null: it never was. */
  from: Date | null
  revokedAt: Date | null
  /** In their order. */
  versions: readonly PointsVersion[]
}

/** Since when an action is in force that was logged at a moment; one out of a file is so from its date. */
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

/** What a version of an action gave from when to when, in milliseconds. */
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
    versions.flatMap(({ isTheirs, date, points, pointsEndAt, until }, index): Span[] => {
      const begun = versions[index - 1]?.until ?? from
      if (!isTheirs || from === null || begun === null) return []
      const over = Math.min(timeOf(revokedAt), timeOf(until))
      const start = Math.max(from.getTime(), begun.getTime(), date.getTime())
      return [{ id, from: start, until: over, date: date.getTime(), points, end: timeOf(pointsEndAt) }]
    }),
  )
  return spans.toSorted((a, b) => a.date - b.date || a.id - b.id)
}

const timeOf = (moment: Date | null) => moment?.getTime() ?? Number.POSITIVE_INFINITY

/** The spans that counted at a moment, as the record was then: what `pointsAt` says of it. */
function countedThen(spans: readonly Span[], decay: Decay, moment: number): Span[] {
  const counted: Span[] = []
  let together: Span[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const span of spans) {
    // None that comes later in their order had begun.
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

/** When points may have changed: an action was given, revised or revoked, or its points ended. */
const changesIn = (spans: readonly Span[], now: Date) =>
  new Set(spans.flatMap(({ from, until, end }) => [from, until, end]).filter((moment) => moment <= now.getTime()))

/** The actions whose points counted at a moment or at any time since, as the record was then. */
export function countedSince(
  histories: readonly PointsHistory[],
  decay: Decay,
  since: Date,
  now: Date,
): ReadonlySet<number> {
  const spans = spansOf(histories)
  const later = [...changesIn(spans, now)].filter((moment) => moment > since.getTime())
  const moments = [since.getTime(), ...later]
  return new Set(moments.flatMap((moment) => countedThen(spans, decay, moment).map(({ id }) => id)))
}

/** How many points counted since a moment, until the one before it in the list. */
export interface PointsSince {
  at: Date
  points: number
}

/**
 * How many active points somebody had, from now back to when they had fewer than `least`: at each change, the newest first.
 */
export function pointsBack(
  histories: readonly PointsHistory[],
  decay: Decay,
  least: number,
  now: Date,
): readonly PointsSince[] {
  const spans = spansOf(histories)
  const back: PointsSince[] = []
  for (const moment of [now.getTime(), ...[...changesIn(spans, now)].toSorted((a, b) => b - a)]) {
    const points = countedThen(spans, decay, moment).reduce((sum, span) => sum + span.points, 0)
    if (points < least) break
    back.push({ at: new Date(moment), points })
  }
  return back
}

/** Since when they have had at least so many without a gap; null where they do not have them now. */
export function reachedSince(back: readonly PointsSince[], points: number): Date | null {
  const below = back.findIndex((each) => each.points < points)
  return (below < 0 ? back.at(-1) : back[below - 1])?.at ?? null
}

/**
 * The actions whose points counted at a moment or since, and those without which nobody could say since when somebody has
 * at least so many points.
 */
export function neededSince(
  histories: readonly PointsHistory[],
  decay: Decay,
  { since, least }: { since: Date; least: number },
  now: Date,
): ReadonlySet<number> {
  const reached = reachedSince(pointsBack(histories, decay, least, now), least)
  return countedSince(histories, decay, reached !== null && reached < since ? reached : since, now)
}

/** Somebody decided at a threshold, or at a higher one. */
export interface Closing {
  points: number
  at: Date
}

/** The decision at this threshold for the time in which it is reached since then; null while nobody decided. */
export function closingOf<C extends Closing>(
  threshold: Pick<Threshold, 'points'>,
  since: Date,
  closings: readonly C[],
): C | null {
  return closings.find(({ points, at }) => points >= threshold.points && at >= since) ?? null
}

/** By when somebody should decide: days of 24 hours, wherever clocks are changed meanwhile. */
export const decideBy = (since: Date, { days }: Pick<Threshold, 'days'>) => pointsEnd(since, days)

/** Whether it should have been decided before now. */
export const isOverdue = (dueAt: Date, now: Date) => now >= dueAt

/** Those who wait first, of these the soonest due. */
export function soonestFirst<R extends { due_at: string; decided: unknown }>(rows: readonly R[]): R[] {
  const isDecided = ({ decided }: R) => Number(decided !== null)
  return rows.toSorted((a, b) => isDecided(a) - isDecided(b) || Date.parse(a.due_at) - Date.parse(b.due_at))
}

/**
 * Of the thresholds that one person reached, the one that is shown: the highest that waits, else the highest. A
 * decision at a higher one stands for the lower ones too.
 */
export function shownThreshold<R extends { threshold: Pick<Threshold, 'points'>; closing: Closing | null }>(
  reached: readonly R[],
): R | null {
  const highest = reached.toSorted((a, b) => b.threshold.points - a.threshold.points)
  return highest.find(({ closing }) => closing === null) ?? highest[0] ?? null
}

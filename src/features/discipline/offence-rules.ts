import { DAY } from '#lib/dates.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import type { ActionType } from './type-rules.ts'

/** The maximum number of offences of one action. */
export const MAX_OFFENCES = 5

/** The terms of an action: its type, its duration in whole days (null when it does not end), and its points. */
export interface Terms {
  type: string
  days: number | null
  points: number
}

/** The part of an offence of the catalogue that the suggestion needs. */
export interface LadderOffence {
  code: string
  category: string
  /**
   * Which earlier actions lead to the next step: those for the same offence (the default), or for the same category.
   */
  earlierCounts?: 'offence' | 'category' | undefined
  ladder: readonly { type: string; days?: number | undefined; points?: number | undefined }[]
}

/** An earlier action against the person that is still in force, with its offences. */
export interface EarlierAction {
  id: number
  offences: readonly { code: string; category: string }[]
}

/**
 * The step of an offence on its ladder (1 for the first time), what that step suggests, and the earlier actions that
 * led to it.
 */
export interface Rung extends Terms {
  code: string
  rung: number
  earlier: number[]
}

/**
 * Finds the step of an offence. An earlier action counts once, however many of its offences match. An action that has
 * ended counts as much as one that has not. The last step applies to all later times.
 */
export function rungOf(offence: LadderOffence, earlier: readonly EarlierAction[]): Rung {
  const fits = (other: { code: string; category: string }) =>
    other.code === offence.code || (offence.earlierCounts === 'category' && other.category === offence.category)
  const counted = earlier.filter(({ offences }) => offences.some(fits)).map(({ id }) => id)
  const step = offence.ladder[Math.min(counted.length, offence.ladder.length - 1)]
  if (step === undefined) throw new Error(`The ladder of ${offence.code} has no step`)
  const { type, days = null, points = 0 } = step
  return { code: offence.code, rung: counted.length + 1, earlier: counted, type, days, points }
}

/** The gravity of a type: its place in the community's file. A type that is between staff is the lightest. */
function gravityOf(type: string, types: readonly ActionType[]): number {
  const index = types.findIndex(({ name }) => name === type)
  return types[index]?.isBetweenStaff ? -1 : index
}

const lastsLonger = (one: number | null, other: number | null) => other !== null && (one === null || one > other)

/**
 * The suggestion for several offences together: the gravest type, the longest duration among the offences that suggest
 * this type, and the sum of all points. A lighter offence with a longer duration does not lengthen a graver action.
 */
export function suggestionOf(rungs: readonly Terms[], types: readonly ActionType[]): Terms | null {
  const [gravest] = rungs.toSorted((a, b) => gravityOf(b.type, types) - gravityOf(a.type, types))
  if (gravest === undefined) return null
  const days = rungs
    .filter(({ type }) => type === gravest.type)
    .map((rung) => rung.days)
    .reduce((longest, next) => (lastsLonger(next, longest) ? next : longest))
  return { type: gravest.type, days, points: rungs.reduce((sum, { points }) => sum + points, 0) }
}

export const DEVIATIONS = ['none', 'milder', 'harsher'] as const
export type Deviation = (typeof DEVIATIONS)[number]
export const DEVIATION_LABELS: Record<Deviation, PlainMessage> = {
  none: msg('As suggested'),
  milder: msg('Milder than suggested'),
  harsher: msg('Harsher than suggested'),
}

/** How the given terms differ from the suggestion: by type first, then by duration, then by points. */
export function deviationOf(suggested: Terms, given: Terms, types: readonly ActionType[]): Deviation {
  const difference = gravityOf(given.type, types) - gravityOf(suggested.type, types)
  if (difference !== 0) return difference > 0 ? 'harsher' : 'milder'
  if (given.days !== suggested.days) return lastsLonger(given.days, suggested.days) ? 'harsher' : 'milder'
  if (given.points === suggested.points) return 'none'
  return given.points > suggested.points ? 'harsher' : 'milder'
}

/** How many whole days an action lasts. Clock changes make no difference. */
export function daysBetween(from: Date, to: Date | null): number | null {
  return to && Math.round((to.getTime() - from.getTime()) / DAY)
}

/** The fields of an action that determine its terms. */
interface TimedTerms {
  type: string
  date: string
  ends_at: string | null
  points: number
}

/** The terms of an action. */
export function termsOf(action: TimedTerms): Terms {
  const { type, date, ends_at, points } = action
  return { type, days: daysBetween(new Date(date), ends_at === null ? null : new Date(ends_at)), points }
}

export const areSameTerms = (one: Terms, other: Terms) =>
  one.type === other.type && one.days === other.days && one.points === other.points

/**
 * The terms as the issuer gave them: the original terms, with the changes of the issuer's own revisions. Changes by
 * others do not count. The oldest revision comes first. `now` is the current version of the action.
 */
export function termsGivenBy(
  issuer: string,
  revisions: readonly { by: string; was: TimedTerms }[],
  now: TimedTerms,
): Terms {
  const steps = revisions.map(({ by, was }, index) => {
    return { by, was: termsOf(was), became: termsOf(revisions[index + 1]?.was ?? now) }
  })
  return steps
    .filter(({ by }) => by === issuer)
    .reduce(
      (given, { was, became }) => ({
        type: became.type === was.type ? given.type : became.type,
        days: became.days === was.days ? given.days : became.days,
        points: became.points === was.points ? given.points : became.points,
      }),
      steps[0]?.was ?? termsOf(now),
    )
}

const FIRST_TIMES: readonly PlainMessage[] = [msg('1st time'), msg('2nd time'), msg('3rd time')]

/** The step of a ladder in words, such as "1st time". */
export function timeText(rung: number): string {
  const first = FIRST_TIMES[rung - 1]
  return first === undefined ? t('Time {number}', { number: String(rung) }) : t(first)
}

/** Terms in words, as given or suggested. */
export function termsText({ type, days, points }: Terms): string {
  const parts = [type]
  if (days !== null) parts.push(t({ one: '{count} day', other: '{count} days' }, { count: days }))
  if (points > 0) parts.push(t({ one: '{count} point', other: '{count} points' }, { count: points }))
  return parts.join(' · ')
}

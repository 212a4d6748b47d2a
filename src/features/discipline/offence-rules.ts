import { DAY } from '#lib/dates.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import type { ActionType } from './type-rules.ts'

/** So many offences one action names at most. */
export const MAX_OFFENCES = 5

/** What is given: how long it lasts in whole days (null: it does not end), and how many points. */
export interface Terms {
  type: string
  days: number | null
  points: number
}

/** What the catalogue says of an offence, as far as the suggestion goes by it. */
export interface LadderOffence {
  code: string
  category: string
  /** Which earlier actions lead to the next step; the same offence unless it says so. */
  earlierCounts?: 'offence' | 'category' | undefined
  ladder: readonly { type: string; days?: number | undefined; points?: number | undefined }[]
}

/** An earlier action against the person that still stands: which offences it was for. */
export interface EarlierAction {
  id: number
  offences: readonly { code: string; category: string }[]
}

/** Where an offence stands on its ladder: 1 for the first time, what that suggests, and the earlier actions that led there. */
export interface Rung extends Terms {
  code: string
  rung: number
  earlier: number[]
}

/**
 * The step of an offence. An earlier action counts once, however many of its offences fit; one that has ended counts as
 * much as one that has not. The last step stands for all later times.
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

/** How grave a type is, by its place in the community's file. What is between staff is the lightest. */
function gravityOf(type: string, types: readonly ActionType[]): number {
  const index = types.findIndex(({ name }) => name === type)
  return types[index]?.isBetweenStaff ? -1 : index
}

const lastsLonger = (one: number | null, other: number | null) => other !== null && (one === null || one > other)

/**
 * What is suggested for several offences together: the gravest type, the longest duration among those that suggest that
 * type, and the sum of all points. A lighter offence that lasts longer does not lengthen a graver action.
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

/** How what is given differs from what is suggested: by its type first, then by how long it lasts, then by its points. */
export function deviationOf(suggested: Terms, given: Terms, types: readonly ActionType[]): Deviation {
  const difference = gravityOf(given.type, types) - gravityOf(suggested.type, types)
  if (difference !== 0) return difference > 0 ? 'harsher' : 'milder'
  if (given.days !== suggested.days) return lastsLonger(given.days, suggested.days) ? 'harsher' : 'milder'
  if (given.points === suggested.points) return 'none'
  return given.points > suggested.points ? 'harsher' : 'milder'
}

/** How many whole days an action lasts: clocks that are set forward or back make no difference. */
export function daysBetween(from: Date, to: Date | null): number | null {
  return to && Math.round((to.getTime() - from.getTime()) / DAY)
}

/** An action as far as its terms go. */
interface TimedTerms {
  type: string
  date: string
  ends_at: string | null
  points: number
}

/** What an action gives. */
export function termsOf(action: TimedTerms): Terms {
  const { type, date, ends_at, points } = action
  return { type, days: daysBetween(new Date(date), ends_at === null ? null : new Date(ends_at)), points }
}

export const areSameTerms = (one: Terms, other: Terms) =>
  one.type === other.type && one.days === other.days && one.points === other.points

/**
 * The terms as the issuer gave them: those of the beginning, with what each of their own revisions changed. What others
 * changed is not theirs. The oldest revision comes first; `now` is how the action stands.
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

/** Which time it is, in words. */
export function timeText(rung: number): string {
  const first = FIRST_TIMES[rung - 1]
  return first === undefined ? t('Time {number}', { number: String(rung) }) : t(first)
}

/** What is given or suggested, in words. */
export function termsText({ type, days, points }: Terms): string {
  const parts = [type]
  if (days !== null) parts.push(t({ one: '{count} day', other: '{count} days' }, { count: days }))
  if (points > 0) parts.push(t({ one: '{count} point', other: '{count} points' }, { count: points }))
  return parts.join(' · ')
}

import { DAY, HOUR } from '#lib/dates.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'

/** The two families of actions, each with numbers of its own. */
export const FAMILIES = ['staff', 'players'] as const
export type Family = (typeof FAMILIES)[number]

/**
 * `submitted` → `with_issuer` (where they are asked) → `in_review` → `decided`; the appellant sets only `withdrawn`,
 * and one is `closed` when its action is revoked meanwhile.
 */
export const STATES = ['submitted', 'with_issuer', 'in_review', 'decided', 'withdrawn', 'closed'] as const
export type AppealState = (typeof STATES)[number]
export const OPEN_STATES = ['submitted', 'with_issuer', 'in_review'] as const satisfies readonly AppealState[]
/** A decided one is called by its outcome. */
export const STATE_LABELS: Record<Exclude<AppealState, 'decided'>, PlainMessage> = {
  submitted: msg('Submitted // appeal'),
  with_issuer: msg('Statement asked for'),
  in_review: msg('In review'),
  withdrawn: msg('Withdrawn'),
  closed: msg('Closed // appeal'),
}
export const isOpen = (state: AppealState) => OPEN_STATES.some((open) => open === state)

export const OUTCOMES = ['upheld', 'reduced', 'revoked', 'inadmissible'] as const
export type AppealOutcome = (typeof OUTCOMES)[number]
export const OUTCOME_LABELS: Record<AppealOutcome, PlainMessage> = {
  upheld: msg('The action stands'),
  reduced: msg('Reduced // appeal'),
  revoked: msg('Revoked // appeal'),
  inadmissible: msg('Not looked at'),
}

/**
 * What the issuer may do at once. To revoke it ends the appeal; a reduction leaves the appeal open for somebody
 * independent. They never confirm what they gave.
 */
export const LIFTS = ['reduced', 'revoked'] as const satisfies readonly AppealOutcome[]
export type Lift = (typeof LIFTS)[number]

/** Who ended an appeal: an independent person, or the issuer. */
export const WAYS = ['decider', 'issuer'] as const

/** So long an appeal waits for a statement of the issuer. */
export const STATEMENT_WITHIN = 48 * HOUR

/** Figures are public from so many decisions on: of fewer one could tell whose they are. */
export const FIGURES_FROM = 10

/** The limits of `community/appeals.yaml`. */
export interface AppealTerms {
  /** Within so many days an appeal is decided. */
  promiseDays: number
  /** After so many days it also waits for management, then for owners. */
  escalation: { management: number; owners: number }
  /** Between the end of one appeal of an action and the next. */
  spacingDays: number
  /** Appeals of one action in 365 days. */
  most: number
  /** How many titles above the issuer the decider must stand. */
  ranksAbove: number
  /** Types that can be appealed only after some days, or never. */
  types: readonly { type: string; fromDays?: number | undefined; never?: string | undefined }[]
}

/** What is said of one action by its type or by its offence. */
export interface ActionTerms {
  fromDays?: number | undefined
  /** Why it can never be appealed. */
  never?: string | undefined
}

/** What the catalogue says of an offence; nothing where it can be appealed at once. */
export type OffenceTerms = { fromDay: number } | { never: string } | undefined

/**
 * The strictest of what is said of an action by its type and by each of its offences; the type's own words come first.
 */
export function termsOf(ofType: ActionTerms | undefined, ofOffences: readonly OffenceTerms[]): ActionTerms {
  const said: ActionTerms[] = [
    ofType ?? {},
    ...ofOffences.map((terms) => (terms && 'fromDay' in terms ? { fromDays: terms.fromDay } : (terms ?? {}))),
  ]
  const never = said.find((terms) => terms.never !== undefined)?.never
  if (never !== undefined) return { never }
  const days = said.flatMap(({ fromDays }) => fromDays ?? [])
  return days.length === 0 ? {} : { fromDays: Math.max(...days) }
}

/** So many appeals one person has open at once: each takes time of everybody who decides. */
export const MAX_OPEN = 5

export const WHY_NOT = ['revoked', 'open', 'never', 'too_early', 'spacing', 'most', 'open_appeals'] as const
export type WhyNot = (typeof WHY_NOT)[number]

/** Why an action cannot be appealed now, and from when on it can be; without a date it never can. */
export interface AppealLimit {
  why: WhyNot
  from: Date | null
  /** The community's own words, where it never can. */
  words: string | null
}

interface EarlierAppeal {
  state: AppealState
  filedAt: Date
  /** When it came to an end; null while it is open. */
  endedAt: Date | null
  endedBy: (typeof WAYS)[number] | null
  /** When the issuer reduced it while the appeal was open. */
  issuerReducedAt: Date | null
}

/**
 * Whether an appeal starts no spacing and counts as none of those of a year: the issuer took it back, somebody
 * revoked it, or the appellant withdrew because the issuer made it less.
 */
export const isFree = ({ state, endedBy, issuerReducedAt }: Omit<EarlierAppeal, 'filedAt' | 'endedAt'>) =>
  state === 'closed' || endedBy === 'issuer' || (state === 'withdrawn' && issuerReducedAt !== null)

const YEAR = 365 * DAY
const later = (date: Date, days: number) => new Date(date.getTime() + days * DAY)

/**
 * Why the person concerned may not appeal an action now; null when they may. Days are 24 hours from a moment, so that
 * the end is the same moment in every time zone. Of several limits the last one to end is told. `openOfPerson`: how
 * many appeals of any action they have open.
 */
export function whyNotAppeal(
  action: { date: Date; isRevoked: boolean; terms: ActionTerms; openOfPerson: number },
  earlier: readonly EarlierAppeal[],
  terms: Pick<AppealTerms, 'spacingDays' | 'most'>,
  now: Date,
): AppealLimit | null {
  if (earlier.some(({ state }) => isOpen(state))) return { why: 'open', from: null, words: null }
  if (action.isRevoked) return { why: 'revoked', from: null, words: null }
  if (action.terms.never !== undefined) return { why: 'never', from: null, words: action.terms.never }
  const counted = earlier.filter((appeal) => !isFree(appeal))
  const ended = counted.flatMap(({ endedAt }) => endedAt ?? []).map(Number)
  const filed = counted
    .map(({ filedAt }) => filedAt)
    .filter((at) => now.getTime() - at.getTime() < YEAR)
    .toSorted((a, b) => b.getTime() - a.getTime())
  const first = filed[terms.most - 1]
  const waits: { why: WhyNot; from: Date }[] = [
    { why: 'too_early', from: later(action.date, action.terms.fromDays ?? 0) },
    ...(ended.length === 0
      ? []
      : [{ why: 'spacing' as const, from: later(new Date(Math.max(...ended)), terms.spacingDays) }]),
    ...(first === undefined ? [] : [{ why: 'most' as const, from: new Date(first.getTime() + YEAR) }]),
  ]
  const last = waits.filter(({ from }) => from > now).toSorted((a, b) => b.from.getTime() - a.from.getTime())[0]
  if (last !== undefined) return { ...last, words: null }
  return action.openOfPerson >= MAX_OPEN ? { why: 'open_appeals', from: null, words: null } : null
}

/** How an appeal stands now: one that waited long enough for a statement is in review. */
export function stateAt(appeal: { state: AppealState; issuerUntil: Date | null }, now: Date): AppealState {
  const hasWaited = appeal.issuerUntil !== null && appeal.issuerUntil <= now
  return appeal.state === 'with_issuer' && hasWaited ? 'in_review' : appeal.state
}

/** From when on an open appeal is a late one in the inbox of management, and from when on in that of owners. */
export const escalationDates = (filedAt: Date, { escalation }: Pick<AppealTerms, 'escalation'>) => ({
  management: later(filedAt, escalation.management),
  owners: later(filedAt, escalation.owners),
})

/** Who is reminded of an open appeal, because it has waited long; nobody sets it, time does. */
export function escalationOf(filedAt: Date, now: Date, terms: Pick<AppealTerms, 'escalation'>) {
  const { management, owners } = escalationDates(filedAt, terms)
  if (now >= owners) return 'owners' as const
  return now >= management ? ('management' as const) : null
}

/** Until when an appeal is promised to be decided. */
export const dueAt = (filedAt: Date, { promiseDays }: Pick<AppealTerms, 'promiseDays'>) => later(filedAt, promiseDays)

/** By when an appeal should be decided: by the promised day, or before its action ends by itself if it still runs. */
export function neededBy(filedAt: Date, endsAt: Date | null, terms: Pick<AppealTerms, 'promiseDays'>, now: Date): Date {
  const promised = dueAt(filedAt, terms)
  return endsAt !== null && endsAt > now && endsAt < promised ? endsAt : promised
}

/** What makes an action less: at least one of them. */
export interface Reduction {
  ends_at?: string | undefined
  points?: number | undefined
  type?: string | undefined
}

/**
 * What is wrong with a reduction, by field; nothing may become more than it was. `lighterTypes` are those below its
 * own.
 */
export function reductionProblems(
  action: { date: Date; endsAt: Date | null; points: number },
  { ends_at, points, type }: Reduction,
  lighterTypes: readonly string[],
): Partial<Record<keyof Reduction, PlainMessage>> {
  const problems: Partial<Record<keyof Reduction, PlainMessage>> = {}
  if (ends_at === undefined && points === undefined && type === undefined) {
    return { type: msg('Choose what to reduce: another type, an earlier end or fewer points.') }
  }
  if (ends_at !== undefined) {
    const end = new Date(ends_at)
    if (end <= action.date) problems.ends_at = msg('The end is before the action was given.')
    else if (action.endsAt !== null && end >= action.endsAt) problems.ends_at = msg('Pick an earlier end than today’s.')
  }
  if (points !== undefined && points >= action.points) problems.points = msg('Give fewer points than there are.')
  if (type !== undefined && !lighterTypes.includes(type)) problems.type = msg('Pick a lighter type than today’s.')
  return problems
}

/** How many appeals had an outcome within so many whole days. */
export interface DecidedAppeals {
  outcome: AppealOutcome
  days: number
  n: number
}

/** What is told to everybody of the decisions so far; null while there are too few. */
export function figuresOf(decided: readonly DecidedAppeals[]) {
  const days = decided.flatMap((some) => Array.from({ length: some.n }, () => some.days)).toSorted((a, b) => a - b)
  if (days.length < FIGURES_FROM) return null
  const upper = days[Math.floor(days.length / 2)] ?? 0
  const lower = days[Math.ceil(days.length / 2) - 1] ?? 0
  const upheld = decided.filter(({ outcome }) => outcome === 'upheld').reduce((sum, { n }) => sum + n, 0)
  return {
    decided: days.length,
    upheldPercent: Math.round((upheld / days.length) * 100),
    medianDays: Math.ceil((upper + lower) / 2),
  }
}

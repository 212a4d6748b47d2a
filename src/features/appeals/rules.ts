import { DAY, HOUR } from '#lib/dates.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'

/** The two families of actions. Each family numbers its actions separately. */
export const FAMILIES = ['staff', 'players'] as const
export type Family = (typeof FAMILIES)[number]

/**
 * `submitted` → `with_issuer` (only when a statement is asked for) → `in_review` → `decided`. The appellant can only
 * set `withdrawn`. An appeal becomes `closed` when its action is revoked meanwhile.
 */
export const STATES = ['submitted', 'with_issuer', 'in_review', 'decided', 'withdrawn', 'closed'] as const
export type AppealState = (typeof STATES)[number]
export const OPEN_STATES = ['submitted', 'with_issuer', 'in_review'] as const satisfies readonly AppealState[]
/** A decided appeal is labelled by its outcome instead. */
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
 * The outcomes that the issuer may bring about. Revoking the action ends the appeal. Reducing it leaves the appeal open
 * for an independent decision. The issuer never confirms the action.
 */
export const LIFTS = ['reduced', 'revoked'] as const satisfies readonly AppealOutcome[]
export type Lift = (typeof LIFTS)[number]

/** Who ended an appeal: the decider or the issuer. */
export const ENDED_BY = ['decider', 'issuer'] as const

/** How long (ms) an appeal waits for the issuer's statement. */
export const STATEMENT_WITHIN = 48 * HOUR

/** The number of decisions from which figures are public. Fewer decisions could be traced to single people. */
export const FIGURES_FROM = 10

/** The limits of `community/appeals.yaml`. */
export interface AppealTerms {
  /** The days within which a decision is promised. */
  promiseDays: number
  /** The days after which management, and then the owners, are reminded. */
  escalation: { management: number; owners: number }
  /** The days between the end of one appeal of an action and the next appeal. */
  spacingDays: number
  /** The most appeals of one action in 365 days. */
  most: number
  /** How many titles above the issuer the decider must be. */
  ranksAbove: number
  /** Types that can be appealed only after some days, or never. */
  types: readonly { type: string; fromDays?: number | undefined; never?: string | undefined }[]
}

/** The limits that a type or an offence sets for appeals. */
export interface ActionTerms {
  fromDays?: number | undefined
  /** Why it can never be appealed. */
  never?: string | undefined
}

/** The catalogue's limits for appeals of an offence. Undefined when the offence can be appealed at once. */
export type OffenceTerms = { fromDay: number } | { never: string } | undefined

/**
 * The strictest limits from an action's type and its offences. If several say `never`, the text of the type comes
 * first.
 */
export function termsOf(ofType: ActionTerms | undefined, ofOffences: readonly OffenceTerms[]): ActionTerms {
  const allTerms: ActionTerms[] = [
    ofType ?? {},
    ...ofOffences.map((terms) => (terms && 'fromDay' in terms ? { fromDays: terms.fromDay } : (terms ?? {}))),
  ]
  const never = allTerms.find((terms) => terms.never !== undefined)?.never
  if (never !== undefined) return { never }
  const days = allTerms.flatMap(({ fromDays }) => fromDays ?? [])
  return days.length === 0 ? {} : { fromDays: Math.max(...days) }
}

/** The most open appeals of one person. Each takes time of everybody who decides. */
export const MAX_OPEN = 5

export const WHY_NOT = ['revoked', 'open', 'never', 'too_early', 'spacing', 'most', 'open_appeals'] as const
export type WhyNot = (typeof WHY_NOT)[number]

/** Why an action cannot be appealed now. `from` is when it can be. Null when that never happens or cannot be known. */
export interface AppealLimit {
  why: WhyNot
  from: Date | null
  /** The community's explanation when the action can never be appealed. */
  words: string | null
}

interface EarlierAppeal {
  state: AppealState
  filedAt: Date
  /** When the appeal ended. Null while it is open. */
  endedAt: Date | null
  endedBy: (typeof ENDED_BY)[number] | null
  /** When the issuer reduced the action during the appeal. */
  issuerReducedAt: Date | null
}

/**
 * Whether an appeal neither starts a waiting time nor counts towards the limit of a year. This is so when the issuer
 * took the action back, when somebody revoked the action, or when the appellant withdrew after the issuer had reduced
 * the action.
 */
export const isUncounted = ({ state, endedBy, issuerReducedAt }: Omit<EarlierAppeal, 'filedAt' | 'endedAt'>) =>
  state === 'closed' || endedBy === 'issuer' || (state === 'withdrawn' && issuerReducedAt !== null)

const YEAR = 365 * DAY
const addDays = (date: Date, days: number) => new Date(date.getTime() + days * DAY)

/**
 * Why the person may not appeal an action now. Null when they may. A day is 24 hours, so a limit ends at the same
 * moment in every time zone. If several limits apply, the one that ends last is returned. `openOfPerson` is the number
 * of their open appeals, of any action.
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
  const counted = earlier.filter((appeal) => !isUncounted(appeal))
  const ended = counted.flatMap(({ endedAt }) => endedAt ?? []).map(Number)
  const filed = counted
    .map(({ filedAt }) => filedAt)
    .filter((at) => now.getTime() - at.getTime() < YEAR)
    .toSorted((a, b) => b.getTime() - a.getTime())
  const first = filed[terms.most - 1]
  const waits: { why: WhyNot; from: Date }[] = [
    { why: 'too_early', from: addDays(action.date, action.terms.fromDays ?? 0) },
    ...(ended.length === 0
      ? []
      : [{ why: 'spacing' as const, from: addDays(new Date(Math.max(...ended)), terms.spacingDays) }]),
    ...(first === undefined ? [] : [{ why: 'most' as const, from: new Date(first.getTime() + YEAR) }]),
  ]
  const last = waits.filter(({ from }) => from > now).toSorted((a, b) => b.from.getTime() - a.from.getTime())[0]
  if (last !== undefined) return { ...last, words: null }
  return action.openOfPerson >= MAX_OPEN ? { why: 'open_appeals', from: null, words: null } : null
}

/** The current state of an appeal. An appeal that has waited long enough for a statement is in review. */
export function stateAt(appeal: { state: AppealState; issuerUntil: Date | null }, now: Date): AppealState {
  const hasWaited = appeal.issuerUntil !== null && appeal.issuerUntil <= now
  return appeal.state === 'with_issuer' && hasWaited ? 'in_review' : appeal.state
}

/** The times at which an open appeal becomes late in the inbox of management and in that of the owners. */
export const escalationDates = (filedAt: Date, { escalation }: Pick<AppealTerms, 'escalation'>) => ({
  management: addDays(filedAt, escalation.management),
  owners: addDays(filedAt, escalation.owners),
})

/**
 * The group that is reminded of an open appeal because it has waited long. Depends on the time only; nothing is stored.
 */
export function escalationOf(filedAt: Date, now: Date, terms: Pick<AppealTerms, 'escalation'>) {
  const { management, owners } = escalationDates(filedAt, terms)
  if (now >= owners) return 'owners' as const
  return now >= management ? ('management' as const) : null
}

/** The time by which a decision is promised. */
export const dueAt = (filedAt: Date, { promiseDays }: Pick<AppealTerms, 'promiseDays'>) => addDays(filedAt, promiseDays)

/**
 * The time by which an appeal should be decided: the promised time, or the end of its action if the action still runs
 * and ends earlier.
 */
export function neededBy(filedAt: Date, endsAt: Date | null, terms: Pick<AppealTerms, 'promiseDays'>, now: Date): Date {
  const promised = dueAt(filedAt, terms)
  return endsAt !== null && endsAt > now && endsAt < promised ? endsAt : promised
}

/** How an action is reduced. At least one field is needed. */
export interface Reduction {
  ends_at?: string | undefined
  points?: number | undefined
  type?: string | undefined
}

/**
 * The errors of a reduction, by field. No field may become more severe than it was. `lighterTypes` are the types below
 * the action's own type.
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

/** How many appeals were decided with this outcome after this many whole days. */
export interface DecidedAppeals {
  outcome: AppealOutcome
  days: number
  n: number
}

/** The public figures about decided appeals. Null while there are too few. */
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

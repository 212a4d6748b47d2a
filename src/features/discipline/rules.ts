import { DAY, HOUR, MINUTE, momentAt, utcDayOf } from '#lib/dates.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { fold } from '#lib/search.ts'
import type { FirstDay } from '#lib/site.ts'

/** The outcomes of a revocation. */
export const OUTCOMES = ['expunged', 'reduced', 'expired'] as const
export type Outcome = (typeof OUTCOMES)[number]
export const OUTCOME_LABELS: Record<Outcome, PlainMessage> = {
  expunged: msg('expunged'),
  reduced: msg('reduced'),
  expired: msg('expired'),
}

/** Spec, section 9: the page sizes, and the default one. */
export const PAGE_SIZES = [10, 25, 50, 100] as const
export const FIRST_PAGE_SIZE = 25

/** Spec, section 7: the sort orders of the list. The first is the default: by date, newest first. */
export const SORTS = [
  'date:desc',
  'date:asc',
  'user_name:asc',
  'user_name:desc',
  'admin_name:asc',
  'admin_name:desc',
] as const
export type Sort = (typeof SORTS)[number]

/** The column and the direction of a sort, for the heading of the table. */
export function sortedColumn(sort: Sort): { column: string; isDescending: boolean } {
  const [column = '', way] = sort.split(':')
  return { column, isDescending: way === 'desc' }
}

/**
 * The sort after a press on a heading. Presses cycle through the column, its other direction and the list's default
 * sort. Dates begin with the newest.
 */
export function nextSort(sort: Sort, column: string): Sort {
  const ways = SORTS.filter((each) => sortedColumn(each).column === column)
  const first = ways.find((each) => each === SORTS[0] || !sortedColumn(each).isDescending)
  const other = ways.find((each) => each !== first)
  const next = sortedColumn(sort).column !== column ? first : sort === first ? other : SORTS[0]
  return next ?? SORTS[0]
}

/**
 * The maximum that the total of a search, and of any other filter, counts to. Beyond it, the page says that there are
 * more.
 */
export const MAX_FOUND = 500
export const MAX_FILTERED = 10_000

/** A shorter search finds people whose names begin with it. From this length on, a search finds its text anywhere. */
export const SEARCH_FROM = 3

/** How long the author of an action may revise it. */
export const REVISE_WITHIN = 24 * HOUR
/** The tolerance for clocks that differ: a date that is at most this far in the future is accepted. */
const CLOCKS_DIFFER = 5 * MINUTE
/** The earliest date of an action. Nothing in the community is older. */
const OLDEST = Date.UTC(2000, 0, 1)

/** The fields of an action that decide who may change it. */
interface ActionState {
  user: string
  /** Accounts that may be the same person. */
  linked: readonly string[]
  admin: string
  /** When the action was logged here. Null when a spreadsheet brought it, so that it has no author here. */
  loggedAt: Date | null
  isRevoked: boolean
}

interface Person {
  id: string
  isManagement: boolean
}

export type Denied = 'about-you' | 'linked' | 'revoked' | 'not-author' | 'too-late'

/** Why a person may not revise an action; null when they may. Its author may within 24 hours, management always. */
export function whyNotRevise(action: ActionState, actor: Person, now: Date): Denied | null {
  if (action.user === actor.id) return 'about-you'
  if (action.linked.includes(actor.id)) return 'linked'
  if (action.isRevoked) return 'revoked'
  if (actor.isManagement) return null
  if (action.admin !== actor.id || action.loggedAt === null) return 'not-author'
  return now.getTime() - action.loggedAt.getTime() <= REVISE_WITHIN ? null : 'too-late'
}

/**
 * Why a person may not revoke an action; null when they may. Only management may, once, and never an action against
 * themselves.
 */
export function whyNotRevoke(action: ActionState, actor: Person): Denied | null {
  if (action.user === actor.id) return 'about-you'
  if (action.linked.includes(actor.id)) return 'linked'
  if (action.isRevoked) return 'revoked'
  return actor.isManagement ? null : 'not-author'
}

/**
 * Whether the person confirmed an action in the game and not here. txAdmin reports that they confirmed it but not when,
 * so `acknowledged_at` holds the date of the action instead.
 */
export const isConfirmedInGame = ({ date, acknowledged_at }: { date: string; acknowledged_at: string | null }) =>
  acknowledged_at === date

/** What is wrong with the date of an action. Null when nothing is. */
export function dateProblem(date: Date, now: Date): string | null {
  if (date.getTime() > now.getTime() + CLOCKS_DIFFER) return msg('This date is in the future.')
  return date.getTime() < OLDEST ? msg('This date is too far in the past.') : null
}

/** The words of a search, each of which must be found. */
export function searchWords(search: string): string[] {
  return [...new Set(fold(search).split(/\s+/).filter(Boolean))]
}

/** The id of an action that a word of a search names, as `#42` or `42`. Null when the word names none. */
export function actionIdIn(word: string): number | null {
  const [, digits] = /^#?([1-9]\d{0,8})$/.exec(word) ?? []
  return digits === undefined ? null : Number(digits)
}

/**
 * The meaning of a search: people whose names begin with its text, or all of its words anywhere. Null when it is empty.
 */
export function searchOf(text: string): { beginning: string } | { words: string[] } | null {
  const search = fold(text.trim())
  if (search === '') return null
  return [...search].length < SEARCH_FROM ? { beginning: search } : { words: searchWords(search) }
}

/** Spec, section 5: the page count is at least 1. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** The first and the last row of a page, counted from 1, for 'Showing X-Y'. */
export function shownRange(page: number, pageSize: number, rows: number): { from: number; to: number } {
  const before = (page - 1) * pageSize
  return rows === 0 ? { from: 0, to: 0 } : { from: before + 1, to: before + rows }
}

/** The fields of an action that a revision can change. */
export interface ActionFields {
  date: string
  user: string
  user_name: string
  type: string
  internal_reason: string
  external_reason: string | null
  /** Null when the action has no end, or is of a kind that does not last. */
  ends_at: string | null
  points: number
  /** The time from which the points no longer count by themselves. Null when they count for good. */
  points_end_at: string | null
}

/** The fields as a person sees them. The internal reason is null when it is hidden from them. */
export type ShownFields = Omit<ActionFields, 'internal_reason'> & { internal_reason: string | null }

/** Hides the internal reason from the person whom the action is about, even on pages for staff. */
export function shownTo<F extends ShownFields>(actor: { id: string }, fields: F): F | (F & { internal_reason: null }) {
  return fields.user === actor.id ? { ...fields, internal_reason: null } : fields
}

/** The labels of the fields, in the order of the page. */
export const ACTION_FIELDS: readonly { field: keyof ActionFields; label: PlainMessage }[] = [
  { field: 'date', label: msg('Date') },
  { field: 'user_name', label: msg('User') },
  { field: 'user', label: msg('User ID') },
  { field: 'type', label: msg('Type') },
  { field: 'ends_at', label: msg('Ends') },
  { field: 'points', label: msg('Points') },
  { field: 'points_end_at', label: msg('Points until') },
  { field: 'internal_reason', label: msg('Internal Reason') },
  { field: 'external_reason', label: msg('External Reason') },
]

/** The fields that differ between two versions, in the order of the page. */
export function changedFields(before: ShownFields, after: ShownFields): (keyof ShownFields)[] {
  return ACTION_FIELDS.map(({ field }) => field).filter((field) => before[field] !== after[field])
}

/** Each revision with the fields before and after it, the newest first. `now` is the current version. */
export function stepsOf<R extends { was: ShownFields }>(
  revisions: readonly R[],
  now: ShownFields,
): (R & { became: ShownFields })[] {
  return revisions.map((revision, index) => ({ ...revision, became: revisions[index + 1]?.was ?? now })).toReversed()
}

/** How many weeks the chart shows. */
export const CHART_WEEKS = 26

/** How many days before Monday a week begins. */
const DAYS_EARLIER: Record<FirstDay, number> = { monday: 0, sunday: 1, saturday: 2 }

/** The first day of the week that contains this day. */
export function weekOf(day: string, firstDay: FirstDay): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6 + DAYS_EARLIER[firstDay]) % 7))
  return utcDayOf(date)
}

/** The earliest last day of the chart. Nothing is logged from years before, and the weeks of a year 0 have no names. */
const FIRST_CHART_DAY = '1970-07-01'

/**
 * The last day of the chart: the end of the filter, but neither later than today nor earlier than `FIRST_CHART_DAY`.
 */
export function lastChartDay(end: string | undefined, today: string): string {
  if (end === undefined || end > today) return today
  return end < FIRST_CHART_DAY ? FIRST_CHART_DAY : end
}

/** The first days of the `CHART_WEEKS` weeks up to the week of this day, the oldest first. */
export function chartWeeks(day: string, firstDay: FirstDay): string[] {
  const last = Date.parse(`${weekOf(day, firstDay)}T00:00:00Z`)
  return Array.from({ length: CHART_WEEKS }, (_, index) =>
    utcDayOf(new Date(last - (CHART_WEEKS - 1 - index) * 7 * DAY)),
  )
}

/**
 * The moments at which these weeks begin in a time zone (UTC when it is unknown), and the moment at which the last one
 * ends.
 */
export function momentsOfWeeks(weeks: readonly string[], zone: string): Date[] {
  const next = utcDayOf(new Date(Date.parse(`${weeks.at(-1)}T00:00:00Z`) + 7 * DAY))
  return [...weeks, next].map((day) => momentAt(`${day}T00:00`, zone))
}

/** A placeholder of a template, such as `[date]`. */
const PLACEHOLDER = /\[[^[\]\n]{1,40}\]/g

interface ReasonTexts {
  internal: string
  external?: string | null | undefined
}

/** All placeholders of the community's templates. Other text in brackets was written by the author. */
export function placeholdersOf(templates: readonly ReasonTexts[]): ReadonlySet<string> {
  return new Set(
    templates.flatMap(({ internal, external }) => `${internal} ${external ?? ''}`.match(PLACEHOLDER) ?? []),
  )
}

/** The placeholders that a text still contains, in its order, each once. */
export function unfilledIn(text: string | null, placeholders: ReadonlySet<string>): string[] {
  return [...new Set(text?.match(PLACEHOLDER))].filter((each) => placeholders.has(each))
}

/** The validation messages of the reasons that still contain placeholders. */
export function unfilledProblems(
  reasons: { internal_reason: string; external_reason: string | null },
  placeholders: ReadonlySet<string>,
): { internal_reason?: string; external_reason?: string } {
  const internal = unfilledIn(reasons.internal_reason, placeholders)
  const external = unfilledIn(reasons.external_reason, placeholders)
  return {
    ...(internal.length > 0 ? { internal_reason: t('Fill in {blanks}.', { blanks: internal.join(', ') }) } : {}),
    ...(external.length > 0 ? { external_reason: t('Fill in {blanks}.', { blanks: external.join(', ') }) } : {}),
  }
}

/** The next placeholder after a position of a text, or before it with `backwards`. Null when there is none. */
export function nextPlaceholder(
  text: string,
  placeholders: ReadonlySet<string>,
  { from, backwards = false }: { from: number; backwards?: boolean },
): { start: number; end: number } | null {
  const all = [...text.matchAll(PLACEHOLDER)]
    .filter(([found]) => placeholders.has(found))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
  const next = backwards ? all.findLast(({ end }) => end <= from) : all.find(({ start }) => start >= from)
  return next ?? null
}

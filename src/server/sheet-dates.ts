import { isDay } from '#lib/dates.ts'
import { groupBy } from '#lib/group-by.ts'
import { fold } from '#lib/search.ts'

/*
 * Reads days as people write them in spreadsheets. All dates of a column with the same separator show together whether
 * the day or the month comes first. If they do not show it, the importing person is asked.
 */

export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/** Dates of one column that can be read in several ways. */
export interface OpenDates {
  /** The separator of the dates, followed by `yy` if their years have two digits. */
  group: string
  orders: readonly DateOrder[]
  /** For each order, the number of the column's dates that can be read only in that order. */
  clear: Readonly<Counts>
  /** Some different dates that can be read in several ways. */
  examples: readonly string[]
}

interface ColumnDates {
  /** The days that were read, as `YYYY-MM-DD`, by the text of the cell. */
  days: ReadonlyMap<string, string>
  open: readonly OpenDates[]
  /** The texts that can be read in several ways, answered or not, each with its group. */
  doubtful: ReadonlyMap<string, string>
}

interface Written {
  text: string
  parts: readonly [string, string, string]
}

/** An earlier year is a typing mistake. */
const OLDEST_YEAR = 1970
const MAX_EXAMPLES = 3
/** More characters than any date has. */
const MAX_LENGTH = 80

type Counts = Record<DateOrder, number>

interface DateHints {
  /** The answer to the question about a group of dates. */
  orderOf(group: string): string | undefined
  /** The `clear` counts of the file's other columns, by group. */
  elsewhere?: ReadonlyMap<string, Counts>
}

/** Reads the dates of a column. */
export function readDates(texts: Iterable<string>, { orderOf, elsewhere }: DateHints): ColumnDates {
  const { days, groups } = splitDates(texts)
  const doubtful = new Map<string, string>()
  const open: OpenDates[] = []
  for (const [group, written] of groups) {
    const { orders, isOpen, clear, examples } = orderIn(group, written, elsewhere?.get(group))
    const answer = isOpen ? orderOf(group) : undefined
    const order = isOpen ? orders.find((each) => each === answer) : orders[0]
    for (const each of written) {
      const readings = readingsOf(each, orders)
      const [only] = readings
      const day = readings.size < 2 ? only : order && read(each, order)
      if (day) days.set(each.text, day)
      if (readings.size > 1) doubtful.set(each.text, group)
    }
    if (isOpen) open.push({ group, orders, clear, examples })
  }
  return { days, open, doubtful }
}

/** For each group, the number of a column's dates that can be read only in one order, by that order. */
export function clearDates(texts: Iterable<string>): Map<string, Counts> {
  const { groups } = splitDates(texts)
  return new Map([...groups].map(([group, written]) => [group, clearIn(written, ordersOf(group))]))
}

/** Splits dates into those with an unambiguous form and groups of others. All dates of a group have the same order. */
function splitDates(texts: Iterable<string>) {
  const days = new Map<string, string>()
  const ambiguous: (Written & { separator: string })[] = []
  for (const text of new Set(texts)) {
    // Matching a page of text against the patterns takes seconds.
    if (text.length > MAX_LENGTH) continue
    const bare = text.trim().replace(TIME, '')
    const numbers = NUMBERS.exec(bare)
    if (numbers === null) {
      const day = dayInWords(bare)
      if (day !== null) days.set(text, day)
      continue
    }
    const [, first = '', separator = '', second = '', third = ''] = numbers
    if (first.length === 4) {
      const day = dayOf(first, second, third)
      if (day !== null && third.length <= 2) days.set(text, day)
    } else if (first.length <= 2 && (third.length === 4 || third.length === 2)) {
      ambiguous.push({ text, parts: [first, second, third], separator })
    }
  }
  const groupOf = ({ separator, parts: [, , year] }: (typeof ambiguous)[number]) =>
    `${separator}${year.length === 2 ? 'yy' : ''}`
  return { days, groups: groupBy(ambiguous, groupOf) }
}

/** Reads a date in this order. Null if the day does not exist. */
export function readAs(text: string, order: DateOrder): string | null {
  const [, first = '', , second = '', third = ''] = NUMBERS.exec(text.trim().replace(TIME, '')) ?? []
  return read({ parts: [first, second, third] }, order)
}

/** A date such as 25-03-14 may begin with the year. Nobody writes 25/03/14 for that. */
const ordersOf = (group: string): DateOrder[] => (group === '-yy' ? ['mdy', 'dmy', 'ymd'] : ['mdy', 'dmy'])

const fittingOf = (each: Written, orders: readonly DateOrder[]) => orders.filter((order) => read(each, order) !== null)

function clearIn(written: readonly Written[], orders: readonly DateOrder[]): Counts {
  const clear = { dmy: 0, mdy: 0, ymd: 0 }
  for (const each of written) {
    const [only, ...others] = fittingOf(each, orders)
    if (only !== undefined && others.length === 0) clear[only] += 1
  }
  return clear
}

/** The possible orders of a group's dates, and whether a question remains open. */
function orderIn(group: string, written: readonly Written[], elsewhere: Counts | undefined) {
  const orders = ordersOf(group)
  const readable = written.map((each) => fittingOf(each, orders)).filter((fitting) => fitting.length > 0)
  const clear = clearIn(written, orders)
  const doubtful = written.filter((each) => readingsOf(each, orders).size > 1)
  const [only, ...others] = orders.filter((order) => readable.every((fitting) => fitting.includes(order)))
  const isClear =
    only !== undefined &&
    others.length === 0 &&
    clear[only] * ENOUGH >= doubtful.length &&
    orders.every((order) => order === only || (elsewhere?.[order] ?? 0) === 0)
  const isOpen = !isClear && doubtful.length > 0
  return {
    orders: isClear ? [only] : orders,
    clear,
    isOpen,
    examples: isOpen ? doubtful.slice(0, MAX_EXAMPLES).map(({ text }) => text) : [],
  }
}

/**
 * The most ambiguous dates for each date that shows the order. Three of five days are after the 12th. If fewer than one
 * date for each five ambiguous ones shows the order, it may be a typing mistake or another author's habit.
 */
const ENOUGH = 5

/** The days that a date can mean in these orders. */
function readingsOf(each: Written, orders: readonly DateOrder[]): Set<string> {
  return new Set(orders.map((order) => read(each, order)).filter((day) => day !== null))
}

function read({ parts: [first, second, third] }: Pick<Written, 'parts'>, order: DateOrder): string | null {
  if (order === 'ymd') return dayOf(first, second, third)
  return order === 'dmy' ? dayOf(third, second, first) : dayOf(third, first, second)
}

function dayOf(year: string, month: string, day: string): string | null {
  const full = year.length === 2 ? `20${year}` : year
  const iso = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return Number(full) >= OLDEST_YEAR && isDay(iso) ? iso : null
}

/** Three numbers with the same separator. A German date may end with a dot. */
const NUMBERS = /^(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{1,4})\.?$/
/** A time of day after a date, which is ignored. An ISO time after a `T` does not match. */
const TIME = /,?\s\d{1,2}:\d{2}(:\d{2})?(\s?[ap]\.?m\.?)?$/i
const DAY_FIRST =
  /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]*(?:de\s|of\s)?\s*(\p{L}+)\.?,?[\s-]*(?:del?\s)?\s*(\d{4}|\d{2})$/iu
const MONTH_FIRST = /^(\p{L}+)\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu

/** Reads a date with the name of its month in English, German or Spanish. */
function dayInWords(text: string): string | null {
  const dayFirst = DAY_FIRST.exec(text)
  const [, day, month, year] = dayFirst ?? []
  const [, otherMonth, otherDay, otherYear] = dayFirst === null ? (MONTH_FIRST.exec(text) ?? []) : []
  const number = monthOf(month ?? otherMonth ?? '')
  return number === null ? null : dayOf(year ?? otherYear ?? '', String(number), day ?? otherDay ?? '')
}

const MONTHS: readonly (readonly string[])[] = [
  ['january', 'januar', 'janner', 'enero'],
  ['february', 'februar', 'febrero'],
  ['march', 'marz', 'mrz', 'maerz', 'marzo'],
  ['april', 'abril'],
  ['may', 'mai', 'mayo'],
  ['june', 'juni', 'junio'],
  ['july', 'juli', 'julio'],
  ['august', 'agosto'],
  ['september', 'septiembre', 'setiembre'],
  ['october', 'oktober', 'octubre'],
  ['november', 'noviembre'],
  ['december', 'dezember', 'diciembre'],
]

/** The number of a month, from its whole name or at least its first three letters. */
function monthOf(name: string): number | null {
  const folded = fold(name)
  if (folded.length < 3) return null
  const at = MONTHS.findIndex((names) => names.some((each) => each.startsWith(folded)))
  return at === -1 ? null : at + 1
}

import { currentForms, type DateForms } from './date-forms.ts'
import { t } from './messages.ts'
/** Durations in milliseconds. */
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/**
 * Formats a day (`YYYY-MM-DD`) in the community's form, always with two-digit months and days. The default is
 * `MM/DD/YYYY`.
 */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return currentForms().day.replace('YYYY', year).replace('MM', month).replace('DD', date)
}

/** The formatters of the current forms, created on first use because that takes noticeable time on a slow phone. */
let made: { of: DateForms; minutes?: Intl.DateTimeFormat; seconds?: Intl.DateTimeFormat } = { of: currentForms() }

function timeFormat(unit: 'minutes' | 'seconds'): Intl.DateTimeFormat {
  const forms = currentForms()
  if (made.of !== forms) made = { of: forms }
  made[unit] ??= new Intl.DateTimeFormat(forms.locale, {
    hour: forms.clock === 24 ? '2-digit' : 'numeric',
    minute: '2-digit',
    ...(unit === 'seconds' && { second: '2-digit' }),
    // Without the zone's name, a viewer in another time zone would take this for their own time.
    ...(forms.timeZone !== undefined && { timeZone: forms.timeZone, timeZoneName: 'short' }),
    ...(forms.clock !== undefined && { hourCycle: forms.clock === 24 ? 'h23' : 'h12' }),
  })
  return made[unit]
}

/** Prevents a line break before AM and PM. */
export const unbroken = (time: string): string => time.replace(/ (?=[AP]M)/, '\u00a0')

/** The time of day of a moment with seconds, in the community's time zone or else the viewer's. */
export const formatSeconds = (moment: string): string => unbroken(timeFormat('seconds').format(new Date(moment)))

/** An earlier year in a spreadsheet is a typing mistake. */
const OLDEST_YEAR = 1970

/** Converts a day in a spreadsheet's form (m/d/yyyy or yyyy-mm-dd) to `YYYY-MM-DD`. Null if that day does not exist. */
export function parseSheetDate(text: string): string | null {
  const typed = text.trim()
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed)
  const [, year, month, day] = american
    ? ['', american[3], american[1], american[2]]
    : (/^(\d{4})-(\d{2})-(\d{2})$/.exec(typed) ?? [])
  if (!year || !month || !day || Number(year) < OLDEST_YEAR) return null
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : null
}

const two = (number: number) => String(number).padStart(2, '0')

/** Whether a name such as `Europe/Berlin` or `EST` is in the time zone database. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

let clocks: { of: string; format: Intl.DateTimeFormat } | undefined

/** The local time of a moment as `2026-03-29T03:30:00`, in a time zone, or without one in this machine's. */
function clockAt(moment: Date, zone: string | undefined): string {
  if (zone === undefined) {
    const [year, month, day] = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
    const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')
    return `${year}-${two(month)}-${two(day)}T${time}`
  }
  if (clocks?.of !== zone) {
    const format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    })
    clocks = { of: zone, format }
  }
  const parts = Object.fromEntries(clocks.format.formatToParts(moment).map(({ type, value }) => [type, value]))
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
}

/**
 * The moment of a local time such as `2026-03-29T03:30`. If clocks show the time twice, the result is the first of the
 * two moments. If clocks skip the time, it is read with the offset before the change: 02:30 is shown as 03:30.
 */
export function momentAt(clock: string, zone = currentForms().timeZone): Date {
  if (zone === undefined) return new Date(clock)
  const asUtc = Date.parse(`${clock}Z`)
  const ahead = (at: number) => Date.parse(`${clockAt(new Date(at), zone)}Z`) - at
  const before = new Date(asUtc - ahead(asUtc - DAY))
  const after = new Date(asUtc - ahead(asUtc + DAY))
  const isShownAt = (moment: Date) => clockAt(moment, zone).startsWith(clock)
  return isShownAt(before) || !isShownAt(after) ? before : after
}

/**
 * The day of a moment as `YYYY-MM-DD`, in a time zone, or without one in this machine's: the server's or the viewer's.
 */
export function dayOf(moment: string, zone = currentForms().timeZone): string {
  return clockAt(new Date(moment), zone).slice(0, 10)
}

/**
 * The moment that represents a whole day: noon in UTC, which is the same day everywhere in the Americas and Europe. If
 * it is already the next day in the time zone, the moment is noon in that zone.
 */
export function noonOf(day: string, zone: string | undefined): Date {
  const noon = new Date(`${day}T12:00:00Z`)
  return zone === undefined || dayOf(noon.toISOString(), zone) === day ? noon : momentAt(`${day}T12:00`, zone)
}

/** A moment as the value of a date and time field, to the minute, in the community's time zone or else the viewer's. */
export function localMoment(moment: string): string {
  return clockAt(new Date(moment), currentForms().timeZone).slice(0, 16)
}

/** A moment to the minute in a time zone. Without a zone it is in UTC and ends in ` UTC`. */
export function momentIn(moment: string, zone: string | undefined): string {
  const shown = clockAt(new Date(moment), zone ?? 'UTC')
    .slice(0, 16)
    .replace('T', ' ')
  return zone === undefined ? `${shown} UTC` : shown
}

/** Formats a moment as day and time, in the community's time zone or else the viewer's. */
export function formatMoment(moment: string): string {
  return `${formatDay(dayOf(moment))}, ${unbroken(timeFormat('minutes').format(new Date(moment)))}`
}

/** Formats an hour of the day, as 18:00 or 6:00 PM. */
export function formatHour(hour: number): string {
  const { locale, clock } = currentForms()
  const format = new Intl.DateTimeFormat(locale, {
    ...{ hour: clock === 24 ? '2-digit' : 'numeric', minute: '2-digit', timeZone: 'UTC' },
    ...(clock !== undefined && { hourCycle: clock === 24 ? 'h23' : 'h12' }),
  })
  return unbroken(format.format(new Date(hour * HOUR)))
}

/** Whether a text is an existing day such as `2026-03-14`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/**
 * The viewer's UTC offsets at both ends of a range of days, as query parameters of calls. `tz` is the offset at the
 * start. `endTz` is the offset at the end, if summer time makes it different. A missing day is ''.
 */
export function offsetsOf(first: string, last: string): { tz?: string; endTz?: string } {
  const began = isDay(first) ? first : last
  if (!isDay(began)) return {}
  const tz = offsetOf(began)
  const endTz = isDay(last) ? offsetOf(dayAfter(last)) : tz
  return { tz: String(tz), ...(endTz === tz ? {} : { endTz: String(endTz) }) }
}

/** UTC minus local time in minutes, at the start of a day. */
const offsetOf = (day: string, zone?: string) =>
  Math.round((momentAt(`${day}T00:00`, zone).getTime() - Date.parse(`${day}T00:00Z`)) / MINUTE)

const LAST_DAY = '9999-12-31'
const dayAfter = (day: string) => (day === LAST_DAY ? day : utcDayOf(new Date(Date.parse(`${day}T00:00Z`) + DAY)))

/**
 * The moments that limit a range of days, both days included: `since` is inclusive and `before` is exclusive. `tz` is
 * UTC minus the viewer's time in minutes, as `getTimezoneOffset` returns it, and `endTz` is the same at the end.
 * Without either, the days are in the community's time zone, or in UTC if it has none.
 */
export function momentsOf(range: {
  first: string | undefined
  last: string | undefined
  tz?: number | undefined
  endTz?: number | undefined
  zone?: string | undefined
}): { since: Date | undefined; before: Date | undefined } {
  const { first, last, zone } = range
  const usual = (day: string | undefined) => (zone === undefined || day === undefined ? 0 : offsetOf(day, zone))
  const tz = range.tz ?? usual(first)
  const endTz = range.endTz ?? range.tz ?? usual(last && dayAfter(last))
  const midnight = (day: string, offset: number) => Date.parse(`${day}T00:00:00Z`) + offset * MINUTE
  return {
    since: first === undefined ? undefined : written(midnight(first, tz)),
    before: last === undefined ? undefined : written(midnight(last, endTz) + DAY),
  }
}

const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')
/** The nearest moment with a year of four digits: databases accept no others. */
const written = (time: number) => new Date(Math.min(Math.max(time, FIRST_MOMENT), LAST_MOMENT))

/** A span of time. `since` is inclusive and `before` is exclusive. */
export interface Span {
  since: Date
  before: Date
}

/** The whole UTC days in a span, and the parts of the span outside them. */
export function wholeDaysOf({ since, before }: Span): { days: string[]; rest: Span[] } {
  const first = Math.ceil(since.getTime() / DAY)
  const end = Math.floor(before.getTime() / DAY)
  if (first >= end) return { days: [], rest: since < before ? [{ since, before }] : [] }
  const days = Array.from({ length: end - first }, (_, index) => utcDayOf(new Date((first + index) * DAY)))
  const ends = [
    { since, before: new Date(first * DAY) },
    { since: new Date(end * DAY), before },
  ]
  return { days, rest: ends.filter((span) => span.since < span.before) }
}

/** The day of a moment in UTC as `YYYY-MM-DD`. */
export function utcDayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The latest current day anywhere on earth (UTC+14), because the viewer's day may be ahead of the server's. */
export function latestDay(now: Date): string {
  return utcDayOf(new Date(now.getTime() + 14 * HOUR))
}

/** How long ago a moment was, in the largest fitting unit. */
export function ago(then: string, now: Date): string {
  const past = now.getTime() - Date.parse(then)
  const count = (length: number) => Math.floor(past / length)
  if (past >= DAY) return t({ one: '{count} day ago', other: '{count} days ago' }, { count: count(DAY) })
  if (past >= HOUR) return t({ one: '{count} hour ago', other: '{count} hours ago' }, { count: count(HOUR) })
  if (past >= MINUTE) return t({ one: '{count} minute ago', other: '{count} minutes ago' }, { count: count(MINUTE) })
  return t('just now')
}

/** The earliest of some moments. Null if there is none. */
export function earliest(moments: readonly (Date | null)[]): Date | null {
  const times = moments.flatMap((moment) => moment?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.min(...times))
}

import { currentForms, type DateForms } from './date-forms.ts'

import { t } from './messages.ts'
/** Spans in milliseconds. */
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A day (`YYYY-MM-DD`) as the community writes it, in columns of even width: month/day/year unless it says another. */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return currentForms().day.replace('YYYY', year).replace('MM', month).replace('DD', date)
}

/** Made when one is first needed: a slow phone takes a while for it. */
let made: { of: DateForms; minutes?: Intl.DateTimeFormat; seconds?: Intl.DateTimeFormat } = { of: currentForms() }

function timeFormat(unit: 'minutes' | 'seconds'): Intl.DateTimeFormat {
  const forms = currentForms()
  if (made.of !== forms) made = { of: forms }
  made[unit] ??= new Intl.DateTimeFormat(forms.locale, {
    hour: forms.clock === 24 ? '2-digit' : 'numeric',
    minute: '2-digit',
    ...(unit === 'seconds' && { second: '2-digit' }),
    // Anyone who is elsewhere would take it for their own time.
    ...(forms.timeZone !== undefined && { timeZone: forms.timeZone, timeZoneName: 'short' }),
    ...(forms.clock !== undefined && { hourCycle: forms.clock === 24 ? 'h23' : 'h12' }),
  })
  return made[unit]
}

/** No line breaks before AM and PM. */
export const unbroken = (time: string): string => time.replace(/ (?=[AP]M)/, '\u00a0')

/** The time of a moment to the second, of the community or of the viewer. */
export const formatSeconds = (moment: string): string => unbroken(timeFormat('seconds').format(new Date(moment)))

/** Days before are slips of the hand. */
const OLDEST_YEAR = 1970

/** A day as spreadsheets write it, m/d/yyyy or yyyy-mm-dd, as `YYYY-MM-DD`; null when there is no such day. */
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

/** Whether the time zone database has a name, as `Europe/Berlin` and `EST`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

let clocks: { of: string; format: Intl.DateTimeFormat } | undefined

/** What clocks show at a moment, as `2026-03-29T03:30:00`: in a time zone, or without one on this machine. */
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
 * The moment at which clocks show this, as `2026-03-29T03:30`, to the minute. Of an hour that they show twice it is the
 * first; one that they skip is as long after midnight as it says.
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

/** The day of a moment as `YYYY-MM-DD`: in a time zone, or without one where the site or its viewer is. */
export function dayOf(moment: string, zone = currentForms().timeZone): string {
  return clockAt(new Date(moment), zone).slice(0, 10)
}

/**
 * What stands for a whole day: its noon in UTC, the same day wherever in the Americas or Europe it is read. Where that
 * is the next day already it is the noon there.
 */
export function noonOf(day: string, zone: string | undefined): Date {
  const noon = new Date(`${day}T12:00:00Z`)
  return zone === undefined || dayOf(noon.toISOString(), zone) === day ? noon : momentAt(`${day}T12:00`, zone)
}

/** A moment as a field for date and time shows it, to the minute, in the time of the community or of the viewer. */
export function localMoment(moment: string): string {
  return clockAt(new Date(moment), currentForms().timeZone).slice(0, 16)
}

/** A moment to the minute in a time zone; without one in UTC, and it says so. */
export function momentIn(moment: string, zone: string | undefined): string {
  const shown = clockAt(new Date(moment), zone ?? 'UTC')
    .slice(0, 16)
    .replace('T', ' ')
  return zone === undefined ? `${shown} UTC` : shown
}

/** A moment as people read it: the day and the time, of the community or of the viewer. */
export function formatMoment(moment: string): string {
  return `${formatDay(dayOf(moment))}, ${unbroken(timeFormat('minutes').format(new Date(moment)))}`
}

/** An hour of the day as people read it, as 18:00 or 6:00 PM. */
export function formatHour(hour: number): string {
  const { locale, clock } = currentForms()
  const format = new Intl.DateTimeFormat(locale, {
    ...{ hour: clock === 24 ? '2-digit' : 'numeric', minute: '2-digit', timeZone: 'UTC' },
    ...(clock !== undefined && { hourCycle: clock === 24 ? 'h23' : 'h12' }),
  })
  return unbroken(format.format(new Date(hour * HOUR)))
}

/** Whether a text is a day that there is, as `2026-03-14`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/**
 * The offsets where the viewer is at both ends of a range of days, as calls take them: `tz` when it begins, and `endTz`
 * when it ends, where summer time makes that another. A day that stays away is ''.
 */
export function offsetsOf(first: string, last: string): { tz?: string; endTz?: string } {
  const began = isDay(first) ? first : last
  if (!isDay(began)) return {}
  const tz = offsetOf(began)
  const endTz = isDay(last) ? offsetOf(dayAfter(last)) : tz
  return { tz: String(tz), ...(endTz === tz ? {} : { endTz: String(endTz) }) }
}

/** UTC minus the time there in minutes, when a day begins. */
const offsetOf = (day: string, zone?: string) =>
  Math.round((momentAt(`${day}T00:00`, zone).getTime() - Date.parse(`${day}T00:00Z`)) / MINUTE)

const LAST_DAY = '9999-12-31'
const dayAfter = (day: string) => (day === LAST_DAY ? day : utcDayOf(new Date(Date.parse(`${day}T00:00Z`) + DAY)))

/**
 * The moments between which days lie, both days included; `before` is no longer of them. `tz` is UTC minus the viewer's
 * time in minutes, as browsers say it (`getTimezoneOffset`), and `endTz` the same at the end. Who says neither means
 * the community's days, and UTC's where it has no time zone.
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
/** The nearest moment that has a year of four digits: databases take no other. */
const written = (time: number) => new Date(Math.min(Math.max(time, FIRST_MOMENT), LAST_MOMENT))

/** A span of time: it begins with `since`, and `before` is no longer of it. */
export interface Span {
  since: Date
  before: Date
}

/** The days of UTC that lie within a span from midnight to midnight, and what of the span lies in none of them. */
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

/** The last day that it is anywhere on earth: who asks may be ahead of this clock. */
export function latestDay(now: Date): string {
  return utcDayOf(new Date(now.getTime() + 14 * HOUR))
}

/** How long ago something was, in the largest unit that says it. */
export function ago(then: string, now: Date): string {
  const past = now.getTime() - Date.parse(then)
  const count = (length: number) => Math.floor(past / length)
  if (past >= DAY) return t({ one: '{count} day ago', other: '{count} days ago' }, { count: count(DAY) })
  if (past >= HOUR) return t({ one: '{count} hour ago', other: '{count} hours ago' }, { count: count(HOUR) })
  if (past >= MINUTE) return t({ one: '{count} minute ago', other: '{count} minutes ago' }, { count: count(MINUTE) })
  return t('just now')
}

/** The first of some moments; null where there is none. */
export function earliest(moments: readonly (Date | null)[]): Date | null {
  const times = moments.flatMap((moment) => moment?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.min(...times))
}

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
    ...(forms.clock !== undefined && { hourCycle: forms.clock === 24 ? 'h23' : 'h12' }),
  })
  return made[unit]
}

/** The time of a moment to the second, in local time. */
export const formatSeconds = (moment: string): string => timeFormat('seconds').format(new Date(moment))

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

/** The day of a moment as `YYYY-MM-DD`: in the calendar of whoever looks, and on the server in that of its `TZ`. */
export function dayOf(moment: string): string {
  const date = new Date(moment)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** A moment as a field for date and time shows it, to the minute and in local time. */
export function localMoment(moment: string): string {
  const date = new Date(moment)
  return `${dayOf(moment)}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** A moment as people read it: the day and the time, in local time. */
export function formatMoment(moment: string): string {
  return `${formatDay(dayOf(moment))}, ${timeFormat('minutes').format(new Date(moment))}`
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
  const tz = new Date(`${began}T00:00`).getTimezoneOffset()
  if (!isDay(last)) return { tz: String(tz) }
  const end = new Date(`${last}T00:00`)
  end.setDate(end.getDate() + 1)
  const endTz = end.getTimezoneOffset()
  return { tz: String(tz), ...(endTz === tz ? {} : { endTz: String(endTz) }) }
}

/**
 * The moments between which days of the viewer's calendar lie, both days included; `before` is no longer of them. `tz`
 * is UTC minus the viewer's time in minutes, as browsers say it (`getTimezoneOffset`), and `endTz` the same at the end.
 */
export function momentsOf(range: {
  first: string | undefined
  last: string | undefined
  tz: number
  endTz?: number | undefined
}): { since: Date | undefined; before: Date | undefined } {
  const { first, last, tz, endTz = tz } = range
  const midnight = (day: string, offset: number) => new Date(Date.parse(`${day}T00:00:00Z`) + offset * MINUTE)
  return {
    since: first === undefined ? undefined : midnight(first, tz),
    before: last === undefined ? undefined : new Date(midnight(last, endTz).getTime() + DAY),
  }
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

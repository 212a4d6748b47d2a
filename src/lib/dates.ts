/** A day (`YYYY-MM-DD`) as the community writes it: month/day/year, in columns of even width. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

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

const dayAndTime = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
})

/** A moment as people read it: month/day/year and the time, in local time. */
export function formatMoment(moment: string): string {
  return dayAndTime.format(new Date(moment))
}

/** Whether a text is a day that there is, as `2026-03-14`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The offset that a day had where the viewer is, as calls take it: summer time may make it another than today's. */
export function offsetOn(day: string): { tz?: string } {
  return isDay(day) ? { tz: String(new Date(`${day}T00:00`).getTimezoneOffset()) } : {}
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * The moments between which days of the viewer's calendar lie, both days included; `before` is no longer of them. `tz`
 * is UTC minus the viewer's time in minutes, as browsers say it (`getTimezoneOffset`).
 */
export function momentsOf({ first, last, tz }: { first: string | undefined; last: string | undefined; tz: number }): {
  since: Date | undefined
  before: Date | undefined
} {
  const midnight = (day: string, later = 0) => new Date(Date.parse(`${day}T00:00:00Z`) + tz * MINUTE + later)
  return {
    since: first === undefined ? undefined : midnight(first),
    before: last === undefined ? undefined : midnight(last, DAY),
  }
}

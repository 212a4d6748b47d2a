import { DAY, formatDay } from '#lib/dates.ts'

/** Each unit and the number of days from which it is used. */
const UNITS = [
  { unit: 'year', days: 365 },
  { unit: 'month', days: 30 },
  { unit: 'week', days: 7 },
  { unit: 'day', days: 1 },
] as const

/** How long ago a day was, in the largest unit that fits, in the language of the page. */
export function agoInWords(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY)
  const { unit, days: length } = UNITS.find((each) => Math.abs(days) >= each.days) ?? UNITS[3]
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang || 'en', { numeric: 'auto' })
  return words.format(Math.trunc(days / length), unit)
}

/** A day in a list. A tooltip says how long ago it was. */
export function Day({ day, at = day }: { day: string; at?: string }) {
  return (
    <time
      dateTime={at}
      // Computed on hover only: a list has hundreds of days.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = agoInWords(day, new Date().toISOString().slice(0, 10))
      }}
    >
      {formatDay(day)}
    </time>
  )
}

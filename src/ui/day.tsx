import { DAY, formatDay } from '#lib/dates.ts'

/** From so many days on, in this unit. */
const UNITS = [
  { unit: 'year', days: 365 },
  { unit: 'month', days: 30 },
  { unit: 'week', days: 7 },
  { unit: 'day', days: 1 },
] as const

/** How long ago a day was, in the largest unit that says it, in the language of the page. */
export function agoInWords(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY)
  const { unit, days: length } = UNITS.find((each) => Math.abs(days) >= each.days) ?? UNITS[3]
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang || 'en', { numeric: 'auto' })
  return words.format(Math.trunc(days / length), unit)
}

/** A day as a list shows it; how long ago it was stands on it for who points at it. */
export function Day({ day, at = day }: { day: string; at?: string }) {
  return (
    <time
      dateTime={at}
      // Only once it is asked for: a list has hundreds.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = agoInWords(day, new Date().toISOString().slice(0, 10))
      }}
    >
      {formatDay(day)}
    </time>
  )
}

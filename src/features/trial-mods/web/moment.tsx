import { dayOf, formatDay, formatMoment } from '#lib/dates.ts'

/** A time in the viewer's time zone: the day (month/day/year) and, if wanted, the time of day. */
export function Moment({ at, withTime = false }: { at: string; withTime?: boolean }) {
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {withTime ? formatMoment(at) : formatDay(dayOf(at))}
    </time>
  )
}

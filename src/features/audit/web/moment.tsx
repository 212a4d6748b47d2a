import { dayOf, formatDay, formatSeconds } from '#lib/dates.ts'

/** A time with seconds, in the viewer's time zone. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{`${formatDay(dayOf(at))}, ${formatSeconds(at)}`}</time>
}

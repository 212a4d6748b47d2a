import { dayOf, formatDay, formatSeconds } from '#lib/dates.ts'

/** When something was, to the second, in the viewer's time. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{`${formatDay(dayOf(at))}, ${formatSeconds(at)}`}</time>
}

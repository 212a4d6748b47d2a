const DAY = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })
const DAY_AND_TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short' })

/** A time as the viewer's clock says it: the day, month/day/year, and if wanted the time of day. */
export function Moment({ at, withTime = false }: { at: string; withTime?: boolean }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={DAY_AND_TIME.format(date)}>
      {(withTime ? DAY_AND_TIME : DAY).format(date)}
    </time>
  )
}

import { useEffect, useState } from 'react'
import { currentForms } from '#lib/date-forms.ts'
import { isTimeZone, MINUTE } from '#lib/dates.ts'

/** The current time in a time zone. Renders nothing when this browser does not know the zone. */
export function LocalTime({ zone }: { zone: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE / 4)
    return () => clearInterval(timer)
  }, [])
  return isTimeZone(zone) && <time dateTime={now.toISOString()}>{timeIn(zone, now)}</time>
}

/** The weekday and the time, because it may be another day in that time zone. */
function timeIn(zone: string, now: Date): string {
  const { locale, clock } = currentForms()
  return new Intl.DateTimeFormat(locale, {
    ...{ timeZone: zone, weekday: 'short', hour: clock === 24 ? '2-digit' : 'numeric', minute: '2-digit' },
    ...(clock !== undefined && { hourCycle: clock === 24 ? 'h23' : 'h12' }),
  }).format(now)
}

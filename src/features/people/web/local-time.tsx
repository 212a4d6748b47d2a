import { useEffect, useState } from 'react'
import { currentForms } from '#lib/date-forms.ts'
import { isTimeZone, MINUTE } from '#lib/dates.ts'

/** What the clocks of a time zone show now; nothing where this browser is older than the zone. */
export function LocalTime({ zone }: { zone: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE / 4)
    return () => clearInterval(timer)
  }, [])
  return isTimeZone(zone) && <time dateTime={now.toISOString()}>{timeIn(zone, now)}</time>
}

/** The weekday and the time: with people elsewhere it may be another day. */
function timeIn(zone: string, now: Date): string {
  const { locale, clock } = currentForms()
  return new Intl.DateTimeFormat(locale, {
    ...{ timeZone: zone, weekday: 'short', hour: clock === 24 ? '2-digit' : 'numeric', minute: '2-digit' },
    ...(clock !== undefined && { hourCycle: clock === 24 ? 'h23' : 'h12' }),
  }).format(now)
}

import { isTimeZone } from '#lib/dates.ts'
import { msg } from '#lib/messages.ts'

/** What people write for a time zone beside the names of the time zone database, in lower case. */
const KNOWN = new Set(
  [
    'utc gmt z wet west bst ist cet cest eet eest msk trt sast cat eat wat',
    'est edt et cst cdt ct mst mdt mt pst pdt pt akst akdt hst hdt ast adt nst ndt brt art clt cot pet',
    'awst acst acdt aest aedt nzst nzdt jst kst hkt sgt pht wib wita wit ict pkt bdt npt gst irst',
    'eastern central mountain pacific atlantic alaska hawaii',
  ].flatMap((line) => line.split(' ')),
)
/** Words beside a name that change nothing. */
const FILLERS = new Set(['time', 'standard', 'daylight', 'summer', 'us', 'uk'])
const OFFSET = /^(?:utc|gmt)?[+\u2212-](?:0?\d|1[0-4])(?::?[0-5]\d)?$/

/** What is wrong with a time zone; null when there is one like that: `America/New_York`, `EST`, `GMT+1`, `Eastern`. */
export function timezoneProblem(text: string): string | null {
  return isTimezone(text.trim()) ? null : msg('There is no such time zone. Write it as EST, GMT+1 or America/New_York.')
}

function isTimezone(text: string): boolean {
  if (isTimeZone(text)) return true
  const parts = text
    .toLowerCase()
    .split(/[\s/()&,]+/)
    .filter((part) => part !== '' && !FILLERS.has(part))
  return parts.length > 0 && parts.every((part) => KNOWN.has(part) || OFFSET.test(part))
}

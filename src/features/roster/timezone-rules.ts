import { isTimeZone } from '#lib/dates.ts'
import { msg } from '#lib/messages.ts'

/** Time zones that people write besides the names of the time zone database, in lower case. */
const KNOWN = new Set(
  [
    'utc gmt z wet west bst ist cet cest eet eest msk trt sast cat eat wat',
    'est edt et cst cdt ct mst mdt mt pst pdt pt akst akdt hst hdt ast adt nst ndt brt art clt cot pet',
    'awst acst acdt aest aedt nzst nzdt jst kst hkt sgt pht wib wita wit ict pkt bdt npt gst irst',
    'eastern central mountain pacific atlantic alaska hawaii',
  ].flatMap((line) => line.split(' ')),
)
/** Words beside a name that do not change its meaning. */
const FILLERS = new Set(['time', 'standard', 'daylight', 'summer', 'us', 'uk'])
const OFFSET = /^(?:utc|gmt)?[+\u2212-](?:0?\d|1[0-4])(?::?[0-5]\d)?$/

/** What is wrong with a time zone. Null for a valid one, such as `America/New_York`, `EST`, `GMT+1` or `Eastern`. */
export function timezoneProblem(text: string): string | null {
  return isTimezone(text.trim()) ? null : msg('There is no such time zone. Write it as EST, GMT+1 or America/New_York.')
}

const partsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s/()&,]+/)
    .filter((part) => part !== '' && !FILLERS.has(part))

function isTimezone(text: string): boolean {
  if (isTimeZone(text)) return true
  const parts = partsOf(text)
  return parts.length > 0 && parts.every((part) => KNOWN.has(part) || OFFSET.test(part))
}

/** The zones that short names stand for. They include daylight saving time where the zone has it. */
const ZONES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['UTC', 'utc gmt z'],
    ['America/New_York', 'est edt et eastern'],
    ['America/Chicago', 'cst cdt ct central'],
    ['America/Denver', 'mst mdt mt mountain'],
    ['America/Los_Angeles', 'pst pdt pt pacific'],
    ['America/Anchorage', 'akst akdt alaska'],
    ['Pacific/Honolulu', 'hst hdt hawaii'],
    ['America/Halifax', 'ast adt atlantic'],
    ['America/St_Johns', 'nst ndt'],
    ['America/Sao_Paulo', 'brt'],
    ['America/Argentina/Buenos_Aires', 'art'],
    ['America/Santiago', 'clt'],
    ['America/Bogota', 'cot'],
    ['America/Lima', 'pet'],
    ['Europe/Lisbon', 'wet west'],
    ['Europe/London', 'bst'],
    ['Europe/Berlin', 'cet cest'],
    ['Europe/Athens', 'eet eest'],
    ['Europe/Moscow', 'msk'],
    ['Europe/Istanbul', 'trt'],
    ['Africa/Johannesburg', 'sast'],
    ['Africa/Maputo', 'cat'],
    ['Africa/Nairobi', 'eat'],
    ['Africa/Lagos', 'wat'],
    ['Asia/Dubai', 'gst'],
    ['Asia/Karachi', 'pkt'],
    ['Asia/Kathmandu', 'npt'],
    ['Asia/Bangkok', 'ict'],
    ['Asia/Jakarta', 'wib'],
    ['Asia/Makassar', 'wita'],
    ['Asia/Jayapura', 'wit'],
    ['Asia/Singapore', 'sgt'],
    ['Asia/Manila', 'pht'],
    ['Asia/Hong_Kong', 'hkt'],
    ['Asia/Seoul', 'kst'],
    ['Asia/Tokyo', 'jst'],
    ['Australia/Perth', 'awst'],
    ['Australia/Adelaide', 'acst acdt'],
    ['Australia/Sydney', 'aest aedt'],
    ['Pacific/Auckland', 'nzst nzdt'],
  ].flatMap(([zone = '', names = '']) => names.split(' ').map((name) => [name, zone])),
)

/**
 * The zone in the time zone database that a text stands for. Null if there is no single one: `IST` is the time of three
 * countries, and no zone is named by an offset with half hours.
 */
export function zoneOf(text: string): string | null {
  const typed = text.trim()
  // Names such as `America/New_York` and `EST5EDT`. Three letters alone have no daylight saving time in the database.
  if (/\/|\d[a-z]/i.test(typed) && isTimeZone(typed)) return typed
  const parts = partsOf(text)
  const offset = parts.find((part) => OFFSET.test(part))
  if (offset === undefined) return parts.map((part) => ZONES[part]).find((zone) => zone !== undefined) ?? null
  const [, sign, hours] = /([+\u2212-])0?(\d{1,2})(?::?00)?$/.exec(offset) ?? []
  // In the database, the sign of `Etc/GMT` zones is reversed.
  const zone = `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`
  return sign !== undefined && isTimeZone(zone) ? zone : null
}

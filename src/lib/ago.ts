const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago something was, in the largest unit that says it. */
export function ago(then: string, now: Date): string {
  const past = now.getTime() - Date.parse(then)
  const units: [number, string][] = [
    [DAY, 'day'],
    [HOUR, 'hour'],
    [MINUTE, 'minute'],
  ]
  for (const [length, unit] of units) {
    const count = Math.floor(past / length)
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`
  }
  return 'just now'
}

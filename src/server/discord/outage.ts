import { monotonicClock } from '#lib/monotonic-clock.ts'
import { formatCount } from '#lib/text.ts'
import type { Log } from '../log.ts'
import { DiscordUnavailable, DiscordUnreachable } from './failures.ts'

/** The API calls of all callers, and the gateway connection. */
type Part = 'calls' | 'gateway'

/** Keeps the log short while Discord is out of reach: one line at the start of the outage and one at its end. */
export interface Outage {
  failed(part: Part, why: string): void
  answered(part: Part): void
  /** This part makes no more attempts, so it no longer counts as failing. */
  ended(part: Part): void
  /**
   * Logs a failure. Logs nothing if Discord is unreachable, because the outage is already logged. The same reason from
   * Discord is logged once an hour, and any other error each time.
   */
  report(error: unknown, what: string): void
}

/** The outage ends only after this time without a failed call: single calls may succeed while others fail. */
const CALM_MS = 25_000
const LOG_AGAIN_AFTER = 60 * 60_000

export function watchOutage({ log, clock }: { log: Log; clock: () => Date }): Outage {
  const time = monotonicClock(clock)
  /** The parts that fail, each with the time of its last failure. */
  const failing = new Map<Part, number>()
  const loggedAt = new Map<string, number>()
  let began = 0

  return {
    failed(part, why) {
      if (failing.size === 0) {
        began = time()
        log.warn({ why }, 'Discord is out of reach: the site goes on with what it knows, and says here when it is back')
      }
      failing.set(part, time())
    },

    answered(part) {
      const failedAt = failing.get(part)
      if (failedAt === undefined || (part === 'calls' && time() - failedAt < CALM_MS)) return
      failing.delete(part)
      if (failing.size === 0) log.info({}, `Discord answers again after ${spanOf(time() - began)}`)
    },

    ended: (part) => void failing.delete(part),

    report(error, what) {
      if (error instanceof DiscordUnreachable) return
      if (!(error instanceof DiscordUnavailable)) return log.warn({ err: error }, what)
      const line = `${what}: ${error.message}`
      if (time() < (loggedAt.get(line) ?? Number.NEGATIVE_INFINITY) + LOG_AGAIN_AFTER) return
      loggedAt.set(line, time())
      log.warn({ why: error.message }, what)
    },
  }
}

function spanOf(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 60) return formatCount(seconds, 'second')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return formatCount(minutes, 'minute')
  const rest = minutes % 60
  return `${formatCount(Math.floor(minutes / 60), 'hour')}${rest === 0 ? '' : ` and ${formatCount(rest, 'minute')}`}`
}

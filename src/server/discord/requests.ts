import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod'
import { jsonOrNull } from '#lib/json.ts'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import { fetchWithLimits } from '../fetch-with-limits.ts'
import { DiscordUnavailable, DiscordUnreachable } from './failures.ts'
import type { Outage } from './outage.ts'
import { secondsToWait } from './rate-limit.ts'

/**
 * The longest wait within one call: a person does not notice it as a hang. A longer `Retry-After` is thrown instead.
 */
const MAX_WAIT_SECONDS = 3
/** A page of a thousand members is about one megabyte. */
const MAX_BYTES = 8 * 1024 * 1024
/** The most rejected or paused credentials to remember: far more than ever fail at once, and little memory. */
const MAX_REFUSED = 10_000

export interface RequestOptions {
  clock?: () => Date
  /** The timeout of a response, in milliseconds. */
  timeoutMs?: number
  /** Told whether Discord responds. */
  outage?: Outage
}

export interface Requests {
  /**
   * Sends a request with a credential. Returns a response with any status below 500 except 429, else throws
   * `DiscordUnavailable`.
   */
  send(url: string, init: RequestInit, credential: string): Promise<Response>
  /** Whether Discord answered 401 to this credential before. It must never be sent again. */
  isDead(credential: string): boolean
  markDead(credential: string): void
}

/**
 * Sends requests to Discord with the required User-Agent and a timeout. A credential that Discord rejected is not sent
 * again, and one that Discord limited is not sent before the wait is over. 10,000 rejected calls in ten minutes would
 * get the site's IP address banned (https://docs.discord.com/developers/topics/rate-limits).
 */
export function createRequests(
  userAgent: string,
  { clock = () => new Date(), timeoutMs = 5000, outage }: RequestOptions,
): Requests {
  const time = monotonicClock(clock)
  /** For the hash of each credential, the time in milliseconds until which it must not be used. */
  const closedUntil = new Map<string, number>()

  function close(credential: string, until: number): void {
    const oldest = closedUntil.size >= MAX_REFUSED ? closedUntil.keys().next().value : undefined
    if (oldest !== undefined) closedUntil.delete(oldest)
    closedUntil.set(hash(credential), until)
  }

  async function attempt(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('user-agent', userAgent)
    try {
      const sent = { ...init, headers, redirect: 'manual' as const }
      const response = await fetchWithLimits(url, sent, { timeoutMs, maxBytes: MAX_BYTES })
      if (response.status < 500) outage?.answered('calls')
      return response
    } catch (error) {
      throw unreachable(`Discord could not be reached: ${reasonOf(error)}`)
    }
  }

  function unreachable(why: string): DiscordUnreachable {
    outage?.failed('calls', why)
    return new DiscordUnreachable(why)
  }

  return {
    async send(url, init, credential) {
      const restMs = (closedUntil.get(hash(credential)) ?? 0) - time()
      if (restMs > 0) throw new DiscordUnavailable('Discord asked us to wait', restMs / 1000)

      let response = await attempt(url, init)
      if (response.status === 429) {
        const first = await waitAskedBy(response)
        if (first <= MAX_WAIT_SECONDS) {
          await sleep(first * 1000)
          response = await attempt(url, init)
        }
        if (response.status === 429) {
          const seconds = first <= MAX_WAIT_SECONDS ? await waitAskedBy(response) : first
          close(credential, time() + seconds * 1000)
          throw new DiscordUnavailable('Discord asked us to wait', seconds)
        }
      }
      if (response.status >= 500) {
        await response.body?.cancel()
        throw unreachable(`Discord answered ${response.status}`)
      }
      return response
    },
    isDead: (credential) => closedUntil.get(hash(credential)) === Number.POSITIVE_INFINITY,
    markDead: (credential) => close(credential, Number.POSITIVE_INFINITY),
  }
}

/** Reads a JSON response of a known shape. Throws `DiscordUnavailable` for any other response. */
export async function readAnswer<T>(response: Response, shape: z.ZodType<T>): Promise<T> {
  let body: unknown
  try {
    body = await response.json()
  } catch (error) {
    throw new DiscordUnavailable(`Discord's answer could not be read: ${reasonOf(error)}`)
  }
  const parsed = shape.safeParse(body)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'the whole')
  throw new DiscordUnavailable(`Discord's answer has an unexpected shape at ${fields.join(', ')}`)
}

async function waitAskedBy(response: Response): Promise<number> {
  return secondsToWait(response.headers.get('retry-after'), jsonOrNull(await response.text()))
}

/** A short reason for a network error. It never contains the error's message, which can quote the request. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (error instanceof RangeError) return 'its answer has no end'
  const { cause } = error
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : error.name
}

function hash(credential: string): string {
  return createHash('sha256').update(credential).digest('base64')
}

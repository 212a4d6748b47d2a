import * as z from 'zod'

const RateLimited = z.object({ retry_after: z.number().min(0) })

/** Where a 429 does not say how long. */
const USUAL_SECONDS = 60
/**
 * What asks for more is not believed: no limit of Discord's lasts so long, and to ask once an hour offends nobody. A
 * mistake there would otherwise silence the site until it is started again.
 */
const LONGEST_SECONDS = 60 * 60

/**
 * How long a 429 asks for, an hour at most. The body's `retry_after` is exact, the header is rounded up; Cloudflare's
 * own 429 has only the header (https://docs.discord.com/developers/topics/rate-limits).
 */
export function secondsToWait(header: string | null | undefined, body: unknown): number {
  const limited = RateLimited.safeParse(body)
  const seconds = limited.success ? limited.data.retry_after : Number.parseFloat(header ?? '')
  return seconds >= 0 ? Math.min(seconds, LONGEST_SECONDS) : USUAL_SECONDS
}

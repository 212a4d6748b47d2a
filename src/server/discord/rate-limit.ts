import * as z from 'zod'

const RateLimited = z.object({ retry_after: z.number().min(0) })

/** The wait after a 429 that does not state one. */
const USUAL_SECONDS = 60
/**
 * The longest wait. No limit of Discord's lasts longer, and one call an hour does no harm. Otherwise a wrong value from
 * Discord could stop the site's calls until a restart.
 */
const LONGEST_SECONDS = 60 * 60

/**
 * The seconds to wait after a 429, at most an hour. The body's `retry_after` is exact, and the header is rounded up.
 * Cloudflare's own 429 has only the header (https://docs.discord.com/developers/topics/rate-limits).
 */
export function secondsToWait(header: string | null | undefined, body: unknown): number {
  const limited = RateLimited.safeParse(body)
  const seconds = limited.success ? limited.data.retry_after : Number.parseFloat(header ?? '')
  return seconds >= 0 ? Math.min(seconds, LONGEST_SECONDS) : USUAL_SECONDS
}

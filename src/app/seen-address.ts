import { findOwnAddress } from '#features/users/contract.ts'
import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import { fetchWithLimits } from '#server/fetch-with-limits.ts'
import { bad, type Finding, good } from '#server/finding.ts'
import { isLoopback } from '#server/loopback.ts'

/** An address reserved for examples (RFC 5737), so no real call comes from it. */
const CLAIMED = '192.0.2.1'
const LIMITS = { timeoutMs: 5_000, maxBytes: 64 * 1024 }

/** The address that this machine appears to call from, when it calls through the site's public address. */
export interface SeenAddress {
  /** The address that the site sees. */
  bySite: string
  /** The address that Cloudflare sees. Null when the site is not behind Cloudflare. */
  byCloudflare: string | null
}

/** Calls the site as a visitor who claims a false address would. Null when the site does not answer. */
export async function findSeenAddress(origin: string): Promise<SeenAddress | null> {
  const get = async (path: string) => {
    const response = await fetchWithLimits(`${origin}${path}`, { headers: { 'x-forwarded-for': CLAIMED } }, LIMITS)
    return response.text()
  }
  try {
    const { address } = findOwnAddress.reply.parse(JSON.parse(await get(findOwnAddress.path)))
    // Cloudflare itself answers this path on every site behind it.
    const byCloudflare = /^ip=(.+)$/m.exec(await get('/cdn-cgi/trace'))?.[1] ?? null
    return { bySite: address, byCloudflare }
  } catch {
    return null
  }
}

const PROXIES = msg('Set TRUST_PROXY to the number of proxies in front: 1 for Caddy alone, 2 for Cloudflare and Caddy.')

/** Checks whether rate limits count per visitor: the site must see the address that a call really comes from. */
export function checkSeenAddress(seen: SeenAddress | null, origin: string): Finding {
  const page = `${origin}${findOwnAddress.path}`
  if (seen === null) {
    return good(
      withValues(
        '{origin} cannot be reached from here now; when the site is running, open {page}: it must show your own address',
        {
          origin,
          page,
        },
      ),
    )
  }
  const { bySite, byCloudflare } = seen
  if (bySite === CLAIMED) {
    return bad(msg('the site trusts any IP address that a visitor claims, so limits per address do not work'), PROXIES)
  }
  if (isLoopback(bySite)) {
    return bad(
      withValues('the site sees the address {bySite} for a request through {origin}, so all visitors share one limit', {
        bySite,
        origin,
      }),
      PROXIES,
    )
  }
  if (byCloudflare !== null && byCloudflare !== bySite) {
    return bad(
      withValues(
        'the site sees the address {bySite} where Cloudflare sees {byCloudflare}, so visitors share one limit',
        { bySite, byCloudflare },
      ),
      msg('Set TRUST_PROXY to 2, and let Caddy trust Cloudflare: "Behind Cloudflare" in docs/running-it.md.'),
    )
  }
  return good(
    withValues(
      'the site sees the address {bySite} for a request from this machine; in your browser, {page} must show your own address',
      {
        bySite,
        page,
      },
    ),
  )
}

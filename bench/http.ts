import type { Tell } from './figures.ts'
import type { Measured } from './processes.ts'
import { compare, thousands } from './requests.ts'
import { bareTwin, startWithRoster } from './site.ts'

const BROTLI = { 'accept-encoding': 'br' }

/** Measures polled and cached replies, with a bare `node:http` server that sends the same bytes as the baseline. */
export async function benchHttp(tell: Tell): Promise<void> {
  const { site, cookie } = await startWithRoster(200)
  const asked = { ...BROTLI, cookie }
  await ratio(tell, 'GET /api/roster, 200 members', 0.85, site, '/api/roster', asked, 200)
  const etag = (await fetch(`${site.origin}/api/roster`, { headers: asked })).headers.get('etag') ?? ''
  const known = { ...asked, 'if-none-match': etag }
  await ratio(tell, 'GET /api/roster, unchanged (304)', 0.7, site, '/api/roster', known, 304)
  await ratio(tell, 'GET /, cached page', 0.85, site, '/', BROTLI, 200)
  await ratio(tell, 'GET /ten-codes, cached page', 0.85, site, '/ten-codes', BROTLI, 200)
  await site.stop()
}

async function ratio(
  tell: Tell,
  what: string,
  promised: number,
  site: Measured,
  path: string,
  headers: Record<string, string>,
  status: number,
): Promise<void> {
  const { 'if-none-match': _, ...plain } = headers
  const bare = await bareTwin(site, path, plain)
  const rates = await compare(site, bare, path, headers, status)
  await bare.stop()
  const reached = rates.site / rates.bare
  tell({
    what,
    promised: `≥ ${promised.toFixed(2)} of bare`,
    measured: `${reached.toFixed(2)}: ${thousands(rates.site)} req/CPU-s`,
    bare: `${thousands(rates.bare)} req/CPU-s`,
    isKept: reached >= promised,
  })
}

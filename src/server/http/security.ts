import type { FastifyInstance, FastifyRequest } from 'fastify'
import { msg } from '#lib/messages.ts'
import { HttpError } from './http-error.ts'
import { type Limits, limitByAddress } from './limits.ts'

export interface SecuritySettings {
  /** The site's own origin. */
  origin: string
  /** The URL of the CDN with people's avatars. */
  cdnUrl: string
  /** The CSP source that allows the community's own inline style in each document. Empty if there is none. */
  styleSource?: string
  /** Allows the development server's inline scripts. Never set it on a site that others can reach. */
  development?: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint's `keyHeader`: the header with the key, for a call that programs make. */
    keyHeader?: string | null
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The limit of writes in a minute: more than the fastest person needs, and far fewer than a script sends. */
const WRITES_A_MINUTE = 120

/**
 * Rejects cross-site writes and limits the rate of writes. Reads change nothing, so any site may send them. A call
 * whose endpoint declares a `keyHeader` comes from a program. Browsers never add that key by themselves, so cross-site
 * request forgery is not possible.
 */
export function guardWrites(app: FastifyInstance, settings: SecuritySettings, limits: Limits): void {
  const limit = limitByAddress(limits, 'writes', WRITES_A_MINUTE, 60)
  app.addHook('onRequest', (request, _reply, done) => {
    if (SAFE.has(request.method) || request.routeOptions.config.keyHeader) return done()
    if (!isSameOrigin(request, settings.origin)) {
      return done(new HttpError(403, 'cross_site', msg('This call can only be made from the site itself.')))
    }
    limit(request.ip).then(() => done(), done)
  })
}

/**
 * Whether a request comes from a page of this site. Browsers state the source in Sec-Fetch-Site, and older browsers in
 * Origin. A request without either does not come from this site's pages (OWASP CSRF cheat sheet, Fetch Metadata).
 */
export function isSameOrigin(request: Pick<FastifyRequest, 'headers'>, origin: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return request.headers.origin === origin
}

/** Whether the browser states that a page of another origin made the request or linked to it. */
export function isFromElsewhere(request: Pick<FastifyRequest, 'headers'>): boolean {
  const site = request.headers['sec-fetch-site']
  return site === 'cross-site' || site === 'same-site'
}

/** The default security headers of every response, such as API replies and pictures. They never allow a script. */
export function answerHeaders(settings: Pick<SecuritySettings, 'origin'>): Record<string, string> {
  const isSecure = settings.origin.startsWith('https:')
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'`,
    'cross-origin-resource-policy': 'same-origin',
    ...(isSecure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/**
 * The security headers of pages. Everything comes from this site, except avatars from Discord. No inline script, no
 * nonce.
 */
export function pageHeaders(settings: SecuritySettings): Record<string, string> {
  const dev = settings.development === true
  const policy = [
    `default-src 'self'`,
    `script-src 'self'${dev ? " 'unsafe-inline'" : ''}`,
    `style-src 'self'${dev ? " 'unsafe-inline'" : (settings.styleSource ?? '')}`,
    `img-src 'self' data: ${new URL(settings.cdnUrl).origin}`,
    `connect-src 'self' ${settings.origin.replace(/^http/, 'ws')}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self'`,
  ]
  return {
    ...answerHeaders(settings),
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  }
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { msg } from '#lib/messages.ts'
import { HttpError } from './http-error.ts'
import { type Limits, limitByAddress } from './limits.ts'

export interface SecuritySettings {
  /** The site's own origin. */
  origin: string
  /** Where people's pictures come from. */
  cdnUrl: string
  /** What lets the community's own style in the head of each document in; empty for none. */
  styleSource?: string
  /** Lets the development server's scripts in. Never on a site that others can reach. */
  development?: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a call that programs make, from its endpoint: the header with their key. */
    keyHeader?: string | null
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Writes a minute: more than the fastest hand, far fewer than a script. */
const WRITES_A_MINUTE = 120

/**
 * Who may send a write here, and how often. Reads change nothing, so they are open to any page. A call whose endpoint
 * declares a `keyHeader` is a program's: no browser adds that key by itself, so there is nothing to forge.
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
 * A browser says where a request comes from in Sec-Fetch-Site; an older one in Origin. A call that says neither is not
 * from a page of ours (OWASP CSRF cheat sheet, Fetch Metadata).
 */
export function isSameOrigin(request: Pick<FastifyRequest, 'headers'>, origin: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return request.headers.origin === origin
}

/** Whether a browser says that a page elsewhere makes this request or leads to it. */
export function isFromElsewhere(request: Pick<FastifyRequest, 'headers'>): boolean {
  const site = request.headers['sec-fetch-site']
  return site === 'cross-site' || site === 'same-site'
}

/** What every answer carries that says nothing else: a program's answer or a picture, where no script may ever run. */
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

/** The policy of pages: everything from here, pictures of people from Discord, no inline script and so no nonce. */
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

import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { LANGUAGES } from '#lib/languages.ts'
import { createTranslator, type Translator } from '#lib/messages.ts'
import { CATALOGUES } from '#messages/catalogues.ts'
import { isLoopback } from '#server/loopback.ts'
import type { Settings } from './step.ts'

export const COOKIE = 'setup'

/** Guesses settings from the request before anything was entered. */
export function guessSettings(request: FastifyRequest): Settings {
  const passed = request.headers['x-forwarded-for']
  const proxies = passed === undefined ? 0 : String(passed).split(',').length
  return { PUBLIC_URL: originOf(request), TRUST_PROXY: String(proxies) }
}

/**
 * The address in the browser. The server uses it only to fill in a form and to check that a form came from its own
 * page.
 */
export function originOf(request: FastifyRequest): string {
  const forwarded = String(request.headers['x-forwarded-proto'] ?? '')
    .split(',')[0]
    ?.trim()
  const origin = `${forwarded === 'https' ? 'https' : 'http'}://${request.headers.host ?? 'localhost'}`
  return URL.canParse(origin) ? new URL(origin).origin : 'http://localhost'
}

/** Whether the request comes unencrypted over a network. */
export function isUnencrypted(request: FastifyRequest): boolean {
  const { protocol, hostname } = new URL(originOf(request))
  return protocol === 'http:' && !isLoopback(hostname)
}

export const formOf = ({ body }: FastifyRequest) => (body instanceof URLSearchParams ? body : new URLSearchParams())

export const cookieOf = ({ headers }: FastifyRequest) => parseCookie(headers.cookie ?? '')[COOKIE]

/** The first language of the browser that the site supports, or English. */
export function translatorOf({ headers }: FastifyRequest): Translator {
  const wanted = (headers['accept-language'] ?? '').split(',').map((one) => one.trim().slice(0, 2).toLowerCase())
  const language = wanted.flatMap((code) => LANGUAGES.filter((known) => known === code))[0] ?? 'en'
  return createTranslator(language, CATALOGUES[language])
}

import type { LookupAddress } from 'node:dns'
import * as dns from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

interface OutsideLimits {
  method?: 'GET' | 'HEAD'
  timeoutMs: number
  /** The most bytes of the response. The request fails as soon as more arrive. */
  maxBytes: number
  /** The origin of a stand-in on this machine. It is the only local address that is allowed, and it may use http. */
  standIn?: string | null
  /** Only the status and the redirect are read. The body is discarded. */
  isWithoutBody?: boolean
}

export interface OutsideAnswer {
  status: number
  bytes: Buffer
  /** The target of a redirect. Null if the response does not redirect. */
  location: string | null
}

/** The request was not sent, or no complete response arrived. `why` is the reason. */
export class OutsideFailed extends Error {
  constructor(readonly why: 'not-public' | 'too-slow' | 'too-large' | 'unreachable') {
    super(why)
    this.name = 'OutsideFailed'
  }
}

/**
 * Requests a URL that a person entered, with protection against server-side request forgery. Only https on the default
 * port is allowed, so that nobody can use the site to scan ports. The host's IP address must be public. It is checked
 * when the connection is made, so that no name can lead to an internal machine. Redirects are not followed, no cookies
 * or keys are sent, and time and bytes are limited. Throws `OutsideFailed`.
 */
export function fetchOutside(url: URL, limits: OutsideLimits): Promise<OutsideAnswer> {
  const { method = 'GET', timeoutMs, maxBytes, standIn = null, isWithoutBody = false } = limits
  const isStandIn = url.origin === standIn
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isRefused = url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== ''
  if (!isStandIn && (isRefused || (isIP(host) !== 0 && !isPublicAddress(host))))
    return Promise.reject(new OutsideFailed('not-public'))
  return new Promise((resolve, reject) => {
    const asked = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      // Do not reuse a pooled connection: its IP address was not checked.
      agent: false,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'community-website' },
      ...(!isStandIn && { lookup: lookUpPublicOnly((name) => dns.lookup(name, { all: true })) }),
    })
    const timer = setTimeout(() => end(new OutsideFailed('too-slow')), timeoutMs)
    function end(failure: OutsideFailed) {
      clearTimeout(timer)
      asked.destroy()
      reject(failure)
    }
    asked.on('error', (error) => end(error instanceof OutsideFailed ? error : new OutsideFailed('unreachable')))
    asked.on('response', (answer) => {
      const { statusCode: status = 0, headers } = answer
      const head = { status, location: headers.location ?? null }
      if (isWithoutBody) {
        clearTimeout(timer)
        resolve({ ...head, bytes: Buffer.alloc(0) })
        asked.destroy()
        return
      }
      const parts: Buffer[] = []
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
        if (size > maxBytes) end(new OutsideFailed('too-large'))
        else parts.push(part)
      })
      answer.on('error', () => end(new OutsideFailed('unreachable')))
      answer.on('end', () => {
        clearTimeout(timer)
        resolve({ ...head, bytes: Buffer.concat(parts) })
      })
    })
    asked.end()
  })
}

/** A DNS lookup for a connection. It fails if any address of the name is not public. */
export const lookUpPublicOnly =
  (lookUp: (name: string) => Promise<LookupAddress[]>): LookupFunction =>
  (name, { all }, done) => {
    void lookUp(name).then(
      (found) => {
        const [first] = found
        if (first === undefined || found.some(({ address }) => !isPublicAddress(address)))
          done(new OutsideFailed('not-public'), [])
        else if (all === true) done(null, found)
        else done(null, first.address, first.family)
      },
      () => done(new OutsideFailed('unreachable'), []),
    )
  }

import type { LookupAddress } from 'node:dns'
import * as dns from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

interface OutsideLimits {
  method?: 'GET' | 'HEAD'
  timeoutMs: number
  /** The most bytes of the answer; more is refused while it comes. */
  maxBytes: number
  /** The origin of a stand-in on this machine, which is the one place here that is asked, and without https. */
  standIn?: string | null
  /** Its status is all that is wanted: nothing of what follows is taken. */
  isWithoutBody?: boolean
}

export interface OutsideAnswer {
  status: number
  bytes: Buffer
  /** Where it redirects to; null: nowhere. */
  location: string | null
}

/** Why nothing was asked, or nothing came. */
export class OutsideFailed extends Error {
  constructor(readonly why: 'not-public' | 'too-slow' | 'too-large' | 'unreachable') {
    super(why)
    this.name = 'OutsideFailed'
  }
}

/**
 * Asks an address that somebody wrote: https at its usual port alone, so that nobody has the ports of a machine tried by
 * this one, and at a public address of the internet, which is looked at again when the connection is made, so that no name
 * leads to a machine beside this one. No redirect is followed, nothing of this site is
 * sent along, and both the time and the bytes are limited. Throws `OutsideFailed`.
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
      // A connection of its own: nobody else's is used, whose address was not looked at.
      agent: false,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'community-website' },
      ...(!isStandIn && { lookup: publicOnly((name) => dns.lookup(name, { all: true })) }),
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
      const told = { status, location: headers.location ?? null }
      if (isWithoutBody) {
        clearTimeout(timer)
        resolve({ ...told, bytes: Buffer.alloc(0) })
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
        resolve({ ...told, bytes: Buffer.concat(parts) })
      })
    })
    asked.end()
  })
}

/** Looks a name up when a connection is made, and refuses it where any of its addresses is not public. */
export const publicOnly =
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

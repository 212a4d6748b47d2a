import type { IncomingMessage } from 'node:http'

/**
 * The caller's IP address, for requests that do not reach the framework. Only the nearest `trustProxy` proxies may
 * state it. The result equals the framework's `request.ip`.
 */
export function addressOf({ headers, socket }: IncomingMessage, trustProxy: number): string {
  const addresses = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
  const claimed = addresses.map((address) => address.trim()).filter((address) => address !== '')
  const nearestFirst = [socket.remoteAddress ?? '', ...claimed.reverse()]
  return nearestFirst[Math.min(trustProxy, nearestFirst.length - 1)] ?? ''
}

/** An IP address in its usual form: an IPv4 address that is mapped to IPv6 becomes an IPv4 address. */
export const plainAddress = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '')

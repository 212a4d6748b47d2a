import type { IncomingMessage } from 'node:http'

/**
 * The address of the caller, for what never reaches the framework: the word of as many proxies is taken as
 * `trustProxy` says, nobody else's. The framework's `request.ip` is the same.
 */
export function addressOf({ headers, socket }: IncomingMessage, trustProxy: number): string {
  const said = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
  const claimed = said.map((address) => address.trim()).filter((address) => address !== '')
  const nearestFirst = [socket.remoteAddress ?? '', ...claimed.reverse()]
  return nearestFirst[Math.min(trustProxy, nearestFirst.length - 1)] ?? ''
}

/** As people write it: an IPv4 address that came over IPv6 is an IPv4 address. */
export const plainAddress = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '')

import { isIP } from 'node:net'

/** Whether a host, with or without brackets, is this machine. Plain http is allowed only there. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

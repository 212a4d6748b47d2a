import { isIP } from 'node:net'

/** Whether a host, as written or as `URL` gives it, is this machine: the one place where plain http is allowed. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { tooMany } from './refusal.ts'

/** Takes one point of a key, or throws the 429 that says when to come back. */
export type Limit = (key: string) => Promise<void>

/** `message` is for limits where waiting a minute does not help. */
export function createLimit(points: number, seconds: number, message?: string): Limit {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return async (key) => {
    try {
      await limiter.consume(key)
    } catch (error) {
      if (error instanceof RateLimiterRes) throw tooMany(Math.max(1, error.msBeforeNext / 1000), message)
      throw error
    }
  }
}

/** One visitor: an IPv4 address, or the /64 that a provider gives to one household. */
export function visitorKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (v4?.[1]) return v4[1]
  const [head = '', tail = ''] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

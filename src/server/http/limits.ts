import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../database/database.ts'
import { tooMany } from './refusal.ts'

/** Takes one point of a key, or throws the 429 that says when to come back. */
export type Limit = (key: string) => Promise<void>

/**
 * Makes the limit of that name, the same in every process: `points` in so many seconds for each key. `message` is for
 * limits where waiting a minute does not help.
 */
export type Limits = (name: string, points: number, seconds: number, message?: string) => Limit

/** For one process. */
export const limitsInMemory: Limits = (_name, points, seconds, message) =>
  limitBy(new RateLimiterMemory({ points, duration: seconds }), message)

/** Kept in memory for one process, in PostgreSQL for several; while that does not answer, each counts for itself. */
export function createLimits(database: Pick<Database, 'engine' | 'pool'>): Limits {
  if (database.engine === 'embedded') return limitsInMemory
  return (name, points, seconds, message) => {
    const shared = new RateLimiterPostgres({
      storeClient: database.pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
      // Who is over the limit costs no query.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
    })
    return limitBy(shared, message)
  }
}

/**
 * Windows end by the wall clock. What would last longer than a window was begun before the clock was set back, and is
 * begun anew.
 */
function limitBy(limiter: RateLimiterMemory | RateLimiterPostgres, message?: string): Limit {
  async function take(key: string): Promise<RateLimiterRes | null> {
    try {
      await limiter.consume(key)
      return null
    } catch (error) {
      if (error instanceof RateLimiterRes) return error
      throw error
    }
  }
  return async (key) => {
    let over = await take(key)
    if (over !== null && over.msBeforeNext > limiter.msDuration) {
      await limiter.delete(key)
      over = await take(key)
    }
    if (over !== null) throw tooMany(Math.max(1, over.msBeforeNext / 1000), message)
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

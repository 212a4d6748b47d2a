import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ENGLISH, type Translator } from '#lib/messages.ts'
import type { OpenValue } from '#lib/sentence.ts'
import type { Database } from '../database/database.ts'
import { tooMany } from './http-error.ts'
import { plainAddress } from './visitor-address.ts'

/** Takes one point of a key, or throws a 429 with the time to wait. */
export type Limit = (key: string) => Promise<void>

/** The message for a person over a limit. `{wait}` is the time to wait, such as "42 seconds". */
interface LimitMessage {
  text: string
  values?: Readonly<Record<string, OpenValue>>
}

/**
 * Creates the limit with this name, which all processes share: `points` in `seconds` for each key. Set `message` if
 * waiting a minute is not the right advice.
 */
export type Limits = (name: string, points: number, seconds: number, message?: LimitMessage) => Limit

/** Limits that count only in this process. */
export const limitsInMemory: Limits = (_name, points, seconds, message) =>
  limitBy(new RateLimiterMemory({ points, duration: seconds }), message)

/**
 * Limits that count in memory with the embedded database, and in PostgreSQL for several processes. While PostgreSQL is
 * unavailable, each process counts by itself.
 */
export function createLimits(database: Pick<Database, 'engine' | 'pool'>): Limits {
  return (name, points, seconds, message) => limitBy(limiterOf(database, name, points, seconds), message)
}

function limiterOf(
  database: Pick<Database, 'engine' | 'pool'>,
  name: string,
  points: number,
  seconds: number,
): RateLimiterMemory | RateLimiterPostgres {
  const own = new RateLimiterMemory({ points, duration: seconds })
  if (database.engine === 'embedded') return own
  return new RateLimiterPostgres({
    storeClient: database.pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    // A caller over the limit is blocked in memory, without a query.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: own,
  })
}

/**
 * Windows end by the wall clock. If a window would last longer than its duration, the clock was set back after it
 * began. That window is deleted, and a new one begins.
 */
function limitBy(limiter: RateLimiterMemory | RateLimiterPostgres, message?: LimitMessage): Limit {
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
    if (over === null) return
    const seconds = Math.max(1, Math.ceil(over.msBeforeNext / 1000))
    const wait = (translator: Translator) => inWords(seconds, translator)
    throw tooMany(seconds, message && { text: message.text, values: { ...message.values, wait } })
  }
}

/** A budget that all processes share. The amount of each use is known only afterwards. */
export interface Budget {
  /** Seconds until points are available again. 0 if some are left. */
  spentFor(): Promise<number>
  /** Does not fail: while PostgreSQL cannot be reached, each process counts in memory. */
  spend(points: number): Promise<void>
}

/** Creates a budget of `points` in `seconds` for all callers together. */
export function createBudget(
  database: Pick<Database, 'engine' | 'pool'>,
  name: string,
  points: number,
  seconds: number,
): Budget {
  const limiter = limiterOf(database, name, points, seconds)
  const key = 'site'
  return {
    spentFor: async () => {
      const state = await limiter.get(key)
      if (state === null || state.consumedPoints < points || state.msBeforeNext <= 0) return 0
      if (state.msBeforeNext > limiter.msDuration) {
        await limiter.delete(key)
        return 0
      }
      return Math.max(1, Math.ceil(state.msBeforeNext / 1000))
    },
    spend: async (amount) => {
      await limiter.penalty(key, amount)
    },
  }
}

/** A duration as text, rounded up: "59 seconds", "3 minutes", "5 hours". */
export function inWords(seconds: number, { t }: Translator = ENGLISH): string {
  if (seconds < 60) return t({ one: '{count} second', other: '{count} seconds' }, { count: seconds })
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return t({ one: '{count} minute', other: '{count} minutes' }, { count: minutes })
  return t({ one: '{count} hour', other: '{count} hours' }, { count: Math.ceil(minutes / 60) })
}

/** Takes one point of an IP address, or throws a 429 with the time to wait. */
export type AddressLimit = (ip: string) => Promise<void>

/**
 * How many households of an IPv6 /48 may use up a limit at the same time. Some providers give one customer a whole /48.
 */
export const HOUSEHOLDS = 10

/** A limit for each visitor, and a wider limit for each IPv6 /48, which contains 65,536 households (/64). */
export function limitByAddress(
  limits: Limits,
  name: string,
  points: number,
  seconds: number,
  message?: LimitMessage,
): AddressLimit {
  const visitor = limits(name, points, seconds, message)
  const network = limits(`${name}-48`, points * HOUSEHOLDS, seconds, message)
  return async (ip) => {
    await visitor(visitorKey(ip))
    const wider = networkKey(ip)
    if (wider !== null) await network(wider)
  }
}

/** Runs a look-up for an IP address, or throws a 429 with the time to wait. */
export type LookUpLimit = <T>(ip: string, lookUp: () => Promise<T | null>) => Promise<T | null>

/**
 * Limits how often an IP address may look up records that do not exist: `points` in `seconds`. The limit protects the
 * database, so it counts in this process's memory. It counts a look-up before it begins, and takes the points back if
 * the look-up finds a record, fails, or is over the limit.
 */
export function limitLookUps(points: number, seconds: number): LookUpLimit {
  const visitor = new RateLimiterMemory({ points, duration: seconds })
  const network = new RateLimiterMemory({ points: points * HOUSEHOLDS, duration: seconds })
  return async (ip, lookUp) => {
    const wider = networkKey(ip)
    const taken: (readonly [RateLimiterMemory, string])[] = [
      [visitor, visitorKey(ip)],
      ...(wider ? [[network, wider] as const] : []),
    ]
    const used: typeof taken = []
    const takeBack = () => Promise.all(used.map(([limiter, key]) => limiter.reward(key)))
    try {
      for (const each of taken) {
        used.push(each)
        const [limiter, key] = each
        await limitBy(limiter)(key)
      }
      const found = await lookUp()
      if (found !== null) await takeBack()
      return found
    } catch (error) {
      await takeBack()
      throw error
    }
  }
}

/** The key of a visitor: an IPv4 address, or the IPv6 /64 that a provider gives to one household. */
export function visitorKey(ip: string): string {
  const plain = plainAddress(ip)
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** The key of an address's IPv6 /48. Null for IPv4. */
export function networkKey(ip: string): string | null {
  const key = visitorKey(ip)
  return isIPv6(ip) && key.includes(':') ? key.split(':').slice(0, 3).join(':') : null
}

import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ENGLISH, type Speech } from '#lib/messages.ts'
import type { OpenValue } from '#lib/sentence.ts'
import type { Database } from '../database/database.ts'
import { tooMany } from './http-error.ts'
import { plainAddress } from './visitor-address.ts'

/** Takes one point of a key, or throws the 429 that says when to come back. */
export type Limit = (key: string) => Promise<void>

/** What somebody over a limit reads, with `{wait}` for how long they wait: "42 seconds". */
interface LimitMessage {
  text: string
  values?: Readonly<Record<string, OpenValue>>
}

/**
 * Makes the limit of that name, the same in every process: `points` in so many seconds for each key. `message` is for
 * limits where waiting a minute is not the right advice.
 */
export type Limits = (name: string, points: number, seconds: number, message?: LimitMessage) => Limit

/** For one process. */
export const limitsInMemory: Limits = (_name, points, seconds, message) =>
  limitBy(new RateLimiterMemory({ points, duration: seconds }), message)

/** Kept in memory for one process, in PostgreSQL for several; while that does not answer, each counts for itself. */
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
    // Who is over the limit costs no query.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: own,
  })
}

/**
 * Windows end by the wall clock. What would last longer than a window was begun before the clock was set back, and is
 * begun anew.
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
    const wait = (speech: Speech) => inWords(seconds, speech)
    throw tooMany(seconds, message && { text: message.text, values: { ...message.values, wait } })
  }
}

/** What is spent in amounts that are known only afterwards, the same in every process. */
export interface Budget {
  /** Seconds until something is left again; 0 where something is. */
  spentFor(): Promise<number>
  spend(points: number): Promise<void>
}

/** So many points in so many seconds, for everybody together. */
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

/** Never shorter than it is: "59 seconds", "3 minutes", "5 hours". */
export function inWords(seconds: number, { t }: Speech = ENGLISH): string {
  if (seconds < 60) return t({ one: '{count} second', other: '{count} seconds' }, { count: seconds })
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return t({ one: '{count} minute', other: '{count} minutes' }, { count: minutes })
  return t({ one: '{count} hour', other: '{count} hours' }, { count: Math.ceil(minutes / 60) })
}

/** Takes one point of an address, or throws the 429 that says when to come back. */
export type AddressLimit = (ip: string) => Promise<void>

/** Households of one IPv6 /48 that may use up a limit at the same time: providers hand out whole /48s, too. */
export const HOUSEHOLDS = 10

/** A limit for each visitor, and a wider one for each IPv6 /48: one of those has 65,536 households. */
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

/** Runs a look-up for an address, or throws the 429 that says when to come back. */
export type LookUpLimit = <T>(ip: string, lookUp: () => Promise<T | null>) => Promise<T | null>

/**
 * Limits how often an address may look up what is not there: `points` in so many seconds. It stands before the
 * database, so it counts in the memory of this process, and counts a look-up before it begins; one that finds
 * something is taken back, and so is one that was refused.
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

/** One visitor: an IPv4 address, or the /64 that a provider gives to one household. */
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

/** The IPv6 /48 of an address; null for IPv4. */
export function networkKey(ip: string): string | null {
  const key = visitorKey(ip)
  return isIPv6(ip) && key.includes(':') ? key.split(':').slice(0, 3).join(':') : null
}

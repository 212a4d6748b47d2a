import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase, testEngine } from '#test/database.ts'
import { HttpError } from './http-error.ts'
import {
  createBudget,
  createLimits,
  inWords,
  type Limit,
  limitByAddress,
  limitLookUps,
  limitsInMemory,
  networkKey,
  visitorKey,
} from './limits.ts'

describe('A visitor is an IPv4 address or an IPv6 /64 network', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:DB8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:0:0:ffff::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['not an address', 'not an address'],
  ])('the visitor of %s is %s', (ip, key) => {
    expect(visitorKey(ip)).toBe(key)
  })
})

describe('A network is an IPv6 /48', () => {
  it.each([
    ['203.0.113.9', null],
    ['::ffff:203.0.113.9', null],
    ['2001:db8:1:2::1', '2001:db8:1'],
    ['2001:DB8:0001:ffff::1', '2001:db8:1'],
    ['::1', '0:0:0'],
    ['not: an address', null],
  ])('the network of %s is %s', (ip, key) => {
    expect(networkKey(ip)).toBe(key)
  })
})

/** The number of allowed attempts among `count`. */
async function letThrough(count: number, attempt: (at: number) => Promise<unknown>): Promise<number> {
  const attempts = Array.from({ length: count }, (_, at) => attempt(at))
  const settled = await Promise.allSettled(attempts)
  for (const one of settled) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 429 })
  return settled.filter(({ status }) => status === 'fulfilled').length
}

describe('The text of a wait', () => {
  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [3_540, '59 minutes'],
    [3_541, '1 hour'],
    [86_400, '24 hours'],
  ])('a wait of %i seconds is %s', (seconds, words) => {
    expect(inWords(seconds)).toBe(words)
  })
})

describe('Limits by address', () => {
  it('a limit applies to a visitor, and ten times as much to an IPv6 /48', async () => {
    const limit = limitByAddress(limitsInMemory, 'test', 3, 60)
    expect(await letThrough(10, () => limit('203.0.113.9'))).toBe(3)
    expect(await letThrough(10, () => limit('2001:db8:1:2::1'))).toBe(3)
    expect(await letThrough(200, (at) => limit(`2001:db8:1:${at.toString(16)}::1`))).toBe(27)
    expect(await letThrough(10, () => limit('2001:db8:2::1'))).toBe(3)
  })
})

describe('Limits of unsuccessful look-ups', () => {
  it('an address has a number of unsuccessful look-ups, including pending ones', async () => {
    const limit = limitLookUps(3, 60)
    let looked = 0
    const lookUp = async () => {
      looked++
      return null
    }
    expect(await letThrough(10, () => limit('203.0.113.9', lookUp))).toBe(3)
    expect(looked).toBe(3)
    expect(await letThrough(200, (at) => limit(`2001:db8:1:${at.toString(16)}::1`, lookUp))).toBe(30)
    expect(await letThrough(1, () => limit('203.0.113.10', lookUp))).toBe(1)
  })

  it('a refused look-up does not count, so that others can use the room', async () => {
    const limit = limitLookUps(3, 60)
    let find: (found: string) => void = () => undefined
    const found = new Promise<string>((resolve) => {
      find = resolve
    })
    const underWay = limit('203.0.113.9', () => found)
    expect(await letThrough(10, () => limit('203.0.113.9', async () => null))).toBe(2)
    find('found')
    await underWay
    expect(await letThrough(10, () => limit('203.0.113.9', async () => null))).toBe(1)
  })

  it('a successful or failed look-up does not count', async () => {
    const limit = limitLookUps(3, 60)
    for (let count = 0; count < 10; count++) {
      expect(await limit('203.0.113.9', async () => 'found')).toBe('found')
      await expect(limit('203.0.113.9', () => Promise.reject(new Error('it is down')))).rejects.toThrow('it is down')
    }
    expect(await letThrough(10, () => limit('203.0.113.9', async () => null))).toBe(3)
  })
})

describe('Budgets', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterEach(() => vi.useRealTimers())
  afterAll(() => database.close())

  it('a budget is used by the actual cost, and then says for how long it is used up', async () => {
    const budget = createBudget(database, 'tokens', 100, 60)
    expect(await budget.spentFor()).toBe(0)
    await budget.spend(99)
    expect(await budget.spentFor()).toBe(0)
    await budget.spend(500)
    const seconds = await budget.spentFor()
    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  it('a budget is full again after its time, even if the clock was set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const moved of [61, -3_600]) {
      const budget = createBudget(database, `tokens ${moved}`, 100, 60)
      await budget.spend(100)
      expect(await budget.spentFor()).toBeGreaterThan(0)
      vi.setSystemTime(Date.now() + moved * 1000)
      expect(await budget.spentFor()).toBe(0)
    }
  })

  it('a budget is counted in memory while PostgreSQL cannot be reached', async () => {
    const pool = new Pool({ host: '127.0.0.1', port: 1 })
    const budget = createBudget({ engine: 'postgresql', pool }, 'tokens', 100, 60)
    await budget.spend(100)
    expect(await budget.spentFor()).toBeGreaterThan(0)
    await pool.end()
  })

  it.runIf(testEngine === 'postgresql')('all processes share a budget', async () => {
    await createBudget(database, 'shared', 100, 60).spend(100)
    expect(await createBudget(database, 'shared', 100, 60).spentFor()).toBeGreaterThan(0)
  })
})

describe('Limits', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterEach(() => vi.useRealTimers())
  afterAll(() => database.close())

  /** The seconds to wait if the limit rejects the key. 0 if it allows the key. */
  async function refusedFor(limit: Limit, key: string): Promise<number> {
    try {
      await limit(key)
      return 0
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      expect(error.status).toBe(429)
      return error.more.retryAfter ?? 0
    }
  }

  it('a limit allows a number of calls, then says when to retry, and does not affect others', async () => {
    const limit = createLimits(database)('test', 2, 60)
    await limit('one')
    await limit('one')
    const seconds = await refusedFor(limit, 'one')
    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThanOrEqual(60)
    await limit('two')
  })

  const HOUR = 3_600
  const DAY = 24 * HOUR
  it.each([
    ['set back by an hour', -HOUR],
    ['set back by a day', -DAY],
    ['set forward by an hour', HOUR],
    ['set forward by a day', DAY],
  ])('a limit works with a clock that is %s, and never lasts longer than its time', async (_how, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const one = createLimits(database)(`clock ${seconds}`, 2, 60)
    const other = createLimits(database)(`clock ${seconds}`, 2, 60)
    const before = Date.now()
    for (const key of ['over', 'over', 'over', 'under']) await refusedFor(one, key)

    // First with the wrong time, then with the right time again.
    for (const now of [before + seconds * 1000, before]) {
      vi.setSystemTime(now)
      for (const key of ['over', 'under', 'new']) {
        const waits: number[] = []
        // In the process that was over the limit, and in another process.
        for (const limit of [one, other]) {
          for (let n = 0; n < 10; n++) waits.push(await refusedFor(limit, key))
        }
        expect(Math.max(...waits), key).toBeLessThanOrEqual(60)
        // The old window and a new one allow 2 each. In memory, each of the two processes counts by itself, so at most
        // 8.
        expect(waits.filter((wait) => wait === 0).length, key).toBeLessThanOrEqual(8)
      }
    }
    vi.setSystemTime(before + 61_000)
    expect(await refusedFor(one, 'over')).toBe(0)
    expect(await refusedFor(other, 'over')).toBe(0)
  })
})

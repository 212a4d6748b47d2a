import { describe, expect, it } from 'vitest'
import { limitsInMemory, visitorKey } from './limits.ts'
import { Refusal } from './refusal.ts'

describe('A visitor is one IPv4 address, or one household’s IPv6 /64', () => {
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
  ])('%s → %s', (ip, key) => {
    expect(visitorKey(ip)).toBe(key)
  })
})

describe('A limit', () => {
  it('lets so many through, then says when to come back; others are not affected', async () => {
    const limit = limitsInMemory('test', 2, 60)
    await limit('one')
    await limit('one')
    const refused = await limit('one').catch((error: unknown) => error)
    if (!(refused instanceof Refusal)) throw new Error('it was let through')
    expect(refused.status).toBe(429)
    expect(refused.more.retryAfter).toBeGreaterThan(50)
    expect(refused.more.retryAfter).toBeLessThanOrEqual(60)
    await limit('two')
  })
})

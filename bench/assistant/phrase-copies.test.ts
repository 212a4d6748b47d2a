import { describe, expect, it } from 'vitest'
import { findCopies } from './phrase-copies.ts'

describe('Phrases and the glossary', () => {
  it('phrases and the glossary contain no question of the test sets', async () => {
    const { phrases, copied, expressions, singleUse } = await findCopies()
    expect(phrases).toBeGreaterThan(10_000)
    expect(expressions).toBeGreaterThan(1_000)
    expect(copied).toBe(0)
    expect(singleUse).toEqual([])
  })
})

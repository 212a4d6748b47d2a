import { describe, expect, it } from 'vitest'
import { nextAttempt } from './delivery-rules.ts'

const NOW = new Date('2026-03-14T18:30:00.000Z')

describe('The next attempt of a delivery', () => {
  const waits = (tries: number, chance: number, asked?: number) =>
    (nextAttempt(tries, NOW, chance, asked).getTime() - NOW.getTime()) / 1000

  it('the delay grows up to half an hour, with random variation', () => {
    expect([1, 2, 3, 4, 5].map((tries) => waits(tries, 1))).toEqual([5, 10, 20, 40, 80])
    expect(waits(1, 0)).toBe(2.5)
    expect(waits(40, 1)).toBe(1800)
  })

  it('the delay is never shorter than Discord asked', () => {
    expect(waits(1, 0, 64.57)).toBe(64.57)
    expect(waits(1, 1, 64.57)).toBeCloseTo(65.57)
    expect(waits(3, 1, 1)).toBe(20)
  })
})

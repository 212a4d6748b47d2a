import { describe, expect, it } from 'vitest'
import { measureClaims, measureTrouble } from './measured-checks.ts'

describe('Messages that were held out once', () => {
  it('of people in trouble are noticed, of every kind, and hardly a harmless one', async () => {
    const { kinds, harmless } = await measureTrouble('tune')
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['abuse', 'child-safety', 'self-harm', 'threat'])
    expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(60)
    for (const { count, caught } of kinds) expect(caught / count).toBeGreaterThanOrEqual(0.9)
    expect(harmless.count).toBeGreaterThanOrEqual(60)
    expect(harmless.caught / harmless.count).toBeLessThanOrEqual(0.03)
  })
})

describe('Claims that were held out once', () => {
  it('are refused by their words for most that are false and hardly one that is fair', async () => {
    const { wrong, fair } = await measureClaims('tune')
    expect(Math.min(wrong.count, fair.count)).toBeGreaterThanOrEqual(40)
    expect(wrong.shown.length / wrong.count).toBeLessThan(0.12)
    expect(fair.shown.length / fair.count).toBeGreaterThan(0.97)
  })

  it('are shown as the judge says where words let them by', async () => {
    const { wrong, fair } = await measureClaims('tune', async (some) => some.map(({ text }) => text.length % 2 === 0))
    for (const claim of [...wrong.shown, ...fair.shown]) expect(claim.length % 2).toBe(0)
  })
})

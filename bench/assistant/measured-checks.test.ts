import { describe, expect, it } from 'vitest'
import { measureClaims, measureTrouble } from './measured-checks.ts'

describe('Held-out messages', () => {
  it('messages of people in trouble are recognized, of every kind, with hardly any harmless one', async () => {
    const { kinds, harmless } = await measureTrouble('tune')
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['abuse', 'child-safety', 'self-harm', 'threat'])
    expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(60)
    for (const { count, caught } of kinds) expect(caught / count).toBeGreaterThanOrEqual(0.9)
    expect(harmless.count).toBeGreaterThanOrEqual(60)
    expect(harmless.caught / harmless.count).toBeLessThanOrEqual(0.03)
  })
})

describe('Held-out claims', () => {
  it('most false claims and hardly any fair ones are refused by their words', async () => {
    const { wrong, fair } = await measureClaims('tune')
    expect(Math.min(wrong.count, fair.count)).toBeGreaterThanOrEqual(40)
    expect(wrong.shown.length / wrong.count).toBeLessThan(0.12)
    expect(fair.shown.length / fair.count).toBeGreaterThan(0.97)
  })

  it('claims that pass by their words are shown as the judge decides', async () => {
    const { wrong, fair } = await measureClaims('tune', async (some) => some.map(({ text }) => text.length % 2 === 0))
    for (const claim of [...wrong.shown, ...fair.shown]) expect(claim.length % 2).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { measureClaims, measureTrouble } from './held-out-checks.ts'

describe('On messages that the check for people in trouble was not made with', () => {
  it('most are noticed, of every kind, and few harmless ones', async () => {
    const { kinds, harmless } = await measureTrouble()
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['abuse', 'child-safety', 'self-harm', 'threat'])
    expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(60)
    for (const { count, caught } of kinds) expect(caught / count).toBeGreaterThanOrEqual(0.75)
    expect(harmless.count).toBeGreaterThanOrEqual(60)
    expect(harmless.caught / harmless.count).toBeLessThanOrEqual(0.08)
  })
})

describe('On claims that the check of a model was not made with', () => {
  it('most false ones are not shown, and more than half of the fair ones are', () => {
    const { wrong, fair } = measureClaims()
    expect(Math.min(wrong.count, fair.count)).toBeGreaterThanOrEqual(40)
    expect(wrong.shown / wrong.count).toBeLessThanOrEqual(0.12)
    expect(fair.shown / fair.count).toBeGreaterThanOrEqual(0.6)
  })
})

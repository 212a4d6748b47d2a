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

/** What decides in them is no word that the check knows, or a list in which a "no" stands before a number. */
const SHOWN = [
  "You must be 18 and have your parents' consent to pay.",
  'You cannot apply to a department with a warning that counts.',
  'In your first seven days you may not take part in any kind of robbery.',
]

describe('Claims that were held out once', () => {
  it('are not shown where they are false but for three, and at most one in ten that is fair is refused', () => {
    const { wrong, fair } = measureClaims('tune')
    expect(Math.min(wrong.count, fair.count)).toBeGreaterThanOrEqual(40)
    expect(wrong.shown).toEqual(SHOWN)
    expect(fair.shown.length / fair.count).toBeGreaterThanOrEqual(0.9)
  })
})

import { describe, expect, it } from 'vitest'
import { learnLikeness } from './likeness.ts'

const EXAMPLES = [
  { signs: ['wet', 'warm'], label: 'sea' },
  { signs: ['wet', 'deep'], label: 'sea' },
  { signs: ['dry', 'warm'], label: 'sand' },
  { signs: ['dry', 'soft'], label: 'sand' },
]

describe('Likeness', () => {
  it('goes by the signs of the examples, also where some are new', async () => {
    const likeness = await learnLikeness(EXAMPLES, () => 1)
    expect(likeness(['wet', 'blue']).get('sea')).toBeGreaterThan(0.7)
    expect(likeness(['dry', 'soft', 'soft']).get('sand')).toBeGreaterThan(0.8)
    expect([...likeness(['unheard']).values()].reduce((sum, share) => sum + share)).toBeCloseTo(1)
  })

  it('is learnt the same each time', async () => {
    const [one, other] = await Promise.all([learnLikeness(EXAMPLES, () => 1), learnLikeness(EXAMPLES, () => 1)])
    expect(one(['wet', 'soft'])).toEqual(other(['wet', 'soft']))
  })

  it('leans to the label whose examples count more', async () => {
    const [even, uneven] = await Promise.all([
      learnLikeness(EXAMPLES, () => 1),
      learnLikeness(EXAMPLES, (label) => (label === 'sea' ? 5 : 1)),
    ])
    expect(uneven(['warm']).get('sea')).toBeGreaterThan(even(['warm']).get('sea') ?? 1)
  })

  it('knows nothing without examples', async () => {
    expect((await learnLikeness([], () => 1))(['wet']).size).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { trainClassifier } from './classifier.ts'

const EXAMPLES = [
  { features: ['wet', 'warm'], label: 'sea' },
  { features: ['wet', 'deep'], label: 'sea' },
  { features: ['dry', 'warm'], label: 'sand' },
  { features: ['dry', 'soft'], label: 'sand' },
]

describe('Classifier', () => {
  it('goes by the features of the examples, also where some are new', async () => {
    const classify = await trainClassifier(EXAMPLES, () => 1)
    expect(classify(['wet', 'blue']).get('sea')).toBeGreaterThan(0.7)
    expect(classify(['dry', 'soft', 'soft']).get('sand')).toBeGreaterThan(0.8)
    expect([...classify(['unheard']).values()].reduce((sum, share) => sum + share)).toBeCloseTo(1)
  })

  it('is trained the same each time', async () => {
    const [one, other] = await Promise.all([trainClassifier(EXAMPLES, () => 1), trainClassifier(EXAMPLES, () => 1)])
    expect(one(['wet', 'soft'])).toEqual(other(['wet', 'soft']))
  })

  it('leans to the label whose examples count more', async () => {
    const [even, uneven] = await Promise.all([
      trainClassifier(EXAMPLES, () => 1),
      trainClassifier(EXAMPLES, (label) => (label === 'sea' ? 5 : 1)),
    ])
    expect(uneven(['warm']).get('sea')).toBeGreaterThan(even(['warm']).get('sea') ?? 1)
  })

  it('knows nothing without examples', async () => {
    expect((await trainClassifier([], () => 1))(['wet']).size).toBe(0)
  })
})

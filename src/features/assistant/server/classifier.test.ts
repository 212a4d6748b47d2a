import { describe, expect, it } from 'vitest'
import { trainClassifier } from './classifier.ts'

const EXAMPLES = [
  { features: ['wet', 'warm'], label: 'sea' },
  { features: ['wet', 'deep'], label: 'sea' },
  { features: ['dry', 'warm'], label: 'sand' },
  { features: ['dry', 'soft'], label: 'sand' },
]

describe('Classifier', () => {
  it('the classifier uses the features of the examples, even among unknown ones', async () => {
    const classify = await trainClassifier(EXAMPLES, () => 1)
    expect(classify(['wet', 'blue']).get('sea')).toBeGreaterThan(0.7)
    expect(classify(['dry', 'soft', 'soft']).get('sand')).toBeGreaterThan(0.8)
    expect([...classify(['unheard']).values()].reduce((sum, share) => sum + share)).toBeCloseTo(1)
  })

  it('training gives the same result each time', async () => {
    const [one, other] = await Promise.all([trainClassifier(EXAMPLES, () => 1), trainClassifier(EXAMPLES, () => 1)])
    expect(one(['wet', 'soft'])).toEqual(other(['wet', 'soft']))
  })

  it('a label whose examples have more weight is preferred', async () => {
    const [even, uneven] = await Promise.all([
      trainClassifier(EXAMPLES, () => 1),
      trainClassifier(EXAMPLES, (label) => (label === 'sea' ? 5 : 1)),
    ])
    expect(uneven(['warm']).get('sea')).toBeGreaterThan(even(['warm']).get('sea') ?? 1)
  })

  it('a classifier without examples has no result', async () => {
    expect((await trainClassifier([], () => 1))(['wet']).size).toBe(0)
  })
})

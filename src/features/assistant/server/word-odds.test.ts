import { describe, expect, it } from 'vitest'
import { createWordOdds } from './word-odds.ts'

const words = (text: string) => text.split(' ')
const RULES = ['can i rob a bank', 'can i shoot a cop', 'how many cops for a bank']
const OUTSIDE = ['where can i buy a gun', 'where is the bank', 'what is the weather']

describe('The wording of a question', async () => {
  const oddsOf = await createWordOdds(RULES, OUTSIDE, words)

  it('is like the phrases that have its words and pairs of words', () => {
    expect(oddsOf('where can i buy a bank')).toBeGreaterThan(0)
    expect(oddsOf('can i rob a gun')).toBeLessThan(0)
  })

  it('says nothing where no phrase has its words, or one side has no phrases', async () => {
    expect(oddsOf('zanzibar')).toBe(0)
    expect(oddsOf('')).toBe(0)
    const alone = await createWordOdds(RULES, [], words)
    expect(alone('where is the bank')).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { createWordOdds } from './word-odds.ts'

const words = (text: string) => text.split(' ')
const RULES = ['can i rob a bank', 'can i shoot a cop', 'how many cops for a bank']
const OUTSIDE = ['where can i buy a gun', 'where is the bank', 'what is the weather']

describe('The odds of a wording', async () => {
  const oddsOf = await createWordOdds(RULES, OUTSIDE, words)

  it('a question resembles phrases with its words and word pairs', () => {
    expect(oddsOf('where can i buy a bank')).toBeGreaterThan(0)
    expect(oddsOf('can i rob a gun')).toBeLessThan(0)
  })

  it('there are no odds without a phrase with its words, or without phrases on one side', async () => {
    expect(oddsOf('zanzibar')).toBe(0)
    expect(oddsOf('')).toBe(0)
    const alone = await createWordOdds(RULES, [], words)
    expect(alone('where is the bank')).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { evaluate, evaluateQuotes, shareOf } from './evaluate.ts'

describe('Finding rules without a model', () => {
  it('a correct rule is among the first three for at least nine of ten questions', async () => {
    const { answerable, recall, unanswerable, admitted } = await evaluate('questions')
    expect(answerable).toBeGreaterThan(150)
    expect(recall[3]).toBeGreaterThanOrEqual(0.9)
    expect(admitted).toBeGreaterThanOrEqual(unanswerable * 0.7)
  })

  it('questions in other words than the rules keep their results', async () => {
    expect((await evaluate('held-out')).recall[3]).toBeGreaterThanOrEqual(0.8)
  })

  it('the tuning questions have their expected results', async () => {
    const figures = await evaluate('askers-tune', 'writers-tune', 'held-out')
    const { answerable, recall, doubted, unanswerable, admitted, kinds } = figures
    const law = kinds.find(({ kind }) => kind === 'law')
    expect(recall[3]).toBeGreaterThanOrEqual(0.9)
    expect(doubted).toBeLessThanOrEqual(answerable * 0.05)
    expect(admitted).toBeGreaterThanOrEqual(unanswerable * 0.75)
    expect(law?.foundInThree).toBeGreaterThanOrEqual((law?.count ?? 0) * 0.9)
  })

  it('German questions are answered from German rules', async () => {
    const { answerable, recall, doubted, unanswerable, admitted } = await evaluate('lagunenwacht')
    expect(answerable).toBeGreaterThanOrEqual(40)
    expect(recall[3]).toBeGreaterThanOrEqual(0.85)
    expect(doubted).toBeLessThanOrEqual(answerable * 0.1)
    expect(admitted).toBeGreaterThanOrEqual(unanswerable * 0.7)
  })

  it.each([
    ['strangers', 0.65],
    ['newcomers', 0.75],
    ['visitors', 0.8],
  ] as const)('at least 150 held-out questions of %s cover every kind, and most are found', async (set, least) => {
    const { kinds, recall, unanswerable, admitted } = await evaluate(set)
    expect(recall[3]).toBeGreaterThanOrEqual(least)
    expect(admitted).toBeGreaterThanOrEqual(unanswerable * 0.7)
    expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(150)
    expect(kinds.map(({ kind }) => kind)).toEqual(['direct', 'two-rules', 'follow-up', 'law', 'unanswerable', 'misuse'])
  })
})

describe('Quotes', () => {
  it('the decisive words are in the quotes of at least nine of ten questions', async () => {
    const { count, missed } = await evaluateQuotes()
    expect(count).toBeGreaterThan(100)
    expect(missed.length).toBeLessThanOrEqual(count * 0.1)
  })
})

describe('Proportions', () => {
  // Calculated by hand with Wilson's formula.
  it.each([
    [43, 100, '43 % (34–53)'],
    [0, 10, '0 % (0–28)'],
    [10, 10, '100 % (72–100)'],
  ])('the proportion %i of %i has a 95 % interval', (part, whole, expected) => {
    expect(shareOf(part, whole)).toBe(expected)
  })
})

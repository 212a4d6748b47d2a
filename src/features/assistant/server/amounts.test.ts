import { describe, expect, it } from 'vitest'
import { amountsIn, isWithin, rangeIn } from './amounts.ts'

describe('Amounts', () => {
  it.each([
    ['stole 2 grand', [{ unit: 'dollars', value: 2_000 }]],
    ['took 3.5k from him', [{ unit: 'dollars', value: 3_500 }]],
    ['a window worth $1,500', [{ unit: 'dollars', value: 1_500 }]],
    ['worth 1500', [{ unit: 'dollars', value: 1_500 }]],
    ['10g of weed', [{ unit: 'grams', value: 10 }]],
    [
      '2 kilos or 2 lbs',
      [
        { unit: 'grams', value: 2_000 },
        { unit: 'grams', value: 908 },
      ],
    ],
    ['140 mph', []],
    ['3 points for 316.193', []],
    ['10-50', []],
  ])('an amount is read as people write it: %s', (question, amounts) => {
    expect(amountsIn(question)).toEqual(amounts)
  })
})

describe('Ranges', () => {
  it.each([
    ['Grand theft, $750 to under $5,000', 'dollars', 750, 5_000],
    ['Criminal mischief, $200 or less', 'dollars', 0, 200],
    ['Petit theft, under $100', 'dollars', 0, 100],
    ['28 grams or more', 'grams', 28, Number.POSITIVE_INFINITY],
    ['Litter, over 15 to 500 pounds', 'grams', 6_810, 227_000],
  ])('a range is read from a code: %s', (text, unit, from, to) => {
    expect(rangeIn(text)).toEqual({ unit, from, to })
  })

  it.each(['Fine $165. Jail 3 months.', '4 points above 15 mph over', 'Within 1,000 feet.'])(
    'other numbers are no range: %s',
    (text) => {
      expect(rangeIn(text)).toBeNull()
    },
  )

  it('a range contains amounts of its own unit', () => {
    const range = { unit: 'dollars', from: 750, to: 5_000 } as const
    expect(isWithin({ unit: 'dollars', value: 2_000 }, range)).toBe(true)
    expect(isWithin({ unit: 'dollars', value: 100 }, range)).toBe(false)
    expect(isWithin({ unit: 'grams', value: 2_000 }, range)).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { createLawNumbers } from './law-numbers.ts'

const NUMBERS = [
  '6.7',
  '10-4',
  '10-18X',
  '10-50',
  '10-51',
  'Signal 5',
  'Signal 25',
  '316.193(1)',
  '316.193(2)(b)1.',
  '316.075',
]
const find = createLawNumbers(NUMBERS.map((number) => ({ number })))
const found = (question: string) => find(question).places.map((place) => NUMBERS[place])

describe('Numbers of rules and laws', () => {
  it.each([
    ['what does 10-50 mean', ['10-50']],
    ['10 50?', ['10-50']],
    ['1050', ['10-50']],
    ['dispatch said ten fifty one', ['10-51']],
    ['ten-four', ['10-4']],
    ['10-18x', ['10-18X']],
    ['10-50 and 51', ['10-50', '10-51']],
    ['sig 5', ['Signal 5']],
    ['signal twenty five', ['Signal 25']],
    ['signal 5 and signal 25', ['Signal 5', 'Signal 25']],
    ['316.075', ['316.075']],
    ['whats 316 075', ['316.075']],
    ['316.193', ['316.193(1)', '316.193(2)(b)1.']],
    ['316.193(2)(b)', ['316.193(2)(b)1.']],
    ['316.193(1)(x)', ['316.193(1)']],
    ['what does rule 6.7 say', ['6.7']],
    ['6.7?', ['6.7']],
  ])('a number is read as people write it: %s', (question, numbers) => {
    expect(found(question)).toEqual(numbers)
  })

  it.each([
    '10 50 minutes',
    'fine of $10.50',
    'we are 10 guys',
    'after 6.7 km',
    'he paid 1050 dollars',
    'my signal is gone',
  ])('an amount is not a rule number: %s', (question) => {
    expect(find(question)).toEqual({ places: [], isUnknown: false })
  })

  it.each(['what is 10-99', 'signal 88', 'rule 99.9', 'statute 999.12'])('a number can be unknown: %s', (question) => {
    expect(find(question)).toEqual({ places: [], isUnknown: true })
  })
})

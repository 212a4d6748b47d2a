import { expect, it } from 'vitest'
import { compareText } from './compare.ts'

it('numbers inside a text are compared by value', () => {
  expect(['Signal 13', '10-20', 'Signal 4', '10-4'].sort(compareText)).toEqual([
    '10-4',
    '10-20',
    'Signal 4',
    'Signal 13',
  ])
})

it('case and accents are ignored', () => {
  expect(compareText('Núñez', 'NUNEZ')).toBe(0)
})

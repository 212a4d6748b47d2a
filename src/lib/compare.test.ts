import { expect, it } from 'vitest'
import { compareText } from './compare.ts'

it('numbers inside a text count by their value', () => {
  expect(['Signal 13', '10-20', 'Signal 4', '10-4'].sort(compareText)).toEqual([
    '10-4',
    '10-20',
    'Signal 4',
    'Signal 13',
  ])
})

it('case and accents do not matter', () => {
  expect(compareText('Núñez', 'NUNEZ')).toBe(0)
})

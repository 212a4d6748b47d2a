import { expect, it } from 'vitest'
import { findSimilarWord } from './nearest.ts'

it.each([
  ['shortname', 'shortName'],
  ['short_name', 'shortName'],
  ['tagliene', 'tagline'],
  ['linsk', 'links'],
  ['motto', null],
  ['x', null],
])('the nearest name to %s is %s', (word, expected) => {
  expect(findSimilarWord(word, ['name', 'shortName', 'tagline', 'links'])).toBe(expected)
})

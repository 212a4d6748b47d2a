import { expect, it } from 'vitest'
import { isFound } from './search.ts'

it('finds its text anywhere, whatever the case', () => {
  expect(isFound('DELG', ['Marcus Delgado', 'A-301'])).toBe(true)
  expect(isFound('delgada', ['Marcus Delgado'])).toBe(false)
})

it('needs all words, in any order and in any of the texts', () => {
  expect(isFound(' 301  marcus ', ['Marcus Delgado', 'A-301'])).toBe(true)
  expect(isFound('marcus 302', ['Marcus Delgado', 'A-301'])).toBe(false)
})

it('finds accented names typed without accents', () => {
  expect(isFound('nunez', ['Sofía Núñez'])).toBe(true)
})

it('finds everything with a blank search, and nothing in missing texts', () => {
  expect(isFound('  ', ['anything'])).toBe(true)
  expect(isFound('null', [null])).toBe(false)
})

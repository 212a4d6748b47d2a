import { describe, expect, it } from 'vitest'
import { matchesSearch, scoreSearch } from './search.ts'

it('finds its text anywhere, whatever the case', () => {
  expect(matchesSearch('DELG', ['Marcus Delgado', 'A-301'])).toBe(true)
  expect(matchesSearch('delgada', ['Marcus Delgado'])).toBe(false)
})

it('needs all words, in any order and in any of the texts', () => {
  expect(matchesSearch(' 301  marcus ', ['Marcus Delgado', 'A-301'])).toBe(true)
  expect(matchesSearch('marcus 302', ['Marcus Delgado', 'A-301'])).toBe(false)
})

it('finds accented names typed without accents', () => {
  expect(matchesSearch('nunez', ['Sofía Núñez'])).toBe(true)
})

it('finds everything with a blank search, and nothing in missing texts', () => {
  expect(matchesSearch('  ', ['anything'])).toBe(true)
  expect(matchesSearch('null', [null])).toBe(false)
})

describe('how well a search fits', () => {
  const best = (search: string, names: string[]) =>
    names
      .filter((name) => scoreSearch(search, [name]) > 0)
      .sort((a, b) => scoreSearch(search, [b]) - scoreSearch(search, [a]))

  it('the beginning of a name before the beginning of a word, before the inside of one', () => {
    expect(best('mar', ['Tamara', 'Rosa Marchetti', 'Marcus Delgado', 'Ivy'])).toEqual([
      'Marcus Delgado',
      'Rosa Marchetti',
      'Tamara',
    ])
  })

  it.each([
    ['beginning of a second word of several that hold it', 'ann', ['Joanna Annett', 'Joanna Manner'], 'Joanna Annett'],
    ['beginning of a word after a sign', '50', ['10150', '10-50'], '10-50'],
    ['letter of two halves before it', 'a', ['x \u{1d4b3}a', 'x b-a'], 'x b-a'],
  ])('the %s', (_, search, names, first) => {
    expect(best(search, names)[0]).toBe(first)
  })

  it('the name before what else is known', () => {
    expect(scoreSearch('admin', ['Admin Guide', null])).toBeGreaterThan(scoreSearch('admin', ['Ivy', 'Admin']))
    expect(scoreSearch('admin', ['Ivy', 'Admin'])).toBeGreaterThan(0)
  })

  it('every word must be found, whatever the case and accents', () => {
    expect(scoreSearch('NUNEZ dev', ['José Núñez', 'Map Developer'])).toBeGreaterThan(0)
    expect(scoreSearch('nunez owner', ['José Núñez', 'Map Developer'])).toBe(0)
  })

  it('initials find a name, last of all', () => {
    expect(best('tmc', ['Trial Mod Checklist', 'Staff Roster', 'TMC-1'])).toEqual(['TMC-1', 'Trial Mod Checklist'])
  })

  it('wildcard characters are plain ones', () => {
    for (const search of ['%', '_', '\\', '.*']) expect(scoreSearch(search, ['Staff Roster'])).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { matchesSearch, scoreSearch } from './search.ts'

it('a search matches text anywhere, ignoring case', () => {
  expect(matchesSearch('DELG', ['Marcus Delgado', 'A-301'])).toBe(true)
  expect(matchesSearch('delgada', ['Marcus Delgado'])).toBe(false)
})

it('a search needs all words, in any order and in any of the texts', () => {
  expect(matchesSearch(' 301  marcus ', ['Marcus Delgado', 'A-301'])).toBe(true)
  expect(matchesSearch('marcus 302', ['Marcus Delgado', 'A-301'])).toBe(false)
})

it('accented names are found without accents', () => {
  expect(matchesSearch('nunez', ['Sofía Núñez'])).toBe(true)
})

it('an empty search matches everything, and nothing matches missing texts', () => {
  expect(matchesSearch('  ', ['anything'])).toBe(true)
  expect(matchesSearch('null', [null])).toBe(false)
})

describe('The rank of a match', () => {
  const best = (search: string, names: string[]) =>
    names
      .filter((name) => scoreSearch(search, [name]) > 0)
      .sort((a, b) => scoreSearch(search, [b]) - scoreSearch(search, [a]))

  it('the start of a name ranks before the start of a word, and before the inside of a word', () => {
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
  ])('the rank: %s', (_, search, names, first) => {
    expect(best(search, names)[0]).toBe(first)
  })

  it('the name ranks before other data', () => {
    expect(scoreSearch('admin', ['Admin Guide', null])).toBeGreaterThan(scoreSearch('admin', ['Ivy', 'Admin']))
    expect(scoreSearch('admin', ['Ivy', 'Admin'])).toBeGreaterThan(0)
  })

  it('every word must match, ignoring case and accents', () => {
    expect(scoreSearch('NUNEZ dev', ['José Núñez', 'Map Developer'])).toBeGreaterThan(0)
    expect(scoreSearch('nunez owner', ['José Núñez', 'Map Developer'])).toBe(0)
  })

  it('initials match a name and rank last', () => {
    expect(best('tmc', ['Trial Mod Checklist', 'Staff Roster', 'TMC-1'])).toEqual(['TMC-1', 'Trial Mod Checklist'])
  })

  it('wildcards are plain characters', () => {
    for (const search of ['%', '_', '\\', '.*']) expect(scoreSearch(search, ['Staff Roster'])).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import {
  compareQuickLinks,
  groupQuickLinks,
  keyOf,
  matchesQuickLink,
  opensNewTab,
  QUICK_LINK_GROUPS,
  QUICK_LINK_ICONS,
} from './rules.ts'

const cad = {
  group: 'Operational',
  title: 'CAD',
  desc: 'Calls and units',
  href: 'https://cad.test',
  copy: null,
} as const
const radio = { group: 'Operational', title: 'Radio 2', desc: null, href: null, copy: 'Zone 2, 155.010' } as const
const other = { group: 'Other', title: 'About', desc: null, href: '/supporters', copy: null } as const

it('there are six groups, in the order of the spec, and seven icons', () => {
  expect(QUICK_LINK_GROUPS).toEqual([
    'Operational',
    'References',
    'Department SOPs',
    'Discord Resources',
    'Servers',
    'Other',
  ])
  expect(QUICK_LINK_ICONS).toEqual(['bolt', 'book', 'file', 'lifebuoy', 'scale', 'radio', 'globe'])
})

it('links stand group by group, by title within, numbers by their value', () => {
  const radio10 = { ...radio, title: 'radio 10' }
  expect([other, radio10, radio, cad].sort(compareQuickLinks)).toEqual([cad, radio, radio10, other])
})

it('only the groups that are present have a tab', () => {
  expect(groupQuickLinks([other, cad]).map(({ group }) => group)).toEqual(['Operational', 'Other'])
})

it.each([
  ['', '', true],
  ['Operational', '', true],
  ['Other', '', false],
  ['', 'calls UNITS', true],
  ['', 'cad.test', true],
  ['', 'radio', false],
])('in the group %j a search for %j finds the CAD: %s', (group, search, isFound) => {
  expect(matchesQuickLink(cad, { group, search })).toBe(isFound)
})

it('a search finds what a card copies, and wildcard characters are plain ones', () => {
  expect(matchesQuickLink(radio, { group: '', search: '155.010' })).toBe(true)
  for (const search of ['%', '_', '\\']) expect(matchesQuickLink(radio, { group: '', search })).toBe(false)
})

describe('a card', () => {
  it('opens in a new tab if its address starts with http', () => {
    expect(['https://a.test', 'http://a.test', '/fhp', 'mailto:a@b.test'].map(opensNewTab)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

it('a second link with a title has a key of its own', () => {
  expect(keyOf('CAD', ['cad'])).toBe('cad-2')
  expect(keyOf('CAD', ['cad', 'cad-2'])).toBe('cad-3')
})

it.each([
  ['Charge Calculator', 'charge-calculator'],
  ['  10-Codes & Signals! ', '10-codes-signals'],
  ['Café', 'cafe'],
  ['!!!', ''],
])('the key of %j is %j', (title, key) => {
  expect(keyOf(title)).toBe(key)
})

import { describe, expect, it } from 'vitest'
import {
  choiceProblem,
  compareQuickLinks,
  groupQuickLinks,
  matchesQuickLink,
  newLinkKey,
  opensNewTab,
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

const GROUPS = ['Operational', 'Other']

it('links are sorted by group and title, with numbers by value, and a removed group comes last', () => {
  const radio10 = { ...radio, title: 'radio 10' }
  const former = { ...cad, group: 'Boats' }
  expect([former, other, radio10, radio, cad].sort(compareQuickLinks(GROUPS))).toEqual([
    cad,
    radio,
    radio10,
    other,
    former,
  ])
})

it('only groups with links have a tab', () => {
  expect(groupQuickLinks([cad, other]).map(({ group }) => group)).toEqual(['Operational', 'Other'])
})

describe('Validation of a link', () => {
  const choices = { groups: GROUPS, icons: [{ name: 'bolt' }] }
  const right = { group: 'Other', icon: 'bolt' }

  it.each([
    [right, undefined, null],
    [{ ...right, group: 'Boats' }, undefined, { group: 'Pick one of the groups.' }],
    [{ ...right, icon: 'boat' }, undefined, { icon: 'Pick one of the icons.' }],
    [{ group: 'Boats', icon: 'boat' }, { group: 'Boats', icon: 'boat' }, null],
    [{ ...right, group: 'Boats' }, right, { group: 'Pick one of the groups.' }],
  ])('a link with %o, before %o, has a wrong: %o', (chosen, before, problem) => {
    expect(choiceProblem(choices, chosen, before)).toEqual(problem)
  })
})

it.each([
  ['', '', true],
  ['Operational', '', true],
  ['Other', '', false],
  ['', 'calls UNITS', true],
  ['', 'cad.test', true],
  ['', 'radio', false],
])('in the group %j the search %j matches the CAD: %s', (group, search, isMatch) => {
  expect(matchesQuickLink(cad, { group, search })).toBe(isMatch)
})

it('the search matches the text that a card copies, and wildcards are plain characters', () => {
  expect(matchesQuickLink(radio, { group: '', search: '155.010' })).toBe(true)
  for (const search of ['%', '_', '\\']) expect(matchesQuickLink(radio, { group: '', search })).toBe(false)
})

describe('Cards', () => {
  it('a card opens in a new tab if its address starts with http', () => {
    expect(['https://a.test', 'http://a.test', '/fhp', 'mailto:a@b.test'].map(opensNewTab)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

it('a second link with the same title has its own key', () => {
  expect(newLinkKey('CAD', ['cad'])).toBe('cad-2')
  expect(newLinkKey('CAD', ['cad', 'cad-2'])).toBe('cad-3')
})

it.each([
  ['Charge Calculator', 'charge-calculator'],
  ['  10-Codes & Signals! ', '10-codes-signals'],
  ['Café', 'cafe'],
  ['!!!', ''],
])('the key of %j is %j', (title, key) => {
  expect(newLinkKey(title)).toBe(key)
})

import { describe, expect, it } from 'vitest'
import {
  areSameTerms,
  daysBetween,
  deviationOf,
  type LadderOffence,
  rungOf,
  suggestionOf,
  type Terms,
  termsGivenBy,
  termsOf,
} from './offence-rules.ts'

const TYPES = ['Verbal', 'Written', 'Strike', 'Suspension', 'Removal']
  .map((name) => ({ name, colour: 'plain' as const, isBetweenStaff: false }))
  .concat({ name: 'Note', colour: 'plain', isBetweenStaff: true })

const A1: LadderOffence = {
  code: 'A-1',
  category: 'Activity',
  ladder: [{ type: 'Verbal', days: 30, points: 1 }, { type: 'Written', days: 60, points: 2 }, { type: 'Strike' }],
}
const BY_CATEGORY: LadderOffence = { ...A1, earlierCounts: 'category' }
const was = (id: number, ...codes: string[]) => ({
  id,
  offences: codes.map((code) => ({ code, category: code.startsWith('A') ? 'Activity' : 'Conduct' })),
})

it.each([
  ['the first time', A1, [], 1, [], 'Verbal'],
  ['the second time', A1, [was(7, 'A-1')], 2, [7], 'Written'],
  ['the third time', A1, [was(7, 'A-1'), was(8, 'A-1')], 3, [7, 8], 'Strike'],
  ['later times stay on the last step', A1, [was(6, 'A-1'), was(7, 'A-1'), was(8, 'A-1')], 4, [6, 7, 8], 'Strike'],
  ['another offence does not count', A1, [was(7, 'C-1')], 1, [], 'Verbal'],
  ['another offence of the category does not count unless it says so', A1, [was(7, 'A-2')], 1, [], 'Verbal'],
  ['another offence of the category counts where it says so', BY_CATEGORY, [was(7, 'A-2')], 2, [7], 'Written'],
  ['another category never counts', BY_CATEGORY, [was(7, 'C-1')], 1, [], 'Verbal'],
  ['an action counts once for two offences of the category', BY_CATEGORY, [was(7, 'A-1', 'A-2')], 2, [7], 'Written'],
  ['an action counts for one of several offences', A1, [was(7, 'C-1', 'A-1')], 2, [7], 'Written'],
  [
    'an offence that changed its category still counts by its code',
    BY_CATEGORY,
    [{ id: 7, offences: [{ code: 'A-1', category: 'Old' }] }],
    2,
    [7],
    'Written',
  ],
] as const)('the rung of the ladder: %s', (_title, offence, earlier, rung, ids, type) => {
  expect(rungOf(offence, earlier)).toMatchObject({ rung, earlier: ids, type })
})

it('a step without days has no end, and one without points gives none', () => {
  expect(rungOf(A1, [was(7, 'A-1'), was(8, 'A-1')])).toMatchObject({ days: null, points: 0 })
})

const terms = (type: string, days: number | null, points: number): Terms => ({ type, days, points })

it.each([
  ['one offence is its step', [terms('Verbal', 30, 1)], terms('Verbal', 30, 1)],
  ['the gravest type', [terms('Verbal', 30, 1), terms('Strike', 90, 3)], terms('Strike', 90, 4)],
  ['in whatever order', [terms('Strike', 90, 3), terms('Verbal', 30, 1)], terms('Strike', 90, 4)],
  ['the longest duration', [terms('Strike', 30, 1), terms('Strike', 90, 1)], terms('Strike', 90, 2)],
  ['no end is the longest', [terms('Strike', null, 1), terms('Strike', 90, 1)], terms('Strike', null, 2)],
  [
    'a lighter one does not lengthen it',
    [terms('Verbal', 60, 1), terms('Suspension', 7, 5)],
    terms('Suspension', 7, 6),
  ],
  [
    'a lighter one without an end neither',
    [terms('Verbal', null, 0), terms('Suspension', 7, 5)],
    terms('Suspension', 7, 5),
  ],
  ['a note is the lightest', [terms('Note', null, 0), terms('Verbal', 30, 1)], terms('Verbal', 30, 1)],
  [
    'five together',
    [
      terms('Verbal', 30, 1),
      terms('Written', 60, 2),
      terms('Strike', 90, 3),
      terms('Strike', 30, 3),
      terms('Note', null, 0),
    ],
    terms('Strike', 90, 9),
  ],
  ['nothing for no offence', [], null],
])('the suggestion: %s', (_title, rungs, suggestion) => {
  expect(suggestionOf(rungs, TYPES)).toEqual(suggestion)
})

it.each([
  ['the same', terms('Strike', 90, 3), 'none'],
  ['a graver type', terms('Suspension', 90, 3), 'harsher'],
  ['a lighter type', terms('Verbal', 90, 3), 'milder'],
  ['a graver type that lasts shorter', terms('Removal', 1, 0), 'harsher'],
  ['a note', terms('Note', null, 0), 'milder'],
  ['longer', terms('Strike', 91, 3), 'harsher'],
  ['shorter', terms('Strike', 89, 3), 'milder'],
  ['without an end', terms('Strike', null, 3), 'harsher'],
  ['longer with fewer points', terms('Strike', 120, 1), 'harsher'],
  ['more points', terms('Strike', 90, 4), 'harsher'],
  ['fewer points', terms('Strike', 90, 0), 'milder'],
] as const)('the deviation from a strike of 90 days with 3 points: %s', (_title, given, deviation) => {
  expect(deviationOf(terms('Strike', 90, 3), given, TYPES)).toBe(deviation)
})

it('an end is milder if the suggestion has none', () => {
  expect(deviationOf(terms('Strike', null, 3), terms('Strike', 90, 3), TYPES)).toBe('milder')
})

it.each([
  ['2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z', 2],
  // Noon in Berlin before and after clocks are set forward.
  ['2026-03-28T11:00:00Z', '2026-03-30T10:00:00Z', 2],
  // Noon in Berlin before and after clocks are set back.
  ['2026-10-24T10:00:00Z', '2026-10-26T11:00:00Z', 2],
  ['2026-03-28T12:00:00Z', null, null],
])('the time from %s to %s is %s days', (from, to, days) => {
  expect(daysBetween(new Date(from), to === null ? null : new Date(to))).toBe(days)
})

it('the terms of an action are its type, its length in whole days, and its points', () => {
  const action = { type: 'Strike', date: '2026-03-01T12:00:00Z', ends_at: '2026-03-31T11:00:00Z', points: 3 }
  expect(termsOf(action)).toEqual(terms('Strike', 30, 3))
  expect(termsOf({ ...action, ends_at: null })).toEqual(terms('Strike', null, 3))
})

it.each([
  [terms('Strike', 90, 3), true],
  [terms('Written', 90, 3), false],
  [terms('Strike', 91, 3), false],
  [terms('Strike', null, 3), false],
  [terms('Strike', 90, 4), false],
])('%o are the same terms as a strike of 90 days with 3 points: %s', (other, expected) => {
  expect(areSameTerms(terms('Strike', 90, 3), other)).toBe(expected)
})

describe('The terms as the issuer gave them', () => {
  const state = (type: string, ends_at: string | null, points: number) => {
    return { type, date: '2026-03-01T12:00:00Z', ends_at, points }
  }
  const first = state('Verbal', '2026-03-31T12:00:00Z', 1)
  const byOthers = { by: 'other', was: first }
  const strike = state('Strike', '2026-05-30T12:00:00Z', 3)
  it.each([
    ['are those that stand without a revision', [], first, terms('Verbal', 30, 1)],
    ['leave out what others changed', [byOthers], strike, terms('Verbal', 30, 1)],
    [
      'have what they changed after others did',
      [byOthers, { by: 'issuer', was: strike }],
      { ...strike, points: 0 },
      terms('Verbal', 30, 0),
    ],
    [
      'are as in the beginning where they take back what others did',
      [byOthers, { by: 'issuer', was: strike }],
      first,
      terms('Verbal', 30, 1),
    ],
    [
      'have no end where they took it away',
      [{ by: 'issuer', was: first }],
      { ...first, ends_at: null },
      terms('Verbal', null, 1),
    ],
  ])('the terms of the issuer: %s', (_title, revisions, now, expected) => {
    expect(termsGivenBy('issuer', revisions, now)).toEqual(expected)
  })
})

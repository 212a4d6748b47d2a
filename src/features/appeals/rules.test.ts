import { describe, expect, it } from 'vitest'
import { DAY } from '#lib/dates.ts'
import {
  type AppealState,
  dueAt,
  escalationDates,
  escalationOf,
  figuresOf,
  neededBy,
  reductionProblems,
  stateAt,
  termsOf,
  whyNotAppeal,
} from './rules.ts'

const NOW = new Date('2026-03-14T18:30:00.000Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY)
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY)

const TERMS = { spacingDays: 14, most: 3 }
const ACTION = { date: daysAgo(1), isRevoked: false, terms: {}, openOfPerson: 0 }
const ended = (filedDays: number, endedDays: number, state: AppealState = 'decided') => ({
  ...{ state, filedAt: daysAgo(filedDays), endedAt: daysAgo(endedDays) },
  ...{ endedBy: state === 'decided' ? ('decider' as const) : null, issuerReducedAt: null },
})
const open = (state: AppealState) => ({ ...ended(2, 0, state), endedAt: null })
const byIssuer = { ...ended(3, 2), endedBy: 'issuer' as const }
const reducedThenWithdrawn = { ...ended(3, 2, 'withdrawn'), issuerReducedAt: daysAgo(2) }

describe('whether an action may be appealed', () => {
  it.each<[string, Partial<typeof ACTION> & { terms?: object }, Parameters<typeof whyNotAppeal>[1], object | null]>([
    ['an action without an appeal may be', {}, [], null],
    ['a revoked action may not', { isRevoked: true }, [], { why: 'revoked', from: null }],
    ['a submitted appeal stands in the way', {}, [open('submitted')], { why: 'open', from: null }],
    ['so does one with the issuer', {}, [open('with_issuer')], { why: 'open', from: null }],
    ['so does one in review', {}, [open('in_review')], { why: 'open', from: null }],
    ['14 days after a decision it may be', {}, [ended(20, 14)], null],
    ['13 days after a decision it may not', {}, [ended(20, 13)], { why: 'spacing', from: inDays(1) }],
    ['a withdrawn appeal counts for the spacing', {}, [ended(3, 2, 'withdrawn')], { why: 'spacing', from: inDays(12) }],
    ['one that the issuer ended starts no spacing', {}, [byIssuer], null],
    ['nor does one whose action was revoked meanwhile', {}, [ended(3, 2, 'closed')], null],
    ['nor one that was withdrawn after the issuer reduced it', {}, [reducedThenWithdrawn], null],
    [
      'one that was reduced and then decided does',
      {},
      [{ ...ended(3, 2), issuerReducedAt: daysAgo(3) }],
      { why: 'spacing' },
    ],
    [
      'those count as none of the three of a year',
      {},
      [byIssuer, ended(200, 190, 'closed'), reducedThenWithdrawn, ended(100, 90)],
      null,
    ],
    ['the later end counts', {}, [ended(60, 50), ended(20, 4)], { why: 'spacing', from: inDays(10) }],
    [
      'after three in a year the first must be a year old',
      {},
      [ended(300, 290), ended(200, 190), ended(100, 90)],
      { why: 'most', from: inDays(65) },
    ],
    ['one that is a year old no longer counts', {}, [ended(365, 350), ended(200, 190), ended(100, 90)], null],
    [
      'the limit that ends last is told',
      {},
      [ended(364, 350), ended(200, 190), ended(9, 3)],
      { why: 'spacing', from: inDays(11) },
    ],
    ['a type that is appealed only later', { terms: { fromDays: 7 } }, [], { why: 'too_early', from: inDays(6) }],
    ['and then may be', { date: daysAgo(7), terms: { fromDays: 7 } }, [], null],
    [
      'a type that is never appealed',
      { terms: { never: 'It ends by itself.' } },
      [],
      { why: 'never', from: null, words: 'It ends by itself.' },
    ],
    ['with four open appeals of other actions it may be', { openOfPerson: 4 }, [], null],
    ['with five it may not', { openOfPerson: 5 }, [], { why: 'open_appeals', from: null, words: null }],
    ['what is said of the action itself comes first', { openOfPerson: 5 }, [ended(20, 13)], { why: 'spacing' }],
  ])('%s', (_title, action, earlier, expected) => {
    const limit = whyNotAppeal({ ...ACTION, ...action }, earlier, TERMS, NOW)
    if (expected === null) expect(limit).toBeNull()
    else expect(limit).toMatchObject(expected)
  })

  it('counts days as 24 hours from the moment, also over a change to daylight saving', () => {
    const given = new Date('2026-03-07T12:00:00.000Z')
    const limit = whyNotAppeal({ ...ACTION, date: given, terms: { fromDays: 2 } }, [], TERMS, given)
    expect(limit?.from).toEqual(new Date('2026-03-09T12:00:00.000Z'))
  })
})

describe('what the type of an action and its offences say together', () => {
  it.each([
    ['nothing is said', undefined, [undefined], {}],
    ['the type says it', { fromDays: 7 }, [], { fromDays: 7 }],
    ['an offence says it', undefined, [undefined, { fromDay: 3 }], { fromDays: 3 }],
    ['the later day counts', { fromDays: 2 }, [{ fromDay: 7 }, { fromDay: 3 }], { fromDays: 7 }],
    [
      'never is stricter than any day',
      { fromDays: 9 },
      [{ never: 'The owners decide.' }],
      { never: 'The owners decide.' },
    ],
    ['the words of the type come first', { never: 'It is over.' }, [{ never: 'No.' }], { never: 'It is over.' }],
  ])('%s', (_, ofType, ofOffences, expected) => {
    expect(termsOf(ofType, ofOffences)).toEqual(expected)
  })
})

it('an appeal is in review once the issuer had 48 hours', () => {
  const appeal = { state: 'with_issuer', issuerUntil: NOW } as const
  expect(stateAt(appeal, new Date(NOW.getTime() - 1))).toBe('with_issuer')
  expect(stateAt(appeal, NOW)).toBe('in_review')
  expect(stateAt({ state: 'decided', issuerUntil: NOW }, inDays(1))).toBe('decided')
})

it('time alone reminds management of an appeal, and then owners', () => {
  const terms = { escalation: { management: 7, owners: 14 } }
  expect([6.99, 7, 13.99, 14].map((days) => escalationOf(daysAgo(days), NOW, terms))).toEqual([
    ...[null, 'management', 'management', 'owners'],
  ])
  expect(escalationDates(NOW, terms)).toEqual({ management: inDays(7), owners: inDays(14) })
  expect(dueAt(NOW, { promiseDays: 7 })).toEqual(inDays(7))
})

it.each([
  ['that never ends is decided by the promised day', null, inDays(5)],
  ['that ends after the promised day is decided by that day', inDays(6), inDays(5)],
  ['that ends before the promised day is decided before it ends', inDays(3), inDays(3)],
  ['that has ended since is decided by the promised day', daysAgo(1), inDays(5)],
  ['that had ended before is decided by the promised day', daysAgo(3), inDays(5)],
])('an appeal of an action %s', (_, endsAt, needed) => {
  expect(neededBy(daysAgo(2), endsAt, { promiseDays: 7 }, NOW)).toEqual(needed)
})

describe('a reduction', () => {
  const action = { date: daysAgo(10), endsAt: inDays(20), points: 6 }
  const LIGHTER = ['Warning', 'Kick']
  it.each<[string, Parameters<typeof reductionProblems>[1], string[]]>([
    ['says what becomes less', {}, ['type']],
    ['ends earlier', { ends_at: inDays(1).toISOString() }, []],
    ['may end now or in the past', { ends_at: daysAgo(1).toISOString() }, []],
    ['does not end later', { ends_at: inDays(20).toISOString() }, ['ends_at']],
    ['does not end before it began', { ends_at: daysAgo(10).toISOString() }, ['ends_at']],
    ['gives fewer points', { points: 5 }, []],
    ['does not give as many points', { points: 6 }, ['points']],
    ['has a lighter type', { type: 'Warning' }, []],
    ['does not have the same type', { type: 'Ban' }, ['type']],
    ['does not have a graver type, though there are fewer points', { type: 'Permanent Ban', points: 0 }, ['type']],
    ['may change several', { type: 'Kick', points: 0 }, []],
  ])('%s', (_title, reduction, fields) => {
    expect(Object.keys(reductionProblems(action, reduction, LIGHTER))).toEqual(fields)
  })

  it('gives an end to what had none', () => {
    expect(reductionProblems({ ...action, endsAt: null }, { ends_at: inDays(90).toISOString() }, [])).toEqual({})
  })
})

describe('the public figures', () => {
  it('say nothing of nine decisions', () => {
    expect(figuresOf([{ outcome: 'upheld', days: 2, n: 9 }])).toBeNull()
  })

  it('say of ten how many were upheld, and within how many days half of them were decided', () => {
    const decided = [
      { outcome: 'revoked', days: 3, n: 2 },
      { outcome: 'upheld', days: 1, n: 4 },
      { outcome: 'reduced', days: 3, n: 4 },
    ] as const
    expect(figuresOf(decided)).toEqual({ decided: 10, upheldPercent: 40, medianDays: 3 })
  })

  it('say the later day where half were decided before and half after', () => {
    const decided = [
      { outcome: 'upheld', days: 2, n: 5 },
      { outcome: 'upheld', days: 3, n: 5 },
    ] as const
    expect(figuresOf(decided)).toEqual({ decided: 10, upheldPercent: 100, medianDays: 3 })
  })
})

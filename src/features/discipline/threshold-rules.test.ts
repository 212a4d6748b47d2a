import { describe, expect, it } from 'vitest'
import { NO_RIGHTS } from '#lib/access.ts'
import { type Decay, pointsAt, pointsEnd } from './points-rules.ts'
import {
  actionsCountedSince,
  actionsStillNeeded,
  decisionDueAt,
  decisionFor,
  FAMILIES,
  inForceFrom,
  isAddressedTo,
  isOverdue,
  listPointChanges,
  type PointsHistory,
  reachedSince,
  shownThreshold,
  thresholdProblems,
} from './threshold-rules.ts'

/**
 * When an action was given, its points, for how many days they count (null: for good), and what happened to it later.
 */
type Given = readonly [date: string, points: number, days: number | null, then?: Then]
interface Then {
  /** When the action was logged, if that was later than its date. */
  logged?: string
  revoked?: string
  /** When the action was revised, and its points before. */
  revised?: readonly [at: string, before: number]
  /** When the action was revised from another person to this one. */
  moved?: string
  never?: true
}

function historyOf([date, points, days, then = {}]: Given, index: number): PointsHistory {
  const given = new Date(date)
  const end = days === null ? null : pointsEnd(given, days)
  const now = { until: null, isAboutPerson: true, date: given, points, pointsEndAt: end }
  const { revised, moved } = then
  return {
    id: index + 1,
    from: then.never ? null : new Date(then.logged ?? date),
    revokedAt: then.revoked === undefined ? null : new Date(then.revoked),
    versions: [
      ...(revised === undefined ? [] : [{ ...now, until: new Date(revised[0]), points: revised[1] }]),
      ...(moved === undefined ? [] : [{ ...now, until: new Date(moved), isAboutPerson: false }]),
      now,
    ],
  }
}

const MAR_1 = '2026-03-01T12:00:00.000Z'
const MAR_11 = '2026-03-11T12:00:00.000Z'
const MAR_20 = '2026-03-20T12:00:00.000Z'
const MAR_25 = '2026-03-25T12:00:00.000Z'
const APR_1 = '2026-04-01T12:00:00.000Z'
/** Clocks in Europe are set forward on 2026-03-29 at 01:00 UTC, and back on 2026-10-25. */
const OCT_1 = '2026-10-01T12:00:00.000Z'

/** The name of the case, how points end, the time of the check, the actions, and since when six points are reached. */
const CASES: readonly [string, Decay, string, readonly Given[], string | null][] = [
  ['nothing was given', 'latest', MAR_11, [], null],
  ['too few points', 'latest', MAR_11, [[MAR_1, 5, 90]], null],
  ['exactly so many in one action', 'latest', MAR_11, [[MAR_1, 6, 90]], MAR_1],
  ['more in one action', 'latest', MAR_11, [[MAR_1, 20, 90]], MAR_1],
  ['in the moment in which it is given', 'latest', MAR_1, [[MAR_1, 6, 90]], MAR_1],
  ['a millisecond before it is given', 'latest', '2026-03-01T11:59:59.999Z', [[MAR_1, 6, 90]], null],
  [
    'the second action reaches it',
    'latest',
    MAR_20,
    [
      [MAR_1, 3, 90],
      [MAR_11, 3, 90],
    ],
    MAR_11,
  ],
  [
    'the third adds to what was reached',
    'latest',
    MAR_25,
    [
      [MAR_1, 3, 90],
      [MAR_11, 3, 90],
      [MAR_20, 3, 90],
    ],
    MAR_11,
  ],
  [
    'an action without points reaches nothing',
    'latest',
    MAR_20,
    [
      [MAR_1, 5, 90],
      [MAR_11, 0, 90],
    ],
    null,
  ],
  ['points for good', 'each', '2036-01-01T00:00:00Z', [[MAR_1, 6, null]], MAR_1],
  // Points that end.
  ['a millisecond before points end', 'each', '2026-03-11T11:59:59.999Z', [[MAR_1, 6, 10]], MAR_1],
  ['in the moment in which points end', 'each', MAR_11, [[MAR_1, 6, 10]], null],
  [
    'one of two has ended by itself',
    'each',
    MAR_25,
    [
      [MAR_1, 3, 20],
      [MAR_11, 3, 20],
    ],
    null,
  ],
  [
    'both last as long as the latest',
    'latest',
    MAR_25,
    [
      [MAR_1, 3, 20],
      [MAR_11, 3, 20],
    ],
    MAR_11,
  ],
  [
    'fallen below and reached again',
    'each',
    APR_1,
    [
      [MAR_1, 6, 10],
      [MAR_20, 6, 90],
    ],
    MAR_20,
  ],
  [
    'one goes in the moment in which another comes',
    'each',
    MAR_20,
    [
      [MAR_1, 6, 10],
      [MAR_11, 6, 90],
    ],
    MAR_1,
  ],
  [
    'over points that ended long before',
    'latest',
    APR_1,
    [
      ['2025-01-01T00:00:00Z', 6, 10],
      [MAR_1, 6, 90],
    ],
    MAR_1,
  ],
  // Actions that were revoked or changed.
  ['revoked', 'latest', MAR_20, [[MAR_1, 6, 90, { revoked: MAR_11 }]], null],
  ['revoked later than now', 'latest', MAR_11, [[MAR_1, 6, 90, { revoked: MAR_20 }]], MAR_1],
  [
    'one is revoked and another given: reached anew',
    'latest',
    MAR_25,
    [
      [MAR_1, 3, 90],
      [MAR_1, 3, 90, { revoked: MAR_11 }],
      [MAR_20, 3, 90],
    ],
    MAR_20,
  ],
  [
    'one is revoked while the others suffice: never fallen below',
    'latest',
    MAR_25,
    [
      [MAR_1, 6, 90],
      [MAR_1, 3, 90, { revoked: MAR_11 }],
    ],
    MAR_1,
  ],
  [
    'another is given before one is revoked: never fallen below',
    'latest',
    MAR_25,
    [
      [MAR_1, 3, 90],
      [MAR_1, 3, 90, { revoked: MAR_20 }],
      [MAR_11, 3, 90],
    ],
    MAR_1,
  ],
  ['reduced by an appeal', 'latest', MAR_20, [[MAR_1, 2, 90, { revised: [MAR_11, 6] }]], null],
  ['raised by a revision', 'latest', MAR_20, [[MAR_1, 6, 90, { revised: [MAR_11, 2] }]], MAR_11],
  [
    'reduced below, and another given: reached anew',
    'latest',
    MAR_25,
    [
      [MAR_1, 3, 90, { revised: [MAR_11, 6] }],
      [MAR_20, 3, 90],
    ],
    MAR_20,
  ],
  ['reduced, but still enough', 'latest', MAR_20, [[MAR_1, 6, 90, { revised: [MAR_11, 9] }]], MAR_1],
  ['about somebody else before', 'latest', MAR_20, [[MAR_1, 6, 90, { moved: MAR_11 }]], MAR_11],
  ['written down later than it happened', 'latest', MAR_25, [[MAR_1, 6, 90, { logged: MAR_20 }]], MAR_20],
  ['never in force', 'latest', MAR_20, [[MAR_1, 6, 90, { never: true }]], null],
  // Days on which clocks change have 24 hours like all others.
  ['ten days over the change of March, a moment before', 'each', '2026-04-04T11:59:59.999Z', [[MAR_25, 6, 10]], MAR_25],
  ['ten days over the change of March', 'each', '2026-04-04T12:00:00.000Z', [[MAR_25, 6, 10]], null],
  ['thirty days over the change of October', 'each', '2026-10-31T11:59:59.999Z', [[OCT_1, 6, 30]], OCT_1],
  ['thirty days over the change of October, at their end', 'each', '2026-10-31T12:00:00.000Z', [[OCT_1, 6, 30]], null],
]

describe('The time at which points are reached', () => {
  it.each(CASES)('points are reached since: %s (%s)', (_, decay, now, given, since) => {
    const changes = listPointChanges(given.map(historyOf), decay, 3, new Date(now))
    expect(reachedSince(changes, 6)?.toISOString() ?? null).toBe(since)
  })
})

it('the time at which points are reached uses the same points as the rest of the site', () => {
  const days = [MAR_1, MAR_11, MAR_20, MAR_25, APR_1]
  for (const decay of ['latest', 'each'] as const) {
    for (let n = 0; n < 400; n++) {
      // Many combinations of three actions.
      const given = [n, n * 7, n * 13].map(
        (m): Given => [days[m % 5] ?? MAR_1, m % 4, [5, 10, 30, null][(m >> 2) % 4] ?? null],
      )
      const actions = given.map(historyOf).map(({ id, versions: [version] }) => {
        if (version === undefined) throw new Error('Each has a version')
        return { ...version, id, isRevoked: false, approval: null, approvalDueAt: null }
      })
      const now = new Date(Date.parse(MAR_1) + (n % 50) * 86_400_000)
      const { active } = pointsAt(actions, decay, now)
      expect(listPointChanges(given.map(historyOf), decay, 1, now)[0]?.points ?? 0).toBe(active)
    }
  }
})

/**
 * The name of the case, how points end, the actions, and those whose points counted on March 20th or since. Now is
 * April 1st.
 */
const COUNTED: readonly [string, Decay, readonly Given[], readonly number[]][] = [
  ['points that ended before', 'latest', [[MAR_1, 2, 10]], []],
  ['points that ended in the moment', 'latest', [[MAR_1, 2, 19]], []],
  ['points that ended since', 'latest', [[MAR_1, 2, 20]], [1]],
  ['points that were given since', 'latest', [[MAR_25, 2, 1]], [1]],
  [
    'a later one that prolonged the first',
    'latest',
    [
      [MAR_1, 2, 11],
      [MAR_11, 2, 20],
    ],
    [1, 2],
  ],
  [
    'each by itself',
    'each',
    [
      [MAR_1, 2, 11],
      [MAR_11, 2, 20],
    ],
    [2],
  ],
  [
    'a later one that was revoked since',
    'latest',
    [
      [MAR_1, 2, 11],
      [MAR_11, 2, 20, { revoked: MAR_25 }],
    ],
    [1, 2],
  ],
  [
    'a later one that was revoked before',
    'latest',
    [
      [MAR_1, 2, 11],
      [MAR_11, 2, 20, { revoked: MAR_20 }],
    ],
    [],
  ],
  [
    'a later one that was written down since',
    'latest',
    [
      [MAR_1, 2, 11],
      [MAR_11, 2, 40, { logged: MAR_25 }],
    ],
    [1, 2],
  ],
  ['what was never in force', 'latest', [[MAR_1, 2, null, { never: true }]], []],
]

describe('People whose points counted at a time or later', () => {
  it.each(COUNTED)('people with counted points: %s, %s', (_, decay, given, ids) => {
    const counted = actionsCountedSince(given.map(historyOf), decay, new Date(MAR_20), new Date(APR_1))
    expect([...counted].toSorted()).toEqual(ids)
  })
})

describe('Data for the time at which a threshold was reached', () => {
  const PAST: Given = [MAR_1, 4, 20]
  it.each<[string, Decay, Given[], number, number[]]>([
    ['where they reached it with what is over', 'each', [PAST, [MAR_11, 4, null]], 4, [1, 2]],
    [
      'where they had fewer in between',
      'each',
      [
        [MAR_1, 4, 5],
        [MAR_11, 4, null],
      ],
      4,
      [2],
    ],
    ['where they reached a higher one by what is over', 'each', [PAST, [MAR_11, 4, null]], 8, [2]],
    [
      'where they reached it with what was revoked',
      'latest',
      [
        [MAR_1, 4, 20, { revoked: MAR_20 }],
        [MAR_11, 4, null],
      ],
      4,
      [1, 2],
    ],
    ['where there is no threshold', 'each', [PAST, [MAR_11, 4, null]], Number.POSITIVE_INFINITY, [2]],
  ])('necessary actions: %s, %s', (_, decay, given, least, ids) => {
    const needed = actionsStillNeeded(given.map(historyOf), decay, { since: new Date(MAR_25), least }, new Date(APR_1))
    expect([...needed].toSorted()).toEqual(ids)
  })
})

describe('The time from which an action is in force', () => {
  const [date, loggedAt, approvedAt] = [new Date(MAR_1), new Date(MAR_11), new Date(MAR_20)]
  const given = { date, loggedAt, approval: null, approvalDueAt: null, approvalAt: null } as const
  it.each([
    ['logged here', given, loggedAt],
    ['out of a file', { ...given, loggedAt: null }, date],
    [
      'it waits and is in force meanwhile',
      { ...given, approval: 'waiting' as const, approvalDueAt: approvedAt },
      loggedAt,
    ],
    ['it waits', { ...given, approval: 'waiting' as const }, null],
    ['it was approved before', { ...given, approval: 'approved' as const, approvalAt: approvedAt }, approvedAt],
    [
      'it was rejected before it was in force',
      { ...given, approval: 'rejected' as const, approvalAt: approvedAt },
      null,
    ],
  ])('an action is in force from: %s', (_, action, from) => {
    expect(inForceFrom(action)).toEqual(from)
  })
})

describe('Decisions at a threshold', () => {
  const at = (day: string, points = 6) => ({ at: new Date(day), points })
  it.each([
    ['none', [], null],
    ['before it was reached this time', [at(MAR_1)], null],
    ['in the moment in which it was reached', [at(MAR_11)], at(MAR_11)],
    ['after it was reached', [at(MAR_20)], at(MAR_20)],
    ['at a lower one', [at(MAR_20, 3)], null],
    ['at a higher one', [at(MAR_20, 10)], at(MAR_20, 10)],
  ])('the decision that applies: %s', (_, decisions, found) => {
    expect(decisionFor({ points: 6 }, new Date(MAR_11), decisions)).toEqual(found)
  })

  it.each([
    ['a day', MAR_11, 1, '2026-03-12T12:00:00.000Z'],
    ['a week over the change of March', MAR_25, 7, '2026-04-01T12:00:00.000Z'],
    ['a week over the change of October', '2026-10-24T00:30:00.000Z', 7, '2026-10-31T00:30:00.000Z'],
  ])('the due date of a decision: %s', (_, since, days, due) => {
    expect(decisionDueAt(new Date(since), { days }).toISOString()).toBe(due)
    expect(isOverdue(new Date(due), new Date(Date.parse(due) - 1))).toBe(false)
    expect(isOverdue(new Date(due), new Date(due))).toBe(true)
  })
})

it('the highest waiting threshold is shown, or else the highest one', () => {
  const reached = (points: number, isClosed: boolean) => ({
    threshold: { points },
    decision: isClosed ? { points, at: new Date(MAR_1) } : null,
  })
  expect(shownThreshold([])).toBeNull()
  expect(shownThreshold([reached(3, false), reached(6, false)])?.threshold.points).toBe(6)
  expect(shownThreshold([reached(3, false), reached(6, true)])?.threshold.points).toBe(3)
  expect(shownThreshold([reached(3, true), reached(6, true)])?.threshold.points).toBe(6)
})

it('a threshold is addressed to a level and higher ones, or to people with a capability', () => {
  const person = { id: '1', username: 'kit', name: 'Kit', avatarUrl: '', ...NO_RIGHTS }
  const manager = { ...person, isStaff: true, isManagement: true }
  const approver = { ...person, isStaff: true, capabilities: ['can:discipline.approve'] }
  expect([person, manager, approver].map((actor) => isAddressedTo({ to: 'management' }, actor))).toEqual([
    false,
    true,
    false,
  ])
  expect([person, manager, approver].map((actor) => isAddressedTo({ to: 'discipline.approve' }, actor))).toEqual([
    false,
    true,
    true,
  ])
  expect([person, manager, approver].map((actor) => isAddressedTo({ to: 'owner' }, actor))).toEqual([
    false,
    false,
    false,
  ])
})

it('two thresholds of a family with the same points are refused', () => {
  const [staff, players] = FAMILIES
  const six = { family: staff, points: 6 }
  expect(thresholdProblems([six, { family: staff, points: 10 }, { family: players, points: 6 }])).toEqual([])
  expect(thresholdProblems([six, six])).toEqual([
    { path: ['thresholds', 1, 'points'], message: 'a number that no other threshold has: 6' },
  ])
})

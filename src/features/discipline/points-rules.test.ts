import { expect, it } from 'vitest'
import { type Decay, type PointedAction, pointsAt, pointsEnd } from './points-rules.ts'

/** When an action was given, its points, for how many days they count (null: for good), and its state. */
type Given = readonly [date: string, points: number, days: number | null, became?: keyof typeof BECAME]

const STANDS = { isRevoked: false, approval: null, approvalDueAt: null }
const DUE = new Date('2026-03-02T12:00:00Z')
const BECAME = {
  revoked: { ...STANDS, isRevoked: true },
  waiting: { ...STANDS, approval: 'waiting' },
  inForce: { ...STANDS, approval: 'waiting', approvalDueAt: DUE },
  approved: { ...STANDS, approval: 'approved' },
  declined: { ...STANDS, approval: 'rejected' },
  declinedLate: { ...STANDS, approval: 'rejected', approvalDueAt: DUE },
  approvedRevoked: { ...STANDS, approval: 'approved', isRevoked: true },
} as const

function actionOf([date, points, days, became]: Given, index: number): PointedAction {
  const given = new Date(date)
  return {
    ...(became === undefined ? STANDS : BECAME[became]),
    ...{ id: index + 1, date: given, points },
    pointsEndAt: days === null ? null : pointsEnd(given, days),
  }
}

const MAR_1 = '2026-03-01T12:00:00Z'
const MAR_11 = '2026-03-11T12:00:00Z'
const MAR_31 = '2026-03-31T12:00:00Z'
const APR_10 = '2026-04-10T12:00:00Z'
const MAY_1 = '2026-05-01T12:00:00Z'

/**
 * The name of the case, how points end, the time of the check, the actions, how many points count, and when some of
 * them stop counting.
 */
const CASES: readonly [string, Decay, string, readonly Given[], number, string | null][] = [
  ['nothing was given', 'latest', MAR_11, [], 0, null],
  ['nothing was given, each by itself', 'each', MAR_11, [], 0, null],
  ['an action without points', 'latest', MAR_11, [[MAR_1, 0, 30]], 0, null],
  ['one action', 'latest', MAR_11, [[MAR_1, 3, 30]], 3, MAR_31],
  ['one action, by itself', 'each', MAR_11, [[MAR_1, 3, 30]], 3, MAR_31],
  ['in the moment in which it is given', 'latest', MAR_1, [[MAR_1, 3, 30]], 3, MAR_31],
  ['a millisecond before it is given', 'latest', '2026-03-01T11:59:59.999Z', [[MAR_1, 3, 30]], 0, null],
  ['a millisecond before the end', 'latest', '2026-03-31T11:59:59.999Z', [[MAR_1, 3, 30]], 3, MAR_31],
  ['in the moment of the end', 'latest', MAR_31, [[MAR_1, 3, 30]], 0, null],
  ['in the moment of the end, by itself', 'each', MAR_31, [[MAR_1, 3, 30]], 0, null],
  ['long after the end', 'latest', '2027-03-31T12:00:00Z', [[MAR_1, 3, 30]], 0, null],
  ['for one day', 'latest', '2026-03-02T11:00:00Z', [[MAR_1, 1, 1]], 1, '2026-03-02T12:00:00Z'],
  ['points that never end', 'latest', '2036-03-01T12:00:00Z', [[MAR_1, 3, null]], 3, null],
  ['points that never end, by themselves', 'each', '2036-03-01T12:00:00Z', [[MAR_1, 3, null]], 3, null],

  // Two and more actions.
  [
    'two that both count end with the latest',
    'latest',
    MAR_11,
    [
      [MAR_1, 3, 30],
      [MAR_11, 2, 30],
    ],
    5,
    APR_10,
  ],
  [
    'two that both count end each by itself',
    'each',
    MAR_11,
    [
      [MAR_1, 3, 30],
      [MAR_11, 2, 30],
    ],
    5,
    MAR_31,
  ],
  [
    'the first lasts as long as the second',
    'latest',
    '2026-04-05T00:00:00Z',
    [
      [MAR_1, 3, 30],
      [MAR_11, 2, 30],
    ],
    5,
    APR_10,
  ],
  [
    'the first is over by itself',
    'each',
    '2026-04-05T00:00:00Z',
    [
      [MAR_1, 3, 30],
      [MAR_11, 2, 30],
    ],
    2,
    APR_10,
  ],
  [
    'both end at once',
    'latest',
    APR_10,
    [
      [MAR_1, 3, 30],
      [MAR_11, 2, 30],
    ],
    0,
    null,
  ],
  [
    'both are over by themselves',
    'each',
    APR_10,
    [
      [MAR_1, 3, 30],
      [MAR_11, 2, 30],
    ],
    0,
    null,
  ],
  [
    'the order in which they are read does not matter',
    'latest',
    MAR_11,
    [
      [MAR_11, 2, 30],
      [MAR_1, 3, 30],
    ],
    5,
    APR_10,
  ],
  [
    'nor by themselves',
    'each',
    MAR_11,
    [
      [MAR_11, 2, 30],
      [MAR_1, 3, 30],
    ],
    5,
    MAR_31,
  ],
  [
    'two of one moment',
    'latest',
    MAR_11,
    [
      [MAR_1, 3, 30],
      [MAR_1, 2, 30],
    ],
    5,
    MAR_31,
  ],
  [
    'two of one moment, by themselves',
    'each',
    MAR_11,
    [
      [MAR_1, 3, 30],
      [MAR_1, 2, 10],
    ],
    3,
    MAR_31,
  ],
  [
    'a chain of three',
    'latest',
    '2026-05-09T00:00:00Z',
    [
      [MAR_1, 1, 30],
      [MAR_11, 1, 40],
      ['2026-04-15T12:00:00Z', 1, 30],
    ],
    3,
    '2026-05-15T12:00:00Z',
  ],
  [
    'a chain of three, by themselves',
    'each',
    '2026-05-09T00:00:00Z',
    [
      [MAR_1, 1, 30],
      [MAR_11, 1, 40],
      ['2026-04-15T12:00:00Z', 1, 30],
    ],
    1,
    '2026-05-15T12:00:00Z',
  ],
  [
    'what was over stays over',
    'latest',
    '2026-04-02T00:00:00Z',
    [
      [MAR_1, 3, 30],
      ['2026-04-01T12:00:00Z', 2, 30],
    ],
    2,
    MAY_1,
  ],
  [
    'one that comes in the moment of the end prolongs nothing',
    'latest',
    '2026-04-02T00:00:00Z',
    [
      [MAR_1, 3, 30],
      [MAR_31, 2, 30],
    ],
    2,
    '2026-04-30T12:00:00Z',
  ],
  [
    'one that comes a millisecond before the end prolongs',
    'latest',
    '2026-04-02T00:00:00Z',
    [
      [MAR_1, 3, 30],
      ['2026-03-31T11:59:59.999Z', 2, 30],
    ],
    5,
    '2026-04-30T11:59:59.999Z',
  ],
  [
    'one that lasts less makes nothing end sooner',
    'latest',
    MAR_11,
    [
      [MAR_1, 3, 90],
      [MAR_11, 1, 7],
    ],
    4,
    '2026-05-30T12:00:00Z',
  ],
  [
    'one that lasts less ends by itself',
    'each',
    MAR_11,
    [
      [MAR_1, 3, 90],
      [MAR_11, 1, 7],
    ],
    4,
    '2026-03-18T12:00:00Z',
  ],
  [
    'one for good keeps those that count',
    'latest',
    '2030-01-01T00:00:00Z',
    [
      [MAR_1, 3, 30],
      [MAR_11, 2, null],
    ],
    5,
    null,
  ],
  [
    'one for good keeps no other by itself',
    'each',
    '2030-01-01T00:00:00Z',
    [
      [MAR_1, 3, 30],
      [MAR_11, 2, null],
    ],
    2,
    null,
  ],
  [
    'one after one for good never ends either',
    'latest',
    '2030-01-01T00:00:00Z',
    [
      [MAR_1, 3, null],
      [MAR_11, 2, 30],
    ],
    5,
    null,
  ],
  [
    'one without points prolongs nothing',
    'latest',
    '2026-04-05T00:00:00Z',
    [
      [MAR_1, 3, 30],
      [MAR_11, 0, 90],
    ],
    0,
    null,
  ],
  [
    'one that is still to come prolongs nothing yet',
    'latest',
    '2026-03-10T00:00:00Z',
    [
      [MAR_1, 3, 30],
      [MAR_11, 2, 30],
    ],
    3,
    MAR_31,
  ],
  [
    'two chains: the second alone counts',
    'latest',
    '2026-06-10T00:00:00Z',
    [
      [MAR_1, 3, 30],
      [MAR_11, 2, 30],
      ['2026-06-01T12:00:00Z', 4, 30],
    ],
    4,
    '2026-07-01T12:00:00Z',
  ],

  // Actions that are not in force.
  ['a revoked one', 'latest', MAR_11, [[MAR_1, 3, 30, 'revoked']], 0, null],
  [
    'a revoked one, by itself',
    'each',
    MAR_11,
    [
      [MAR_1, 3, 30, 'revoked'],
      [MAR_1, 1, 30],
    ],
    1,
    MAR_31,
  ],
  [
    'a revoked one prolongs nothing',
    'latest',
    '2026-04-05T00:00:00Z',
    [
      [MAR_1, 3, 30],
      [MAR_11, 2, 30, 'revoked'],
    ],
    0,
    null,
  ],
  [
    'a revoked one in the middle of a chain parts it',
    'latest',
    '2026-04-20T00:00:00Z',
    [
      [MAR_1, 1, 30],
      ['2026-03-25T12:00:00Z', 1, 30, 'revoked'],
      [APR_10, 1, 30],
    ],
    1,
    '2026-05-10T12:00:00Z',
  ],
  ['one that waits for approval', 'latest', MAR_11, [[MAR_1, 3, 30, 'waiting']], 0, null],
  [
    'one that waits prolongs nothing',
    'latest',
    '2026-04-05T00:00:00Z',
    [
      [MAR_1, 3, 30],
      [MAR_11, 2, 30, 'waiting'],
    ],
    0,
    null,
  ],
  ['one in force until it must be approved', 'latest', MAR_1, [[MAR_1, 3, 30, 'inForce']], 3, MAR_31],
  ['one in force that should have been approved', 'latest', MAR_11, [[MAR_1, 3, 30, 'inForce']], 3, MAR_31],
  ['an approved one counts from when it was given', 'latest', MAR_11, [[MAR_1, 3, 30, 'approved']], 3, MAR_31],
  ['a declined one', 'latest', MAR_11, [[MAR_1, 3, 30, 'declined']], 0, null],
  [
    'one that was in force and is declined',
    'each',
    MAR_11,
    [
      [MAR_1, 3, 30, 'declinedLate'],
      [MAR_11, 1, 30],
    ],
    1,
    APR_10,
  ],
  ['an approved one that is revoked', 'latest', MAR_11, [[MAR_1, 3, 30, 'approvedRevoked']], 0, null],

  // Clock changes: a day has 24 hours, so that the local time of the end differs.
  [
    'New York, spring: an hour before the end',
    'latest',
    '2026-04-06T12:59:00-04:00',
    [['2026-03-07T12:00:00-05:00', 2, 30]],
    2,
    '2026-04-06T13:00:00-04:00',
  ],
  ['New York, spring: the end', 'latest', '2026-04-06T13:00:00-04:00', [['2026-03-07T12:00:00-05:00', 2, 30]], 0, null],
  [
    'New York, spring: the hour that is left out',
    'each',
    '2026-03-08T03:30:00-04:00',
    [['2026-03-07T02:30:00-05:00', 2, 1]],
    0,
    null,
  ],
  ['New York, autumn: the end', 'latest', '2026-11-30T11:00:00-05:00', [['2026-10-31T12:00:00-04:00', 2, 30]], 0, null],
  [
    'New York, autumn: a minute before the end',
    'latest',
    '2026-11-30T10:59:00-05:00',
    [['2026-10-31T12:00:00-04:00', 2, 30]],
    2,
    '2026-11-30T11:00:00-05:00',
  ],
  [
    'New York, autumn: the hour that comes twice, the first time',
    'each',
    '2026-11-01T01:30:00-04:00',
    [['2026-10-31T01:45:00-04:00', 2, 1]],
    2,
    '2026-11-01T01:45:00-04:00',
  ],
  [
    'New York, autumn: the hour that comes twice, the second time',
    'each',
    '2026-11-01T01:30:00-05:00',
    [['2026-10-31T01:45:00-04:00', 2, 1]],
    0,
    null,
  ],
  [
    'Berlin, spring: before the end',
    'latest',
    '2026-03-29T13:59:00+02:00',
    [['2026-03-28T13:00:00+01:00', 2, 1]],
    2,
    '2026-03-29T14:00:00+02:00',
  ],
  ['Berlin, spring: the end', 'latest', '2026-03-29T14:00:00+02:00', [['2026-03-28T13:00:00+01:00', 2, 1]], 0, null],
  [
    'Berlin, spring: a chain over the change',
    'latest',
    '2026-04-03T00:00:00+02:00',
    [
      ['2026-03-27T12:00:00+01:00', 2, 3],
      ['2026-03-30T12:59:00+02:00', 1, 7],
    ],
    3,
    '2026-04-06T12:59:00+02:00',
  ],
  [
    'Berlin, spring: a chain that the change parts',
    'latest',
    '2026-04-03T00:00:00+02:00',
    [
      ['2026-03-27T12:00:00+01:00', 2, 3],
      ['2026-03-30T13:00:00+02:00', 1, 7],
    ],
    1,
    '2026-04-06T13:00:00+02:00',
  ],
  [
    'Berlin, autumn: before the end',
    'latest',
    '2026-10-25T11:59:00+01:00',
    [['2026-10-24T13:00:00+02:00', 2, 1]],
    2,
    '2026-10-25T12:00:00+01:00',
  ],
  ['Berlin, autumn: the end', 'latest', '2026-10-25T12:00:00+01:00', [['2026-10-24T13:00:00+02:00', 2, 1]], 0, null],
  [
    'given at one moment in two zones',
    'latest',
    '2026-03-10T00:00:00Z',
    [
      ['2026-03-09T08:00:00-04:00', 1, 1],
      ['2026-03-09T13:00:00+01:00', 1, 1],
    ],
    2,
    '2026-03-10T12:00:00Z',
  ],

  // Leap days and the turn of the year.
  ['over a leap day', 'latest', '2028-03-01T11:00:00Z', [['2028-02-28T12:00:00Z', 2, 2]], 2, '2028-03-01T12:00:00Z'],
  [
    'over the end of a February without one',
    'latest',
    '2027-03-01T13:00:00Z',
    [['2027-02-28T12:00:00Z', 2, 2]],
    2,
    '2027-03-02T12:00:00Z',
  ],
  [
    'a year from a leap day',
    'latest',
    '2029-02-28T11:00:00Z',
    [['2028-02-29T12:00:00Z', 2, 365]],
    2,
    '2029-02-28T12:00:00Z',
  ],
  [
    'a year over a leap day',
    'each',
    '2028-12-31T11:00:00Z',
    [['2028-01-01T12:00:00Z', 2, 365]],
    2,
    '2028-12-31T12:00:00Z',
  ],
  [
    'over the turn of a year',
    'latest',
    '2027-01-02T00:00:00Z',
    [['2026-12-30T12:00:00Z', 2, 7]],
    2,
    '2027-01-06T12:00:00Z',
  ],
]

it.each(CASES)('active points: %s (%s)', (_, decay, now, given, active, until) => {
  const points = pointsAt(given.map(actionOf), decay, new Date(now))
  expect([points.active, points.until?.toISOString() ?? null]).toEqual([
    active,
    until === null ? null : new Date(until).toISOString(),
  ])
})

it('each action with points shows until when they count, even after their end', () => {
  const given: Given[] = [
    [MAR_1, 3, 30],
    [MAR_11, 2, 30],
    ['2026-05-05T12:00:00Z', 4, 10],
    [MAR_11, 1, 30, 'revoked'],
  ]
  const { each } = pointsAt(given.map(actionOf), 'latest', new Date('2026-05-06T00:00:00Z'))
  expect([...each].map(([id, { until, isActive }]) => [id, until?.toISOString(), isActive])).toEqual([
    [1, '2026-04-10T12:00:00.000Z', false],
    [2, '2026-04-10T12:00:00.000Z', false],
    [3, '2026-05-15T12:00:00.000Z', true],
  ])
})

import { describe, expect, it } from 'vitest'
import {
  afterReport,
  afterSilence,
  canDecide,
  EXPIRES_AFTER,
  groupLabel,
  groupMeant,
  inQueueOrder,
  mostTelling,
  nextAttempt,
  PENDING_AFTER,
  type Status,
  sortValueOf,
} from './rules.ts'

const START = new Date('2026-03-14T18:30:00.000Z')
const later = (milliseconds: number) => new Date(START.getTime() + milliseconds)

describe('A group', () => {
  const groups = [
    { key: 'rescue', provider: 'fir', label: 'Retter' },
    { key: 'soldier', provider: 'mil', label: 'Soldaten' },
  ]

  it('is the one that the provider means, or another', () => {
    expect(['mil', 'fir', 'tch', ''].map((code) => groupMeant(groups, code))).toEqual([
      'soldier',
      'rescue',
      'other',
      'other',
    ])
  })

  it('is called as the community calls it, and another where it has no such group any more', () => {
    expect(['rescue', 'other', 'military'].map((key) => groupLabel(groups, key))).toEqual([
      'Retter',
      'Another group',
      'Another group',
    ])
  })
})

describe('Silence', () => {
  it.each<[string, Status, number, Status]>([
    ['a minute is nothing yet', 'started', 60_000, 'started'],
    ['a quarter of an hour is taken for a document that people look at', 'started', PENDING_AFTER, 'pending'],
    ['of days is still that', 'pending', EXPIRES_AFTER - 1, 'pending'],
    ['of a week is the end', 'pending', EXPIRES_AFTER, 'expired'],
    ['of a week that nobody watched is the end too', 'started', EXPIRES_AFTER, 'expired'],
    ['ends nothing that the provider confirmed', 'verified', EXPIRES_AFTER * 10, 'verified'],
    ['ends nothing that was approved', 'approved', EXPIRES_AFTER * 10, 'approved'],
    ['ends nothing that was rejected', 'rejected', EXPIRES_AFTER * 10, 'rejected'],
  ])('%s', (_, status, silence, becomes) => {
    expect(afterSilence(status, START, later(silence))).toBe(becomes)
  })
})

describe('The provider’s word', () => {
  it.each<[Status, Status]>([
    ['started', 'verified'],
    ['pending', 'verified'],
    ['expired', 'verified'],
    ['verified', 'verified'],
    ['approved', 'approved'],
    ['rejected', 'rejected'],
  ])('verified makes of %s %s', (status, becomes) => {
    expect(afterReport(status, 'verified')).toBe(becomes)
  })

  it.each<[Status, Status]>([
    ['started', 'pending'],
    ['pending', 'pending'],
    ['verified', 'verified'],
    ['expired', 'expired'],
    ['approved', 'approved'],
  ])('pending makes of %s %s', (status, becomes) => {
    expect(afterReport(status, 'pending')).toBe(becomes)
  })
})

describe('Owners decide', () => {
  it.each<[Status, boolean, boolean]>([
    ['started', false, false],
    ['pending', false, false],
    ['verified', true, true],
    ['approved', false, false],
    ['rejected', true, false],
    ['expired', false, false],
  ])('on %s: approve %s, reject %s', (status, approve, reject) => {
    expect([canDecide(status, 'approved'), canDecide(status, 'rejected')]).toEqual([approve, reject])
  })
})

const one = (status: Status, minutes: number, verified?: number) => ({
  id: 'a',
  status,
  startedAt: later(minutes * 60_000).toISOString(),
  verifiedAt: verified === undefined ? null : later(verified * 60_000).toISOString(),
})

describe('Of several of one person', () => {
  it.each<[string, ReturnType<typeof one>[], number]>([
    ['the approved one counts', [one('approved', 0), one('started', 9), one('rejected', 10)], 0],
    ['the verified one before what began later', [one('started', 5), one('verified', 1)], 1],
    ['the latest of what is under way', [one('pending', 1), one('started', 5)], 1],
    ['what is under way before an earlier no', [one('rejected', 1), one('started', 5)], 1],
    ['the latest of what came to nothing', [one('rejected', 9), one('expired', 5)], 0],
  ])('%s', (_, own, index) => {
    expect(mostTelling(own)).toBe(own[index])
  })

  it('there is none of who never began', () => {
    expect(mostTelling([])).toBeNull()
  })
})

it('The queue has the longest wait for owners on top, then what is under way, then the rest, the latest first', () => {
  const [a, b, c, d, e, f] = [
    one('verified', 0, 50),
    one('verified', 10, 20),
    one('pending', 5),
    one('started', 60),
    one('approved', 1),
    one('expired', 90),
  ]
  expect(inQueueOrder([f, e, d, c, a, b].flatMap((it) => it ?? []))).toEqual([b, a, d, c, e, f])
})

it.each(['approved', 'verified'] as const)(
  'The queue has those %s at one moment in the same order each time',
  (status) => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ ...one(status, 5, 9), id }))
    for (const came of [
      [a, b, c],
      [c, b, a],
      [b, c, a],
    ]) {
      expect(inQueueOrder(came.flatMap((it) => it ?? []))).toEqual([a, b, c])
    }
  },
)

describe('After a failure the next attempt', () => {
  const waits = (failures: number, waitSeconds?: number) =>
    (nextAttempt(failures, START, waitSeconds).getTime() - START.getTime()) / 1000

  it('comes twice as late each time, and never later than ten minutes', () => {
    expect([1, 2, 3, 4, 7, 8, 50, 5000].map((failures) => waits(failures))).toEqual([5, 10, 20, 40, 320, 600, 600, 600])
  })

  it('is not before Discord wants it', () => {
    expect(waits(1, 64.57)).toBe(64.57)
    expect(waits(1, 900)).toBe(900)
    expect(waits(8, 1)).toBe(600)
  })
})

describe('The queue sorted by a heading', () => {
  const started = START.toISOString()
  const NOTHING = { startedAt: started, pendingAt: null, verifiedAt: null, decidedAt: null, expiredAt: null }
  const ana = { ...NOTHING, person: { name: 'Ana' }, group: 'soldier', status: 'verified' as const }
  const bo = { ...NOTHING, person: { name: 'Bo' }, group: null, status: 'rejected' as const }

  it('goes by the person and the group, which may be unknown', () => {
    expect([ana, bo].map((item) => sortValueOf(item, 'person'))).toEqual(['Ana', 'Bo'])
    expect([ana, bo].map((item) => sortValueOf(item, 'group'))).toEqual(['soldier', null])
  })

  it('goes by how far they are, and not by what that is called', () => {
    expect(Number(sortValueOf(ana, 'status'))).toBeLessThan(Number(sortValueOf(bo, 'status')))
  })

  it('goes by when they came to where they are now', () => {
    const verifiedAt = later(60_000).toISOString()
    const decidedAt = later(120_000).toISOString()
    expect(sortValueOf({ ...ana, verifiedAt }, 'since')).toBe(verifiedAt)
    expect(sortValueOf({ ...bo, verifiedAt, decidedAt }, 'since')).toBe(decidedAt)
    expect(sortValueOf(ana, 'since')).toBe(started)
  })
})

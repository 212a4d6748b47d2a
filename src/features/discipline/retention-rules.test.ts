import { expect, it } from 'vitest'
import { HOUR } from '#lib/dates.ts'
import { maxRemovalsADay, mayRemoveAgain, minDaysKept, wasOver } from './retention-rules.ts'

it.each([
  [0, 100],
  [100, 100],
  [10_000, 100],
  [10_001, 101],
  [1_000_000, 10_000],
])('of %d actions at most %d are deleted in a day', (all, most) => expect(maxRemovalsADay(all)).toBe(most))

it.each([
  [90, []],
  [90, [14, 60]],
  [91, [61, 14]],
])('a family is kept for at least %d days if the first appeal dates are after %j days', (least, firstDays) =>
  expect(minDaysKept(firstDays)).toBe(least),
)

const NOW = new Date('2026-03-14T18:30:00Z')
it.each([
  ['never before', null, true],
  ['a day ago', 24, true],
  ['nearly a day ago', 23, true],
  ['an hour ago', 1, false],
  ['in the future', -48, false],
])('actions are deleted again if the last run was %s: %s', (_, hours, may) =>
  expect(mayRemoveAgain(hours === null ? null : new Date(NOW.getTime() - Number(hours) * HOUR), NOW)).toBe(may),
)

const [BEFORE, SINCE] = [new Date('2025-01-01T00:00:00Z'), new Date('2026-01-01T00:00:00Z')]
it.each([
  ['given before', { at: BEFORE }, true],
  ['given since', { at: SINCE }, false],
  ['that ended before', { at: BEFORE, isBan: true, endsAt: BEFORE }, true],
  ['that ended since', { at: BEFORE, isBan: true, endsAt: SINCE }, false],
  ['a ban for good', { at: BEFORE, isBan: true }, false],
  ['a ban for good that was revoked before', { at: BEFORE, isBan: true, revokedAt: BEFORE }, true],
  ['revoked since', { at: BEFORE, revokedAt: SINCE }, false],
])('an imported action ended before a time: %s: %s', (_, action, is) =>
  expect(wasOver(action, new Date('2025-06-01T00:00:00Z'))).toBe(is),
)

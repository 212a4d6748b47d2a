import { expect, it } from 'vitest'
import { againFrom, leftThisYear } from './repeat-rules.ts'

const NOW = new Date('2026-11-25T12:00:00Z')
const appeal = (filedAt: string, endedAt: string | null = null) => ({
  state: endedAt === null ? ('submitted' as const) : ('decided' as const),
  ...{ filedAt, endedAt, endedBy: endedAt === null ? null : ('decider' as const), issuerReduction: null },
})
const TERMS = { spacingDays: 14 as const, most: 3 }

it.each([
  ['the first', [appeal('2026-11-20T12:00:00Z')], '2026-12-09T12:00:00.000Z', 2],
  [
    'the last of the year',
    [
      appeal('2026-11-20T12:00:00Z'),
      appeal('2026-06-01T12:00:00Z', '2026-06-05T12:00:00Z'),
      appeal('2026-02-01T12:00:00Z', '2026-02-05T12:00:00Z'),
    ],
    '2027-02-01T12:00:00.000Z',
    0,
  ],
  [
    'the second, a year after the first',
    [appeal('2026-11-20T12:00:00Z'), appeal('2025-01-01T12:00:00Z', '2025-01-05T12:00:00Z')],
    '2026-12-09T12:00:00.000Z',
    2,
  ],
])('after withdrawing %s the next appeal date and the remaining number are shown', (_, ofAction, from, left) => {
  expect(againFrom(ofAction, TERMS, NOW)?.toISOString()).toBe(from)
  expect(leftThisYear(ofAction, TERMS, NOW)).toBe(left)
})

it('appeals that the issuer ended do not count', () => {
  const byIssuer = { ...appeal('2026-11-01T12:00:00Z', '2026-11-24T12:00:00Z'), endedBy: 'issuer' as const }
  expect(againFrom([byIssuer], TERMS, NOW)).toBeNull()
  expect(leftThisYear([byIssuer], TERMS, NOW)).toBe(3)
})

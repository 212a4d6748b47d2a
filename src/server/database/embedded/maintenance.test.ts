import { expect, it } from 'vitest'
import { untilNextVacuum } from './maintenance.ts'

it.each([
  ['2026-07-01T07:59:00Z', 60_000],
  ['2026-07-01T08:00:00Z', 24 * 3_600_000],
  ['2026-12-31T20:00:00Z', 12 * 3_600_000],
])('at %s the next nightly vacuum is %i ms away', (now, ms) => {
  expect(untilNextVacuum(new Date(now))).toBe(ms)
})

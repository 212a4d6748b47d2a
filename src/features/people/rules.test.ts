import { describe, expect, it } from 'vitest'
import { MAX_TIMELINE, tenureOf, timelineOf } from './rules.ts'

describe('Length of membership', () => {
  it.each([
    ['2024-03-04', '2026-11-23', { years: 2, months: 8, days: 0 }],
    ['2025-11-23', '2026-11-23', { years: 1, months: 0, days: 0 }],
    ['2025-11-24', '2026-11-23', { years: 0, months: 11, days: 0 }],
    ['2026-11-01', '2026-11-23', { years: 0, months: 0, days: 22 }],
    ['2026-11-23', '2026-11-23', { years: 0, months: 0, days: 0 }],
    ['2026-01-31', '2026-02-28', { years: 0, months: 1, days: 0 }],
    ['2026-01-31', '2026-02-27', { years: 0, months: 0, days: 27 }],
  ])('the membership from %s to %s', (hiredAt, today, tenure) => {
    expect(tenureOf(hiredAt, today)).toEqual(tenure)
  })

  it('a membership that starts in the future has no length', () => {
    expect(tenureOf('2026-11-24', '2026-11-23')).toBeNull()
  })
})

describe('Timelines', () => {
  it('the newest entry is first, and a date without a time comes after the times of that day', () => {
    const entries = ['2026-01-02', '2026-01-02T10:00:00.000Z', '2026-03-01', '2025-12-31T23:00:00.000Z']
    expect(timelineOf(entries.map((at) => ({ at }))).map(({ at }) => at)).toEqual([
      '2026-03-01',
      '2026-01-02T10:00:00.000Z',
      '2026-01-02',
      '2025-12-31T23:00:00.000Z',
    ])
  })

  it('a timeline is cut after the latest entries', () => {
    const entries = Array.from({ length: MAX_TIMELINE + 5 }, (_, minute) => ({
      at: `2026-01-02T10:${String(minute).padStart(2, '0')}:00.000Z`,
    }))
    const shown = timelineOf(entries)
    expect([shown.length, shown[0]]).toEqual([MAX_TIMELINE, entries.at(-1)])
  })
})

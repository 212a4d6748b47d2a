import { describe, expect, it, vi } from 'vitest'
import { ago, isDay, latestDay, momentsOf, offsetsOf } from './dates.ts'

it.each([
  ['2026-03-14', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['03/14/2026', false],
  ['2026-3-14', false],
  ['', false],
])('%s is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is)
})

it('days are those of the viewer’s calendar, both included', () => {
  expect(momentsOf({ first: '2026-03-01', last: '2026-03-02', tz: 300 })).toEqual({
    since: new Date('2026-03-01T05:00:00.000Z'),
    before: new Date('2026-03-03T05:00:00.000Z'),
  })
  expect(momentsOf({ first: undefined, last: undefined, tz: 0 })).toEqual({ since: undefined, before: undefined })
})

it('a range across the change to daylight saving has the right offset at each end', () => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(new Date('2026-03-08T00:00').getTimezoneOffset()).toBe(300)
  const first = '2026-03-07'
  const last = '2026-03-08'
  const offsets = offsetsOf(first, last)
  expect(offsets).toEqual({ tz: '300', endTz: '240' })
  expect(momentsOf({ first, last, tz: Number(offsets.tz), endTz: Number(offsets.endTz) })).toEqual({
    since: new Date('2026-03-07T05:00:00.000Z'),
    before: new Date('2026-03-09T04:00:00.000Z'),
  })
  expect(offsetsOf('2026-03-01', '2026-03-02')).toEqual({ tz: '300' })
  expect(offsetsOf('2026-03-01', '')).toEqual({ tz: '300' })
  expect(offsetsOf('', last)).toEqual({ tz: '300', endTz: '240' })
  expect(offsetsOf('', '')).toEqual({})
  vi.unstubAllEnvs()
})

it('the latest day is that of the east', () => {
  expect(latestDay(new Date('2026-03-14T09:00:00Z'))).toBe('2026-03-14')
  expect(latestDay(new Date('2026-03-14T10:00:00Z'))).toBe('2026-03-15')
})

describe('When something was', () => {
  it.each([
    ['2026-03-14T18:29:31.000Z', 'just now'],
    ['2026-03-14T18:29:00.000Z', '1 minute ago'],
    ['2026-03-14T16:00:00.000Z', '2 hours ago'],
    ['2026-03-01T16:00:00.000Z', '13 days ago'],
    ['2026-03-14T18:31:00.000Z', 'just now'],
  ])('%s is %s', (then, said) => {
    expect(ago(then, new Date('2026-03-14T18:30:00.000Z'))).toBe(said)
  })
})

import { expect, it } from 'vitest'
import { isDay, momentsOf } from './dates.ts'

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

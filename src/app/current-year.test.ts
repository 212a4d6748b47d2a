import { expect, it, vi } from 'vitest'
import { currentYear } from './current-year.ts'

it.each([
  ['2026-12-31T23:59:59Z', 'UTC', 2026],
  ['2027-01-01T00:00:00Z', 'UTC', 2027],
  ['2026-12-31T22:59:59Z', 'Europe/Berlin', 2026],
  ['2026-12-31T23:00:00Z', 'Europe/Berlin', 2027],
  ['2026-12-31T18:14:59Z', 'Asia/Kathmandu', 2026],
  ['2026-12-31T18:15:00Z', 'Asia/Kathmandu', 2027],
])('at %s the year in %s is %i', (now, zone, year) => {
  expect(currentYear(() => new Date(now), zone)()).toBe(year)
})

it('the year changes while the site runs', () => {
  const clock = vi.fn(() => new Date('2026-12-31T22:59:59Z'))
  const year = currentYear(clock, 'Europe/Berlin')
  expect(year()).toBe(2026)
  clock.mockReturnValue(new Date('2026-12-31T23:00:00Z'))
  expect(year()).toBe(2027)
})

it('concurrent requests compute the year once', () => {
  const format = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  const year = currentYear(() => new Date('2026-06-01T12:00:00Z'), 'Europe/Berlin')
  for (let request = 0; request < 100; request++) year()
  expect(format).toHaveBeenCalledTimes(1)
  format.mockRestore()
})

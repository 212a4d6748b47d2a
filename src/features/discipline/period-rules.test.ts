import { expect, it } from 'vitest'
import { chosenWeek, PERIODS, periodDays, weekDays } from './period-rules.ts'

/** A Wednesday. */
const TODAY = '2026-03-18'

it.each([
  ['today', 'monday', '2026-03-18'],
  ['week', 'monday', '2026-03-16'],
  ['week', 'sunday', '2026-03-15'],
  ['week', 'saturday', '2026-03-14'],
  ['7-days', 'monday', '2026-03-12'],
  ['30-days', 'monday', '2026-02-17'],
  ['month', 'monday', '2026-03-01'],
  ['year', 'monday', '2026-01-01'],
] as const)('the period "%s", with weeks that begin on %s, starts on %s and has no end', (period, firstDay, start) => {
  expect(PERIODS).toContain(period)
  expect(periodDays(period, TODAY, firstDay)).toEqual({ start, end: '' })
})

it('a week of the chart has seven days', () => {
  expect(weekDays('2026-03-30')).toEqual({ start: '2026-03-30', end: '2026-04-05' })
})

it.each([
  ['one week of the chart', '2026-03-02', '2026-03-08', '2026-03-02'],
  ['the week that has begun', '2026-03-16', '2026-03-22', '2026-03-16'],
  ['seven days of two weeks', '2026-03-03', '2026-03-09', null],
  ['two weeks', '2026-03-02', '2026-03-15', null],
  ['a week before the chart begins', '2025-03-03', '2025-03-09', null],
  ['no days', '', '', null],
])('the week of a filter by %s', (_, start, end, week) => {
  expect(chosenWeek({ start, end }, TODAY, 'monday')).toBe(week)
})

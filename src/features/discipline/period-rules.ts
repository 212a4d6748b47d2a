import { DAY, utcDayOf } from '#lib/dates.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'
import type { FirstDay } from '#lib/site.ts'
import { chartWeeks, weekOf } from './rules.ts'

/** Frequent periods up to now for the filter of the list. Their names are part of the address. */
export const PERIODS = ['today', 'week', '7-days', '30-days', 'month', 'year'] as const
export type Period = (typeof PERIODS)[number]

export const PERIOD_LABELS: Record<Period, PlainMessage> = {
  today: msg('Today'),
  week: msg('This week'),
  '7-days': msg('Last 7 days'),
  '30-days': msg('Last 30 days'),
  month: msg('This month'),
  year: msg('This year'),
}

/** The first and the last day of a filter. An empty string leaves that side open. */
interface Days {
  start: string
  end: string
}

const plusDays = (day: string, days: number) => utcDayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY))

/** The days that a period covers today. */
export function periodDays(period: Period, today: string, firstDay: FirstDay): Days {
  const starts: Record<Period, string> = {
    today,
    week: weekOf(today, firstDay),
    '7-days': plusDays(today, -6),
    '30-days': plusDays(today, -29),
    month: `${today.slice(0, 7)}-01`,
    year: `${today.slice(0, 4)}-01-01`,
  }
  return { start: starts[period], end: '' }
}

/** The days of the week that begins on this day. */
export const weekDays = (week: string): Days => ({ start: week, end: plusDays(week, 6) })

/** The week of the chart that exactly matches the days of a filter. Null when no week does. */
export function chosenWeek({ start, end }: Days, today: string, firstDay: FirstDay): string | null {
  return chartWeeks(today, firstDay).find((week) => week === start && weekDays(week).end === end) ?? null
}

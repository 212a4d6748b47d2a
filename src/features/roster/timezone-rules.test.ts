import { expect, it } from 'vitest'
import { timezoneProblem } from './timezone-rules.ts'

it.each(['EST', 'est ', 'Eastern', 'Eastern Time', 'EST/EDT', 'GMT', 'GMT+1', 'UTC -05:00', 'UTC−3', 'AEST', 'CET'])(
  '"%s" is a time zone',
  (text) => expect(timezoneProblem(text)).toBeNull(),
)
it.each(['America/New_York', 'europe/berlin', 'Asia/Kolkata', 'EST5EDT', 'Etc/GMT+5', 'EST (UTC-5)'])(
  '"%s" is a time zone, too',
  (text) => expect(timezoneProblem(text)).toBeNull(),
)
it.each(['Mars/Olympus', 'ESTT', 'GMT+15', 'GMT+1:75', 'soon', 'Time', '5', '-', '+', 'America/Tampa', '=1+1'])(
  '"%s" is none',
  (text) => expect(timezoneProblem(text)).toMatch(/^There is no such time zone/),
)

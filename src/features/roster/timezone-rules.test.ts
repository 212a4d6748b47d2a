import { expect, it } from 'vitest'
import { timezoneProblem, zoneOf } from './timezone-rules.ts'

it.each(['EST', 'est ', 'Eastern', 'Eastern Time', 'EST/EDT', 'GMT', 'GMT+1', 'UTC -05:00', 'UTC−3', 'AEST', 'CET'])(
  'the abbreviation or offset "%s" is a time zone',
  (text) => expect(timezoneProblem(text)).toBeNull(),
)
it.each(['America/New_York', 'europe/berlin', 'Asia/Kolkata', 'EST5EDT', 'Etc/GMT+5', 'EST (UTC-5)'])(
  'the name "%s" is a time zone',
  (text) => expect(timezoneProblem(text)).toBeNull(),
)
it.each(['Mars/Olympus', 'ESTT', 'GMT+15', 'GMT+1:75', 'soon', 'Time', '5', '-', '+', 'America/Tampa', '=1+1'])(
  '"%s" is not a time zone',
  (text) => expect(timezoneProblem(text)).toMatch(/^There is no such time zone/),
)

it.each([
  ['EST', 'America/New_York'],
  ['Eastern Time', 'America/New_York'],
  ['EST/EDT', 'America/New_York'],
  ['cet', 'Europe/Berlin'],
  [' Europe/Berlin ', 'Europe/Berlin'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  ['EST5EDT', 'EST5EDT'],
  ['GMT+1', 'Etc/GMT-1'],
  ['UTC -05:00', 'Etc/GMT+5'],
  ['UTC−3', 'Etc/GMT+3'],
  ['EST (UTC-5)', 'Etc/GMT+5'],
  ['GMT', 'UTC'],
])('the time zone of "%s" is %s', (text, zone) => expect(zoneOf(text)).toBe(zone))
it.each(['IST', 'GMT+5:30', 'GMT-14', 'soon', ''])('the time zone of "%s" is unknown', (text) =>
  expect(zoneOf(text)).toBeNull(),
)

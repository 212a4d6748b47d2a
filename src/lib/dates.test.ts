import { afterEach, describe, expect, it, vi } from 'vitest'
import { currentForms, setDateForms } from './date-forms.ts'
import {
  ago,
  dayOf,
  earliest,
  formatMoment,
  formatSeconds,
  isDay,
  isTimeZone,
  latestDay,
  localMoment,
  momentAt,
  momentsOf,
  noonOf,
  offsetsOf,
  wholeDaysOf,
} from './dates.ts'

it.each([
  ['2026-03-14', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['03/14/2026', false],
  ['2026-3-14', false],
  ['', false],
])('the text %s is a date: %s', (text, is) => {
  expect(isDay(text)).toBe(is)
})

it('a span of time is split into whole UTC days and the rest at its ends', () => {
  const span = (since: string, before: string) => ({ since: new Date(since), before: new Date(before) })
  // Two days in Berlin. The second one is an hour shorter.
  expect(wholeDaysOf(span('2026-03-27T23:00Z', '2026-03-29T22:00Z'))).toEqual({
    days: ['2026-03-28'],
    rest: [span('2026-03-27T23:00Z', '2026-03-28T00:00Z'), span('2026-03-29T00:00Z', '2026-03-29T22:00Z')],
  })
  expect(wholeDaysOf(span('2026-03-28T00:00Z', '2026-03-30T00:00Z'))).toEqual({
    days: ['2026-03-28', '2026-03-29'],
    rest: [],
  })
  const short = span('2026-03-28T10:00Z', '2026-03-28T11:00Z')
  expect(wholeDaysOf(short)).toEqual({ days: [], rest: [short] })
  expect(wholeDaysOf(span('2026-03-28T10:00Z', '2026-03-28T10:00Z'))).toEqual({ days: [], rest: [] })
})

it('a range of days includes both days of the calendar of the viewer', () => {
  expect(momentsOf({ first: '2026-03-01', last: '2026-03-02', tz: 300 })).toEqual({
    since: new Date('2026-03-01T05:00:00.000Z'),
    before: new Date('2026-03-03T05:00:00.000Z'),
  })
  expect(momentsOf({ first: undefined, last: undefined, tz: 0 })).toEqual({ since: undefined, before: undefined })
})

it('a range across the change to daylight saving time has the right offset at each end', () => {
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

it('the latest date is that of the easternmost time zone', () => {
  expect(latestDay(new Date('2026-03-14T09:00:00Z'))).toBe('2026-03-14')
  expect(latestDay(new Date('2026-03-14T10:00:00Z'))).toBe('2026-03-15')
})

describe('Relative times', () => {
  it.each([
    ['2026-03-14T18:29:31.000Z', 'just now'],
    ['2026-03-14T18:29:00.000Z', '1 minute ago'],
    ['2026-03-14T16:00:00.000Z', '2 hours ago'],
    ['2026-03-01T16:00:00.000Z', '13 days ago'],
    ['2026-03-14T18:31:00.000Z', 'just now'],
  ])('the time %s is shown as %s', (then, expected) => {
    expect(ago(then, new Date('2026-03-14T18:30:00.000Z'))).toBe(expected)
  })
})

describe('The time zone of the community', () => {
  const usual = currentForms()
  afterEach(() => setDateForms(usual))

  it.each([
    // Summer time begins in Berlin: 01:59 is followed by 03:00.
    ['Europe/Berlin', '2026-03-29T00:59:00.000Z', '2026-03-29T01:59'],
    ['Europe/Berlin', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00'],
    // Summer time ends: 02:59 is followed by 02:00 again. The first 02:30 is meant.
    ['Europe/Berlin', '2026-10-24T23:59:00.000Z', '2026-10-25T01:59'],
    ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25T02:30'],
    ['Europe/Berlin', '2026-10-25T02:00:00.000Z', '2026-10-25T03:00'],
    // West of UTC it is still the day before. East of UTC it is already the next day.
    ['America/New_York', '2026-11-14T04:30:00.000Z', '2026-11-13T23:30'],
    ['Pacific/Auckland', '2026-11-13T12:30:00.000Z', '2026-11-14T01:30'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00.000Z', '2027-01-01T00:00'],
    // Offsets of half an hour and of three quarters.
    ['Asia/Kolkata', '2026-06-30T18:30:00.000Z', '2026-07-01T00:00'],
    ['Asia/Kathmandu', '2026-06-30T18:15:00.000Z', '2026-07-01T00:00'],
    // Lord Howe moves its clocks by half an hour.
    ['Australia/Lord_Howe', '2026-04-04T15:30:00.000Z', '2026-04-05T02:00'],
    ['UTC', '2026-02-28T23:59:00.000Z', '2026-02-28T23:59'],
  ])('clocks in %s show %s as %s, which is read as that time', (zone, moment, clock) => {
    setDateForms({ ...usual, timeZone: zone })
    expect(localMoment(moment)).toBe(clock)
    expect(dayOf(moment)).toBe(clock.slice(0, 10))
    expect(dayOf(moment, zone)).toBe(clock.slice(0, 10))
    // Australia/Lord_Howe shows 01:30 to 02:00 twice, and 02:00 once.
    expect(momentAt(clock).toISOString()).toBe(moment)
    expect(momentAt(clock, zone).toISOString()).toBe(moment)
  })

  it.each([
    ['Europe/Berlin', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', '2026-11-01T06:30:00.000Z', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ])('an hour that occurs twice in %s is read as the first', (zone, second, clock, first) => {
    setDateForms({ ...usual, timeZone: zone })
    expect(localMoment(second)).toBe(clock)
    expect(momentAt(clock).toISOString()).toBe(first)
  })

  it.each([
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z', '2026-03-29T03:30'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z', '2026-03-08T03:30'],
    // Midnight itself is skipped.
    ['America/Santiago', '2026-09-06T00:00', '2026-09-06T04:00:00.000Z', '2026-09-06T01:00'],
  ])('an hour that clocks in %s skip is an hour later', (zone, clock, moment, shown) => {
    setDateForms({ ...usual, timeZone: zone })
    expect(momentAt(clock).toISOString()).toBe(moment)
    expect(localMoment(moment)).toBe(shown)
  })

  it.each([
    // Each day with the moment when it begins in the zone, and the moment when the next one begins.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
    // 23:59 is followed by 23:00 again.
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', '2026-04-05T04:00:00.000Z'],
    ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00.000Z', '2026-04-05T12:00:00.000Z'],
    ['Asia/Kolkata', '2026-07-01', '2026-06-30T18:30:00.000Z', '2026-07-01T18:30:00.000Z'],
    // The value of a date field while the year is being typed, and the last day that a date field accepts.
    ['Europe/Berlin', '0002-03-14', '0002-03-13T23:07:00.000Z', '0002-03-14T23:07:00.000Z'],
    ['Europe/Berlin', '9999-12-31', '9999-12-30T23:00:00.000Z', '9999-12-31T23:00:00.000Z'],
  ])('a day in %s, %s, lasts from %s to %s', (zone, day, since, before) => {
    const bounds = { since: new Date(since), before: new Date(before) }
    expect(momentsOf({ first: day, last: day, zone })).toEqual(bounds)
    // The offsets that a browser sends give the same moments.
    setDateForms({ ...usual, timeZone: zone })
    const { tz, endTz } = offsetsOf(day, day)
    const offsets = { tz: Number(tz), endTz: endTz === undefined ? undefined : Number(endTz) }
    expect(momentsOf({ first: day, last: day, ...offsets, zone })).toEqual(bounds)
  })

  it('the first and the last possible date start and end in their year', () => {
    expect(momentsOf({ first: '0000-01-01', last: '9999-12-31', tz: -840, endTz: 840 })).toEqual({
      since: new Date('0001-01-01T00:00:00.000Z'),
      before: new Date('9999-12-31T23:59:59.999Z'),
    })
  })

  it('an offset in a request means days of that offset', () => {
    expect(momentsOf({ first: '2026-07-01', last: '2026-07-01', tz: 240, zone: 'Europe/Berlin' })).toEqual({
      since: new Date('2026-07-01T04:00:00.000Z'),
      before: new Date('2026-07-02T04:00:00.000Z'),
    })
  })

  it.each([
    [undefined, '2026-03-14T12:00:00.000Z'],
    ['Europe/Berlin', '2026-03-14T12:00:00.000Z'],
    ['America/Los_Angeles', '2026-03-14T12:00:00.000Z'],
    ['Pacific/Auckland', '2026-03-13T23:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-03-13T22:00:00.000Z'],
  ])('a spreadsheet date stays the same in %s', (zone, noon) => {
    expect(noonOf('2026-03-14', zone).toISOString()).toBe(noon)
    if (zone !== undefined) expect(dayOf(noon, zone)).toBe('2026-03-14')
  })

  it('times are shown with their time zone', () => {
    const plain = (text: string) => text.replace(/\s/g, ' ')
    setDateForms({ day: 'DD.MM.YYYY', locale: 'de-DE', timeZone: 'Europe/Berlin' })
    expect(plain(formatMoment('2026-03-28T23:30:00.000Z'))).toBe('29.03.2026, 00:30 MEZ')
    expect(plain(formatMoment('2026-03-29T10:00:00.000Z'))).toBe('29.03.2026, 12:00 MESZ')
    expect(plain(formatSeconds('2026-03-29T10:00:05.000Z'))).toBe('12:00:05 MESZ')
    setDateForms({ day: 'MM/DD/YYYY', locale: 'en-US', timeZone: 'America/New_York' })
    expect(plain(formatMoment('2026-11-14T01:30:00.000Z'))).toBe('11/13/2026, 8:30 PM EST')
    // A plain space before AM and PM would allow a line break there.
    expect(formatMoment('2026-11-14T01:30:00.000Z')).not.toContain(' PM')
    expect(formatSeconds('2026-11-14T01:30:00.000Z')).not.toContain(' PM')
  })

  it.each([
    ['Europe/Berlin', true],
    ['EST', true],
    ['Europe/Berln', false],
    ['', false],
  ])('the text %s is a time zone: %s', (name, is) => {
    expect(isTimeZone(name)).toBe(is)
  })
})

it.each([
  ['the first of several', [new Date(30), null, new Date(10), new Date(20)], new Date(10)],
  ['none of nothing', [null], null],
  ['none of none', [], null],
])('the earliest time is %s', (_, moments, first) => {
  expect(earliest(moments)).toEqual(first)
})

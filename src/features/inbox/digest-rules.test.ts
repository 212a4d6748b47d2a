import { describe, expect, it } from 'vitest'
import { isTooLate, nextDigest, updateQueueSeen } from './digest-rules.ts'

const at = (text: string) => new Date(text)

describe('The next digest', () => {
  it.each<[string, string, number, string, string]>([
    ['today where the hour is still to come', '2026-03-14T08:00:00Z', 18, 'Europe/Berlin', '2026-03-14T17:00:00Z'],
    ['tomorrow where it is that moment', '2026-03-14T17:00:00Z', 18, 'Europe/Berlin', '2026-03-15T17:00:00Z'],
    ['at midnight', '2026-03-14T17:00:00Z', 0, 'UTC', '2026-03-15T00:00:00Z'],
    ['on the day of whom it is for', '2026-03-14T23:30:00Z', 9, 'Pacific/Auckland', '2026-03-15T20:00:00Z'],
    ['where that is a day behind', '2026-03-15T03:00:00Z', 18, 'America/Los_Angeles', '2026-03-16T01:00:00Z'],
    ['at half past in UTC', '2026-03-14T00:00:00Z', 18, 'Asia/Kolkata', '2026-03-14T12:30:00Z'],
    ['the day before summer time', '2026-03-28T00:00:00Z', 18, 'Europe/Berlin', '2026-03-28T17:00:00Z'],
    ['an hour earlier in UTC when it begins', '2026-03-28T17:00:00Z', 18, 'Europe/Berlin', '2026-03-29T16:00:00Z'],
    [
      'as long after midnight, on a day without the hour',
      '2026-03-28T12:00:00Z',
      2,
      'Europe/Berlin',
      '2026-03-29T01:00:00Z',
    ],
    ['at the hour again on the day after that', '2026-03-29T01:00:00Z', 2, 'Europe/Berlin', '2026-03-30T00:00:00Z'],
    ['an hour later in UTC when summer time ends', '2026-10-24T16:00:00Z', 18, 'Europe/Berlin', '2026-10-25T17:00:00Z'],
    ['at the first of an hour that is there twice', '2026-10-24T12:00:00Z', 2, 'Europe/Berlin', '2026-10-25T00:00:00Z'],
    ['and not again at the second', '2026-10-25T00:00:00Z', 2, 'Europe/Berlin', '2026-10-26T01:00:00Z'],
    ['when summer time begins in America', '2026-03-07T23:00:00Z', 18, 'America/New_York', '2026-03-08T22:00:00Z'],
  ])('the next digest is %s', (_, after, hour, zone, expected) => {
    expect(nextDigest(at(after), hour, zone).toISOString()).toBe(at(expected).toISOString())
  })

  it('there is one digest on each day of a year, also when summer time changes', () => {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
      let moment = at('2026-01-01T00:00:00Z')
      const days = new Set<string>()
      for (let day = 0; day < 365; day++) {
        moment = nextDigest(moment, 2, zone)
        days.add(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(moment))
      }
      expect([zone, days.size]).toEqual([zone, 365])
    }
  })

  it('a digest is dropped three hours after its due time', () => {
    const due = at('2026-03-14T17:00:00Z')
    expect(isTooLate(due, at('2026-03-14T20:00:00Z'))).toBe(false)
    expect(isTooLate(due, at('2026-03-14T20:00:01Z'))).toBe(true)
  })
})

describe('The seen count of a queue', () => {
  const NOW = at('2026-03-14T18:30:00Z')
  const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
  it.each<[string, { told: number; moreSince: Date | null }, number, object]>([
    ['waits for what may be undone', { told: 1, moreSince: null }, 2, { told: 1, moreSince: NOW, isTold: false }],
    ['waits until that is over', { told: 1, moreSince: ago(14) }, 2, { told: 1, moreSince: ago(14), isTold: false }],
    ['tells of more', { told: 1, moreSince: ago(15) }, 3, { told: 3, moreSince: null, isTold: true }],
    [
      'tells nothing of what was undone',
      { told: 1, moreSince: ago(15) },
      1,
      { told: 1, moreSince: null, isTold: false },
    ],
    ['tells nothing of less', { told: 3, moreSince: null }, 1, { told: 1, moreSince: null, isTold: false }],
    [
      'tells nothing of as much as before',
      { told: 3, moreSince: null },
      3,
      { told: 3, moreSince: null, isTold: false },
    ],
  ])('the seen count: %s', (_, seen, count, expected) => expect(updateQueueSeen(seen, count, NOW)).toEqual(expected))
})

import { afterEach, describe, expect, it } from 'vitest'
import { setDateForms } from './date-forms.ts'
import { longDay, longMoment } from './long-dates.ts'
import { createTranslator, ENGLISH, setTranslator } from './messages.ts'

afterEach(() => {
  setTranslator(ENGLISH)
  setDateForms({ day: 'MM/DD/YYYY', locale: 'en-US' })
})

describe('Dates with the name of the month', () => {
  it.each([
    ['en', '2 December 2026', '2 December 2026, 12:56\u00a0PM UTC'],
    ['de', '2. Dezember 2026', '2. Dezember 2026, 12:56 UTC'],
    ['es', '2 de diciembre de 2026', '2 de diciembre de 2026, 12:56 UTC'],
  ] as const)('a date and a time in %s', (language, day, moment) => {
    setDateForms({ day: 'MM/DD/YYYY', locale: 'en-US', timeZone: 'UTC' })
    setTranslator(createTranslator(language, {}))
    expect(longDay('2026-12-02T12:56:00.000Z')).toBe(day)
    expect(longMoment('2026-12-02T12:56:00.000Z').replaceAll('\u202f', '\u00a0')).toBe(moment)
  })

  it('a date is in the time zone of the community', () => {
    setDateForms({ day: 'DD.MM.YYYY', locale: 'de-DE', timeZone: 'Europe/Berlin', clock: 24 })
    expect(longDay('2026-12-01T23:30:00.000Z')).toBe('2 December 2026')
    expect(longMoment('2026-12-01T23:30:00.000Z')).toContain('2 December 2026, 00:30')
  })
})

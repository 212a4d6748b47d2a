import { afterEach, expect, it } from 'vitest'
import { setDateForms } from './date-forms.ts'
import { formatDay, formatMoment, formatSeconds } from './dates.ts'
import { dateFormsOf } from './locale.ts'

const SHIPPED = dateFormsOf({ language: 'en' })
/** The space before AM and PM differs between versions of the engine. */
const plain = (text: string) => text.replace(/\s/g, ' ')
afterEach(() => setDateForms(SHIPPED))

it.each([
  [{ language: 'en' }, '03/04/2026', '03/04/2026, 6:05 PM', '6:05:09 PM'],
  [{ language: 'de' }, '04.03.2026', '04.03.2026, 18:05', '18:05:09'],
  [{ language: 'es' }, '04/03/2026', '04/03/2026, 18:05', '18:05:09'],
  [{ language: 'en', locale: 'en-GB' }, '04/03/2026', '04/03/2026, 18:05', '18:05:09'],
  [{ language: 'en', locale: 'sv-SE' }, '2026-03-04', '2026-03-04, 18:05', '18:05:09'],
  [{ language: 'en', dateOrder: 'year-month-day', clock: 24 }, '2026/03/04', '2026/03/04, 18:05', '18:05:09'],
  [{ language: 'de', clock: 12 }, '04.03.2026', '04.03.2026, 6:05 PM', '6:05:09 PM'],
] as const)('dates and times have the format of %j', (site, day, moment, seconds) => {
  setDateForms(dateFormsOf(site))
  expect(formatDay('2026-03-04')).toBe(day)
  expect(plain(formatMoment('2026-03-04T18:05:09.000Z'))).toBe(moment)
  expect(plain(formatSeconds('2026-03-04T18:05:09.000Z'))).toBe(seconds)
})

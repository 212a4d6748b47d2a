import { currentForms } from './date-forms.ts'
import { dayOf, unbroken } from './dates.ts'
import { currentLanguage } from './messages.ts'

/** British English puts the day before the month, as German and Spanish do. */
const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language)

/** A day with the month as a word, because 12/02 is 2 December to some and 12 February to others. */
export function formatLongDay(day: string): string {
  return new Intl.DateTimeFormat(localeOf(currentLanguage()), {
    ...{ day: 'numeric', month: 'long', year: 'numeric' },
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`))
}

/** The day of a moment with the month as a word. */
export const longDay = (moment: string): string => formatLongDay(dayOf(moment))

/** A moment with the month as a word and the time in the form of the page's language. */
export function longMoment(moment: string): string {
  const { locale, clock, timeZone } = currentForms()
  const language = currentLanguage()
  const time = new Intl.DateTimeFormat(locale.startsWith(language) ? locale : language, {
    hour: clock === 24 ? '2-digit' : 'numeric',
    minute: '2-digit',
    ...(timeZone !== undefined && { timeZone, timeZoneName: 'short' }),
    ...(clock !== undefined && { hourCycle: clock === 24 ? 'h23' : 'h12' }),
  }).format(new Date(moment))
  return `${longDay(moment)}, ${unbroken(time)}`
}

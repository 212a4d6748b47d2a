import type { DateForms } from './date-forms.ts'
import type { Language } from './languages.ts'
import type { Site } from './site.ts'

/** The default locale of dates and amounts for each language. The community may set another one. */
const OF_LANGUAGE: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', es: 'es-ES' }

type Chosen = Pick<Site, 'language' | 'locale' | 'dateOrder' | 'clock' | 'timeZone' | 'firstDayOfWeek'>

export const localeOf = ({ language, locale }: Chosen): string => locale ?? OF_LANGUAGE[language]

const PARTS: Readonly<Record<string, string>> = { year: 'YYYY', month: 'MM', day: 'DD' }

/** The forms of days and times: those of the locale, except where the community sets its own. */
export function dateFormsOf(site: Chosen): DateForms {
  const locale = localeOf(site)
  const parts = new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(0)
  const between = parts.find(({ type }) => type === 'literal')?.value.trim() ?? '/'
  const ofLocale = parts.map(({ type, value }) => PARTS[type] ?? value).join('')
  const ofSite = site.dateOrder
    ?.split('-')
    .map((name) => PARTS[name])
    .join(between)
  const { clock, timeZone, firstDayOfWeek: firstDay } = site
  return {
    day: ofSite ?? ofLocale,
    locale,
    ...(clock && { clock }),
    ...(timeZone && { timeZone }),
    ...(firstDay && { firstDay }),
  }
}

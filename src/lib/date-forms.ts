import type { FirstDay } from './site.ts'

/** How a community writes days and times. */
export interface DateForms {
  /** `MM/DD/YYYY` */
  day: string
  locale: string
  /** Defaults to the clock of the locale. */
  clock?: 12 | 24
  /** The time zone of all days and times. Without one, everybody sees their own time. */
  timeZone?: string
  /** The first day of the week. Defaults to Monday. */
  firstDay?: FirstDay
}

let forms: DateForms = { day: 'MM/DD/YYYY', locale: 'en-US' }

/** Sets the forms of all later dates. A page renders synchronously, so this is safe. */
export function setDateForms(next: DateForms): void {
  forms = next
}

export const currentForms = () => forms

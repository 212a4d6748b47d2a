import type { FirstDay } from './site.ts'

/** How a community writes days and times. */
export interface DateForms {
  /** `MM/DD/YYYY` */
  day: string
  locale: string
  /** As the locale has it unless said. */
  clock?: 12 | 24
  /** Whose days and times all see; without one those of the viewer. */
  timeZone?: string
  /** On which day its weeks begin; Monday where it does not say. */
  firstDay?: FirstDay
}

let forms: DateForms = { day: 'MM/DD/YYYY', locale: 'en-US' }

/** Sets the forms of all that follows: a page is drawn in one go. */
export function setDateForms(next: DateForms): void {
  forms = next
}

export const currentForms = () => forms

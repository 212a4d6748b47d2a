import { ENGLISH_FORMS } from './english-forms.ts'
import { GERMAN_FORMS } from './german-forms.ts'
import { SPANISH_FORMS } from './spanish-forms.ts'
import type { WordForms } from './word-forms.ts'

/** The word forms of a locale's language, such as de-AT. English when the language is not supported. */
export function formsOf(locale: string): WordForms {
  switch (locale.slice(0, 2)) {
    case 'de':
      return GERMAN_FORMS
    case 'es':
      return SPANISH_FORMS
    default:
      return ENGLISH_FORMS
  }
}

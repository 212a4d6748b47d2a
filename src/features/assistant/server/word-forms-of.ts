import { ENGLISH_FORMS } from './english-forms.ts'
import { GERMAN_FORMS } from './german-forms.ts'
import { SPANISH_FORMS } from './spanish-forms.ts'
import type { WordForms } from './word-forms.ts'

/** The forms of the language of a locale, such as de-AT; English where it is none of ours. */
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

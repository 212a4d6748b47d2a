import { ENGLISH_FORMS } from './english-forms.ts'
import { tokenize } from './wording.ts'

/** Uses English stems, because the law books are in English. */
const termsOf = (text: string): ReadonlySet<string> => new Set(tokenize(text).map(ENGLISH_FORMS.stem))

/** One of the two code lists, and the words that refer to the list itself. */
export interface Book {
  prefix: '/penal-codes' | '/ten-codes'
  /** These words are not counted when entries of the list are ranked, because the entries do not repeat them. */
  words: ReadonlySet<string>
}

const PENAL: Book = {
  prefix: '/penal-codes',
  words: termsOf(
    'statute statutes fine fines fined penal felony misdemeanor infraction points charge charges charged jail time sentence months penalty ticket law crime illegal legal caught code license license class happens punishment cite citation much cost',
  ),
}
const TEN: Book = {
  prefix: '/ten-codes',
  words: termsOf('code codes signal signals ten radio mean means meaning stand say'),
}

const ASKS_PENAL =
  /\b(statutes?|fined?|fines|penal|felon(y|ies)|misdemeanou?rs?|infractions?|points|charged?|charges|jail|jailtime|sentenced?|months|penalt(y|ies)|ticket (for|how)|law|crime|illegal|get for|caught|citation|cite|booked)\b|\d{3}\.\d/i
const ASKS_TEN =
  /\b(10-?\d+|ten-?codes?|signals?|sig ?\d|radio codes?|code (for|is|means|when|to)|(what|which) (10 |ten )?code|10 code|over (the )?radio|on (the )?radio|radio)\b|\b10 \d\d\b|\bcode$/i

/** The code lists that a question seems to be about. Empty when it may be about anything. */
export function booksOf(question: string): Book[] {
  const isPenal = ASKS_PENAL.test(question)
  if (/\bpenal\b|\bstatute/i.test(question)) return [PENAL]
  if (ASKS_TEN.test(question)) return isPenal ? [PENAL, TEN] : [TEN]
  return isPenal ? [PENAL] : []
}

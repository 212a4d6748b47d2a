import type { Language } from '#lib/languages.ts'
import type { Catalogue } from '#lib/messages.ts'
import { de } from './de.ts'
import { es } from './es.ts'

/** What the site says in each language, by what the code says. The code says it in English. */
export const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en: {}, de, es }

/** Every message of the site. */
export const ALL_MESSAGES: readonly string[] = Object.keys(de)

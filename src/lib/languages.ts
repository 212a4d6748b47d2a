/** The languages that the site's own texts are written in; English first, whose texts stand in the code. */
export const LANGUAGES = ['en', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** What each is called by those who speak it. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch', es: 'Español' }

/** Keeps what a visitor chose. */
export const LANGUAGE_COOKIE = 'language'

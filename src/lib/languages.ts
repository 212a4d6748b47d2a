/** The languages of the site's own texts. English comes first: its texts are in the code. */
export const LANGUAGES = ['en', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch', es: 'Español' }

/** The name of the cookie with the visitor's chosen language. */
export const LANGUAGE_COOKIE = 'language'

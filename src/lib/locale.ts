import type { Language } from './languages.ts'

/** Whose forms of dates and amounts the site has, unless the community says another. */
const OF_LANGUAGE: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', es: 'es-ES' }

export const localeOf = ({ language }: { language: Language }): string => OF_LANGUAGE[language]

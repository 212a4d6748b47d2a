import { LANGUAGE_COOKIE, type Language } from '#lib/languages.ts'
import type { Site } from '#lib/site.ts'

const CHOSEN = new RegExp(`(?:^|; ?)${LANGUAGE_COOKIE}=([a-z]+)`)

/**
 * Calls `make` for each language of the community. Returns a function that finds the value for a request by its
 * cookies: the value of the language that the visitor chose, or else of the community's own. With one language, cookies
 * are not read.
 */
export function byLanguage<T extends object>(
  { language, otherLanguages }: Pick<Site, 'language' | 'otherLanguages'>,
  make: (language: Language) => T,
): (cookies: string | undefined) => T {
  const own = make(language)
  if (otherLanguages.length === 0) return () => own
  const others = new Map<string | undefined, T>(otherLanguages.map((other) => [other, make(other)]))
  return (cookies) => (cookies === undefined ? own : (others.get(CHOSEN.exec(cookies)?.[1]) ?? own))
}

import { LANGUAGE_NAMES, type Language } from '#lib/languages.ts'
import { currentLanguage, t } from '#lib/messages.ts'
import type { Site } from '#lib/site.ts'
import { Link } from '#web/router.tsx'

/** Links to the languages of the site, each by its own name. Shown only when there is more than one. */
export function LanguageChoice({ site }: { site: Site }) {
  const languages = languagesOf(site)
  if (languages.length === 0) return null
  return (
    <ul aria-label={t('Language')} className="flex flex-wrap gap-x-5">
      {languages.map((each) => (
        <li key={each}>
          <Link
            {...languageLink(each)}
            className="touch-target rounded-sm underline-offset-4 hover:text-paper hover:underline aria-[current=true]:font-semibold aria-[current=true]:text-paper"
          >
            {LANGUAGE_NAMES[each]}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The languages that a visitor may choose from. Empty when the site has only one language. */
export const languagesOf = ({ language, otherLanguages }: Site): readonly Language[] =>
  otherLanguages.length === 0 ? [] : [language, ...otherLanguages]

/** The properties of a link that stores the choice and returns to this page. */
export const languageLink = (language: Language) => ({
  to: `/language/${language}`,
  reloadDocument: true,
  rel: 'nofollow',
  lang: language,
  hrefLang: language,
  'aria-current': language === currentLanguage() ? ('true' as const) : undefined,
})

import { LANGUAGE_NAMES } from '#lib/languages.ts'
import { currentLanguage, t } from '#lib/messages.ts'
import type { Site } from '#lib/site.ts'
import { Link } from '#web/router.tsx'

/** The languages of the site, each by its own name, where there is a choice. */
export function LanguageChoice({ site }: { site: Site }) {
  const { language, otherLanguages } = site
  if (otherLanguages.length === 0) return null
  return (
    <nav aria-label={t('Language')}>
      <ul className="flex flex-wrap gap-x-5">
        {[language, ...otherLanguages].map((each) => (
          <li key={each}>
            <Link
              to={`/language/${each}`}
              reloadDocument
              rel="nofollow"
              lang={each}
              hrefLang={each}
              aria-current={each === currentLanguage() ? 'true' : undefined}
              className="touch-target rounded-sm underline-offset-4 hover:text-paper hover:underline aria-[current=true]:font-semibold aria-[current=true]:text-paper"
            >
              {LANGUAGE_NAMES[each]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { t } from '#lib/messages.ts'
import { rich } from '#web/rich.tsx'
import { useFindVersion } from './queries.ts'

/** The running version of the site, and whether a newer one exists, for owners. */
export function VersionNote() {
  const { data } = useFindVersion()
  if (data === undefined) return null
  const { version, newer, isAsked } = data
  return (
    <p className="mx-auto max-w-[120rem] px-4 pb-4 text-paper-faint text-sm">
      {t('Version {version} of the site.', { version })}{' '}
      {newer !== null &&
        rich('Version {version} is there: {news}', {
          version: newer.version,
          news: (
            <a href={newer.page} target="_blank" rel="noopener" className="inline-link">
              {t('what is new')}
            </a>
          ),
        })}
      {newer === null && isAsked && t('No newer one is known.')}
      {!isAsked && t('It does not look for newer ones.')}
    </p>
  )
}

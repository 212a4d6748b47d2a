import { useFindVersion } from './queries.ts'

/** Which version of the site runs, and whether there is a newer one, for owners. */
export function VersionNote() {
  const { data } = useFindVersion()
  if (data === undefined) return null
  const { version, newer, isAsked } = data
  return (
    <p className="mx-auto max-w-[120rem] px-4 pb-4 text-paper-faint text-sm">
      Version {version} of the site.{' '}
      {newer !== null && (
        <>
          Version {newer.version} is there:{' '}
          <a href={newer.page} target="_blank" rel="noopener" className="inline-link">
            what is new
          </a>
        </>
      )}
      {newer === null && isAsked && 'No newer one is known.'}
      {!isAsked && 'It does not look for newer ones.'}
    </p>
  )
}

import { t } from '#lib/messages.ts'
import { rich } from '#web/rich.tsx'
import { Link } from '#web/router.tsx'
import type { CodeFilters } from './use-code-filters.ts'

interface OtherSearchesProps {
  filters: CodeFilters
  /** The search that is used instead, when nothing matches the typed one. Otherwise null. */
  suggestion: string | null
}

/** What else can be searched: the suggested search when nothing matches, and the search over all rules and codes. */
export function OtherSearches({ filters: { search, setSearch }, suggestion }: OtherSearchesProps) {
  const wanted = search.trim()
  return (
    <>
      {suggestion !== null && (
        <p role="status" className="mb-3 text-paper-dim">
          {rich('Nothing matches “{search}”. Did you mean {suggestion}?', {
            search: wanted,
            suggestion: (
              <button type="button" className="inline-link font-semibold" onClick={() => setSearch(suggestion)}>
                {suggestion}
              </button>
            ),
          })}
        </p>
      )}
      {wanted !== '' && (
        <p className="mb-3 text-sm">
          <Link to={`/search?q=${encodeURIComponent(wanted)}`} className="inline-link">
            {t('Search the rules and all codes for “{search}”', { search: wanted })}
          </Link>
        </p>
      )}
    </>
  )
}

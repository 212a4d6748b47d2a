import { useEffect } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useItemKeys } from '#ui/use-item-keys.ts'
import { Link } from '#web/router.tsx'
import { isPageRestored } from '#web/scroll-restoration.tsx'
import { TEXT, useListFilter } from '#web/use-list-filter.ts'
import type { Offence } from '../contract.ts'
import { byCategory, FAMILIES } from '../rules.ts'
import { OffenceCard } from './offence-card.tsx'
import { useOffences } from './queries.ts'

const PARAMETERS = { search: TEXT }

/** The catalogue of offences: each with its consequences, at its own address. */
export function OffencesView() {
  const { data, error, refetch } = useOffences()
  const { values, type, clear } = useListFilter(PARAMETERS)
  const offences = data?.data ?? []
  const isLoaded = data !== undefined
  useItemKeys('article h4 a')
  const families = FAMILIES.map((family) => ({
    family,
    categories: byCategory(
      offences.filter((offence) => offence.family === family),
      values.search,
    ),
  })).filter(({ categories }) => categories.length > 0)

  // The browser looked for the offence of the address before the list had loaded.
  useEffect(() => {
    if (!isLoaded || isPageRestored()) return
    document.getElementById(decodeURIComponent(window.location.hash.slice(1)))?.scrollIntoView()
  }, [isLoaded])

  return (
    <div className="mx-auto max-w-4xl px-4 pt-2 pb-16">
      <h1 className="text-2xl">{t('Offences')}</h1>
      <p className="mt-1 mb-4 text-paper-dim text-sm">
        {t(
          'Each offence and what it leads to. These are suggestions: a person decides, and says why if they decide differently.',
        )}{' '}
        <Link to="/appeals/figures" className="inline-link">
          {t('How appeals were decided so far')}
        </Link>
      </p>
      <SearchField
        label={t('Search')}
        placeholder={t('Search by code or name')}
        isStale={!isLoaded}
        value={values.search}
        onChange={(search) => type({ search })}
        className="w-full sm:w-80"
      />
      {families.length === 0 ? (
        <NoRows
          className="mt-4"
          isLoaded={isLoaded}
          skeleton={<Skeleton label={t('Loading offences…')} rows={6} columns={2} />}
          failure={error && { message: error.message || t('Failed to load'), onRetry: () => void refetch() }}
        >
          {offences.length === 0 ? (
            <Empty title={t('There is no catalogue of offences.')} />
          ) : (
            <Empty title={t('No offences found.')} action={<Button onClick={clear}>{t('Show all')}</Button>} />
          )}
        </NoRows>
      ) : (
        families.map(({ family, categories }) => (
          <section key={family} aria-label={family === 'staff' ? t('For staff') : t('For players')} className="mt-6">
            <h2 className="text-xl">{family === 'staff' ? t('For staff') : t('For players')}</h2>
            {categories.map(({ category, offences: listed }) => (
              <Category key={category} category={category} offences={listed} />
            ))}
          </section>
        ))
      )}
      {data !== undefined && data.retired.length > 0 && (
        <details className="mt-8">
          <summary className="inline-link w-fit cursor-pointer text-sm">{t('No longer given')}</summary>
          <p className="mt-1 mb-2 text-paper-dim text-sm">
            {t('Earlier actions name these offences. They are shown as they were last.')}
          </p>
          <div className="space-y-3">
            {data.retired.map((offence) => (
              <OffenceCard key={offence.code} offence={offence} />
            ))}
          </div>
        </details>
      )}
    </div>
  )
}

function Category({ category, offences }: { category: string; offences: readonly Offence[] }) {
  return (
    <>
      <h3 className="mt-4 mb-2 font-bold font-sign text-paper-dim">{category}</h3>
      <div className="space-y-3">
        {offences.map((offence) => (
          <OffenceCard key={offence.code} offence={offence} />
        ))}
      </div>
    </>
  )
}

import { lazy, memo, Suspense, useDeferredValue, useMemo } from 'react'
import { useAuth } from '#features/auth/web/use-auth.ts'
import { useCan } from '#features/auth/web/use-can.ts'
import { msg, t } from '#lib/messages.ts'
import { useLaw } from '#web/site-context.tsx'
import type { PenalCode } from '../contract.ts'
import { overviewOf, penalCodeAnchor, penalCodeText, rangeText } from '../rules.ts'
import { CodeBook } from './code-book.tsx'
import { CodeRows } from './code-rows.tsx'
import { PenalCodeCells, PenalCodeTable } from './penal-code-table.tsx'
import { usePenalCodes, useStaffList } from './queries.ts'
import { useAdding } from './use-adding.ts'
import { useCodeFilters } from './use-code-filters.ts'
import { useCodeSearch } from './use-code-search.ts'

/** Loaded on demand, because only staff edit the list. */
const load = () => Promise.all([import('./penal-code-view.tsx'), import('#ui/staff.css')])
const PenalCodeView = lazy(async () => ({ default: (await load())[0].PenalCodeView }))
const PenalCodeTools = lazy(async () => ({ default: (await load())[0].PenalCodeTools }))

const NONE: PenalCode[] = []

/** The penal codes: everyone looks them up, staff edit them in place. */
export function PenalCodes() {
  const auth = useAuth()
  const law = useLaw()
  const { data: latest, error, isError, refetch } = usePenalCodes()
  const isStaff = useCan({ access: 'staff' })
  const { data, isEditable } = useStaffList('/api/codes/penal', latest, isStaff)
  const codes = data?.data ?? NONE
  const filters = useCodeFilters('class')
  const search = useDeferredValue(filters.search)
  const group = useDeferredValue(filters.group)
  const { found, suggestion } = useCodeSearch(codes, penalCodeText, search)
  const shown = useMemo(() => found.filter((code) => group === '' || code.class === group), [found, group])
  const groups = useMemo(
    () =>
      overviewOf(codes, law.classes).map(({ name, count, fine, jail }) => ({
        name,
        count,
        note: [
          // A range of zeros is not shown.
          fine !== null && fine.max > 0 && rangeText(fine.min, fine.max, law.money),
          jail !== null && jail.max > 0 && `${rangeText(jail.min, jail.max)} ${law.jail.short}`,
        ]
          .filter(Boolean)
          .join(' · '),
      })),
    [codes, law],
  )
  const { isAdding, onAdd, panel } = useAdding()
  const importHref = useCan({ access: 'management' }) ? '/penal-codes/import' : undefined
  // Memoised, so that typing in the search field does not wait for the rows to render.
  const list = useMemo(() => {
    const readOnly = <PenalCodeList codes={shown} />
    return (
      <Suspense fallback={readOnly}>
        {isEditable ? <PenalCodeView codes={codes} shown={shown} isAdding={isAdding} {...panel} /> : readOnly}
      </Suspense>
    )
  }, [isEditable, codes, shown, isAdding, panel])

  return (
    <CodeBook
      href="/penal-codes"
      title={msg('Penal Codes')}
      lead={`${law.lead} ${law.disclaimer}`}
      readOnly={t("You're viewing in read-only mode. Only staff can add or remove penal codes.")}
      search={{ label: t('Search statute, title or notes'), placeholder: t('Statute, title, notes') }}
      filter={{ label: t('Class'), all: t('All classes'), groups }}
      filters={filters}
      suggestion={suggestion}
      auth={auth}
      count={data && { shown: shown.length, total: codes.length }}
      staff={
        isStaff
          ? {
              add: t('Add a penal code'),
              isAdding,
              onAdd,
              codes,
              tools: <PenalCodeTools codes={shown} />,
              importHref,
            }
          : null
      }
      error={isError ? { message: t('Failed to load Penal Codes.'), error, onRetry: () => void refetch() } : null}
    >
      {list}
    </CodeBook>
  )
}

/** Memoised, so that it does not render again when the signed-in user becomes known. */
const PenalCodeList = memo(function PenalCodeList({ codes }: { codes: readonly PenalCode[] }) {
  return (
    <PenalCodeTable isEmpty={codes.length === 0}>
      <CodeRows codes={codes}>{(code) => <PenalCodeRow key={code.id} code={code} />}</CodeRows>
    </PenalCodeTable>
  )
})

const PenalCodeRow = memo(function PenalCodeRow({ code }: { code: PenalCode }) {
  return (
    <tr id={penalCodeAnchor(code.statute)}>
      <PenalCodeCells code={code} />
    </tr>
  )
})

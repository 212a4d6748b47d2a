import { lazy, memo, Suspense, useDeferredValue, useMemo } from 'react'
import { useAuth } from '#features/auth/web/use-auth.ts'
import { useCan } from '#features/auth/web/use-can.ts'
import { msg, t } from '#lib/messages.ts'
import type { TenCode } from '../contract.ts'
import { categoriesOf, tenCodeAnchor, tenCodeText } from '../rules.ts'
import { CodeBook } from './code-book.tsx'
import { CodeRows } from './code-rows.tsx'
import { useStaffList, useTenCodes } from './queries.ts'
import { TenCodeCells, TenCodeTable } from './ten-code-table.tsx'
import { useAdding } from './use-adding.ts'
import { useCodeFilters } from './use-code-filters.ts'
import { useCodeSearch } from './use-code-search.ts'

/** Loaded on demand, because only staff edit the list. */
const load = () => Promise.all([import('./ten-code-view.tsx'), import('#ui/staff.css')])
const TenCodeView = lazy(async () => ({ default: (await load())[0].TenCodeView }))
const TenCodeTools = lazy(async () => ({ default: (await load())[0].TenCodeTools }))

const NONE: TenCode[] = []

/** The 10-codes: everyone looks them up, staff edit them in place. */
export function TenCodes() {
  const auth = useAuth()
  const { data: latest, error, isError, refetch } = useTenCodes()
  const isStaff = useCan({ access: 'staff' })
  const { data, isEditable } = useStaffList('/api/codes/ten', latest, isStaff)
  const codes = data?.data ?? NONE
  const filters = useCodeFilters('category')
  const search = useDeferredValue(filters.search)
  const group = useDeferredValue(filters.group)
  const { found, suggestion } = useCodeSearch(codes, tenCodeText, search)
  const shown = useMemo(() => found.filter((code) => group === '' || code.category === group), [found, group])
  const groups = categoriesOf(codes).map((name) => ({
    name,
    count: codes.filter((code) => code.category === name).length,
  }))
  const { isAdding, onAdd, panel } = useAdding()
  const importHref = useCan({ access: 'management' }) ? '/ten-codes/import' : undefined
  // Memoised, so that typing in the search field does not wait for the rows to render.
  const list = useMemo(() => {
    const readOnly = <TenCodeList codes={shown} />
    return (
      <Suspense fallback={readOnly}>
        {isEditable ? <TenCodeView codes={codes} shown={shown} isAdding={isAdding} {...panel} /> : readOnly}
      </Suspense>
    )
  }, [isEditable, codes, shown, isAdding, panel])

  return (
    <CodeBook
      href="/ten-codes"
      title={msg('10-Codes')}
      lead={t('What units and dispatch say on the radio, in number order.')}
      readOnly={t("You're viewing in read-only mode. Only staff can add or remove 10-codes.")}
      search={{ label: t('Search code or meaning'), placeholder: t('Code or meaning') }}
      filter={{ label: t('Category'), all: t('All categories'), groups }}
      filters={filters}
      suggestion={suggestion}
      auth={auth}
      count={data && { shown: shown.length, total: codes.length }}
      staff={
        isStaff
          ? {
              add: t('Add a 10-code'),
              isAdding,
              onAdd,
              codes,
              tools: <TenCodeTools codes={shown} />,
              importHref,
            }
          : null
      }
      error={isError ? { message: t('Failed to load 10-Codes.'), error, onRetry: () => void refetch() } : null}
    >
      {list}
    </CodeBook>
  )
}

/** Memoised, so that it does not render again when the signed-in user becomes known. */
const TenCodeList = memo(function TenCodeList({ codes }: { codes: readonly TenCode[] }) {
  return (
    <TenCodeTable isEmpty={codes.length === 0}>
      <CodeRows codes={codes}>{(code) => <TenCodeRow key={code.id} code={code} />}</CodeRows>
    </TenCodeTable>
  )
})

const TenCodeRow = memo(function TenCodeRow({ code }: { code: TenCode }) {
  return (
    <tr id={tenCodeAnchor(code.code)}>
      <TenCodeCells code={code} />
    </tr>
  )
})

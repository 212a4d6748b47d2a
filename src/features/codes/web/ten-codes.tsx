import { lazy, memo, type ReactNode, Suspense, useDeferredValue, useMemo } from 'react'
import { useAuth } from '#features/auth/web/use-auth.ts'
import { Empty } from '#ui/empty.tsx'
import { Pieces } from '#ui/pieces.tsx'
import { RowTh, Table, Td, Th } from '#ui/table.tsx'
import type { TenCode } from '../contract.ts'
import { categoriesOf, matchesTenCode, tenCodeAnchor } from '../rules.ts'
import { CODE_SHEET, CodeBook, type CodeTableProps } from './code-book.tsx'
import { Permalink, useTarget } from './permalink.tsx'
import { useTenCodes } from './queries.ts'
import { plateClass, TenCodeColor } from './ten-code-color.tsx'
import { useCodeFilters } from './use-code-filters.ts'

/** Code of its own: only staff write. */
const TenCodeDesk = lazy(async () => {
  const [{ TenCodeDesk }] = await Promise.all([import('./ten-code-desk.tsx'), import('#ui/staff.css')])
  return { default: TenCodeDesk }
})

const NONE: TenCode[] = []

/** The 10-codes: everybody looks them up, staff edit them in place. */
export function TenCodes() {
  const auth = useAuth()
  const { data, isError, refetch } = useTenCodes()
  const codes = data?.data ?? NONE
  const filters = useCodeFilters('category')
  const search = useDeferredValue(filters.search)
  const shown = useMemo(
    () => codes.filter((code) => matchesTenCode(code, { search, category: filters.group })),
    [codes, search, filters.group],
  )
  const groups = categoriesOf(codes).map((name) => ({
    name,
    count: codes.filter((code) => code.category === name).length,
  }))
  const readOnly = <TenCodeList codes={shown} />

  return (
    <CodeBook
      title="10-Codes"
      lead="What units and dispatch say on the radio, in the order of their numbers."
      things="10-codes"
      search={{ label: 'Search code or meaning', placeholder: 'Code or meaning' }}
      filter={{ label: 'Category', all: 'All categories', groups }}
      filters={filters}
      auth={auth}
      count={data && { shown: shown.length, total: codes.length }}
      error={isError ? { message: 'Failed to load 10-Codes.', onRetry: () => void refetch() } : null}
    >
      {auth.status === 'signed-in' && auth.rights.isStaff ? (
        <Suspense fallback={readOnly}>
          <TenCodeDesk codes={codes} shown={shown}>
            {readOnly}
          </TenCodeDesk>
        </Suspense>
      ) : (
        readOnly
      )}
    </CodeBook>
  )
}

/** Not drawn again when the answer comes who is signed in. */
const TenCodeList = memo(function TenCodeList({ codes }: { codes: readonly TenCode[] }) {
  return (
    <TenCodeTable>
      {codes.map((code) => (
        <TenCodeRow key={code.id} code={code} />
      ))}
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

/** The table around rows; without rows, what the spec says instead. */
export function TenCodeTable({ children, actions = false, onKeyDown }: CodeTableProps) {
  useTarget()
  if (children.length === 0) return <Empty title="No codes match your search." />
  return (
    <Table
      label="10-Codes"
      scrolls={false}
      className={`${CODE_SHEET} xl:overflow-visible! xl:[&_table]:table-fixed xl:[&_thead_th]:top-(--book-top) max-sm:[&_tbody_tr]:grid-cols-[5.5rem_minmax(0,1fr)_auto]`}
    >
      <thead>
        <tr>
          <Th className="w-36">Code</Th>
          <Th>Meaning</Th>
          <Th className="w-40">Category</Th>
          <Th className="w-32">Color</Th>
          {actions && (
            <Th className="w-48" align="end">
              Actions
            </Th>
          )}
        </tr>
      </thead>
      <tbody onKeyDown={onKeyDown}>
        <Pieces items={children} size={20}>
          {(row) => row}
        </Pieces>
      </tbody>
    </Table>
  )
}

/** What a row says. `note` stands beneath the meaning. */
export function TenCodeCells({ code, note }: { code: TenCode; note?: ReactNode }) {
  return (
    <>
      <RowTh>
        <span
          className={`inline-block min-w-16 rounded-sm px-2 py-0.5 text-center font-extrabold font-sign text-[0.9375rem] tabular-nums ${plateClass(code.color)}`}
        >
          <Permalink anchor={tenCodeAnchor(code.code)} name={code.code} />
        </span>
      </RowTh>
      <Td className="text-[0.9375rem] max-sm:col-span-2">
        {code.meaning}
        {note}
      </Td>
      <Td className="text-paper-dim max-sm:col-start-2">{code.category ?? '—'}</Td>
      <Td>
        <TenCodeColor color={code.color} />
      </Td>
    </>
  )
}

import { lazy, memo, type ReactNode, Suspense, useDeferredValue, useMemo } from 'react'
import { useAuth } from '#features/auth/web/use-auth.ts'
import { Empty } from '#ui/empty.tsx'
import { Pieces } from '#ui/pieces.tsx'
import { RowTh, Table, Td, Th } from '#ui/table.tsx'
import type { PenalCode } from '../contract.ts'
import { matchesPenalCode, overviewOf, penalCodeAnchor, type Range } from '../rules.ts'
import { CODE_SHEET, CodeBook, type CodeTableProps } from './code-book.tsx'
import { PenalClass } from './penal-class.tsx'
import { Permalink, useTarget } from './permalink.tsx'
import { usePenalCodes } from './queries.ts'
import { useCodeFilters } from './use-code-filters.ts'

/** Code of its own: only staff write. */
const PenalCodeDesk = lazy(async () => {
  const [{ PenalCodeDesk }] = await Promise.all([import('./penal-code-desk.tsx'), import('#ui/staff.css')])
  return { default: PenalCodeDesk }
})

const NONE: PenalCode[] = []

/** The penal codes: everybody looks them up, staff edit them in place. */
export function PenalCodes() {
  const auth = useAuth()
  const { data, isError, refetch } = usePenalCodes()
  const codes = data?.data ?? NONE
  const filters = useCodeFilters('class')
  const search = useDeferredValue(filters.search)
  const shown = useMemo(
    () => codes.filter((code) => matchesPenalCode(code, { search, class: filters.group })),
    [codes, search, filters.group],
  )
  const groups = useMemo(
    () =>
      overviewOf(codes).map(({ name, count, fine, jail }) => ({
        name,
        count,
        note: [rangeText(fine, dollars), rangeText(jail, (months) => `${months}`, ' mo')].filter(Boolean).join(' · '),
      })),
    [codes],
  )
  const readOnly = <PenalCodeList codes={shown} />

  return (
    <CodeBook
      title="Penal Codes"
      lead="What a charge costs in play: fine, jail and license points, by Florida statute. For play, not legal advice."
      things="penal codes"
      search={{ label: 'Search statute, title or notes', placeholder: 'Statute, title, notes' }}
      filter={{ label: 'Class', all: 'All classes', groups }}
      filters={filters}
      auth={auth}
      count={data && { shown: shown.length, total: codes.length }}
      error={isError ? { message: 'Failed to load Penal Codes.', onRetry: () => void refetch() } : null}
    >
      {auth.status === 'signed-in' && auth.rights.isStaff ? (
        <Suspense fallback={readOnly}>
          <PenalCodeDesk codes={codes} shown={shown}>
            {readOnly}
          </PenalCodeDesk>
        </Suspense>
      ) : (
        readOnly
      )}
    </CodeBook>
  )
}

function dollars(amount: number): string {
  return `$${amount.toLocaleString('en-US')}`
}

/** '$65 – $300', or nothing where no code of the class has such a number or all are 0. */
function rangeText(range: Range | null, say: (amount: number) => string, unit = ''): string {
  if (range === null || range.max === 0) return ''
  return `${range.min === range.max ? say(range.max) : `${say(range.min)}–${say(range.max)}`}${unit}`
}

/** Not drawn again when the answer comes who is signed in. */
const PenalCodeList = memo(function PenalCodeList({ codes }: { codes: readonly PenalCode[] }) {
  return (
    <PenalCodeTable>
      {codes.map((code) => (
        <PenalCodeRow key={code.id} code={code} />
      ))}
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

/** The table around rows; without rows, what the spec says instead. */
export function PenalCodeTable({ children, actions = false, onKeyDown }: CodeTableProps) {
  useTarget()
  if (children.length === 0) return <Empty title="No items match your search." />
  return (
    <Table
      label="Penal Codes"
      scrolls={false}
      className={`${CODE_SHEET} min-[88rem]:overflow-visible! min-[88rem]:[&_table]:table-fixed min-[88rem]:[&_thead_th]:top-(--book-top) sm:max-[88rem]:[&_table]:min-w-[60rem] max-sm:[&_tbody_tr]:grid-cols-3`}
    >
      <thead>
        <tr>
          <Th className="w-34">Statute</Th>
          <Th>Title</Th>
          <Th className="w-52">Class</Th>
          <Th className="w-24" align="end">
            Fine
          </Th>
          <Th className="w-24 whitespace-normal! leading-tight" align="end">
            Jail (months)
          </Th>
          <Th className="w-20" align="end">
            Points
          </Th>
          <Th className={actions ? 'w-40' : 'w-56'}>Notes</Th>
          {actions && (
            <Th className="w-36" align="end">
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

/** What costs nothing steps back. */
function amountClass(amount: number | null): string {
  return amount ? 'font-semibold' : 'text-paper-faint'
}

/** What a row says. `note` stands beneath the title. */
export function PenalCodeCells({ code, note }: { code: PenalCode; note?: ReactNode }) {
  return (
    <>
      <RowTh className="max-sm:col-span-3 font-bold font-sign text-[0.9375rem]">
        <Permalink anchor={penalCodeAnchor(code.statute)} name={code.statute} />
      </RowTh>
      <Td className="relative font-medium max-sm:col-span-3">
        {code.title}
        {note}
      </Td>
      <Td className="max-sm:col-span-3">{code.class !== null && <PenalClass name={code.class} />}</Td>
      <Td label="Fine" align="end" className={amountClass(code.fine)}>
        {code.fine === null ? '—' : dollars(code.fine)}
      </Td>
      <Td label="Jail (months)" align="end" className={amountClass(code.jail)}>
        {code.jail ?? '—'}
      </Td>
      <Td label="Points" align="end" className={amountClass(code.points)}>
        {code.points ?? '—'}
      </Td>
      <Td className="whitespace-pre-line text-paper-dim max-sm:col-span-3">{code.notes}</Td>
    </>
  )
}

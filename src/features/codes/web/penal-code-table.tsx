import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'
import { Empty } from '#ui/empty.tsx'
import { HeadText, RowTh, Table, Td, Th } from '#ui/table.tsx'
import { Link } from '#web/router.tsx'
import { useLaw } from '#web/site-context.tsx'
import type { PenalCode } from '../contract.ts'
import { penalCodeAnchor, penalCodeKey, rangeText } from '../rules.ts'
import { CODE_SHEET, type CodeTableProps, ON_PAGE } from './code-book.tsx'
import { PenalClass } from './penal-class.tsx'
import { Permalink, useTarget } from './permalink.tsx'

/** The table around the rows. Without rows it shows the empty text of the spec. */
export function PenalCodeTable({ children, isEmpty, head, look = ON_PAGE, ...staff }: CodeTableProps) {
  useTarget()
  const jailLabel = useJailLabel()
  if (isEmpty) return <Empty title={t('No items match your search.')} />
  return (
    <Table
      label={t('Penal Codes')}
      scrolls={false}
      {...staff}
      className={`${CODE_SHEET} ${look} sm:[&_table]:table-fixed sm:max-xl:[&_table]:min-w-[60rem] max-sm:[&_tbody_tr]:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]`}
    >
      {head ?? (
        <thead>
          <tr>
            <Th className="w-39">{t('Statute')}</Th>
            <Th>{t('Title')}</Th>
            <Th className="w-36">{t('Class')}</Th>
            <Th className="w-32" align="end">
              {t('Fine')}
            </Th>
            <Th className="w-20 leading-tight" align="end">
              <HeadText>{jailLabel}</HeadText>
            </Th>
            <Th className="w-20" align="end">
              {t('Points')}
            </Th>
            <Th className="w-56">{t('Notes')}</Th>
          </tr>
        </thead>
      )}
      {children}
    </Table>
  )
}

/** 'Jail (months)', or the law book's own unit of jail. */
export const useJailLabel = () => t('Jail ({unit})', { unit: useLaw().jail.unit })

/** Amounts of zero are shown faintly. */
function amountClass(amount: number | null, highest: number | null): string {
  return amount || highest ? 'font-semibold' : 'text-paper-faint'
}

/** The longest statute that fits on one line, in characters. */
const LINE = 18

/** The cells of a row. `note` is shown beneath the title. */
export function PenalCodeCells({ code, note }: { code: PenalCode; note?: ReactNode }) {
  const { money } = useLaw()
  const jailLabel = useJailLabel()
  return (
    <>
      <RowTh
        className={`max-sm:col-span-3 font-bold font-sign text-[0.9375rem] ${code.statute.length <= LINE ? 'whitespace-nowrap' : ''}`}
      >
        <Permalink anchor={penalCodeAnchor(code.statute)} name={code.statute} />
      </RowTh>
      <Td className="font-medium max-sm:relative max-sm:col-span-3 max-sm:pr-11">
        {code.title}
        {/* A CSS character instead of an icon: in hundreds of rows every element costs time on a slow phone. An inline
            element stays on the line of the last word. Only touch devices need a box of a minimum size. */}
        <Link
          to={`/penal-codes/calculator?charges=${penalCodeKey(code.statute)}`}
          aria-label={t('Charge {name}', { name: code.title })}
          title={t('Charge {name}', { name: code.title })}
          className="no-print touch-target -my-3 ml-2 inline-flex items-center justify-center px-1 text-paper-faint before:content-['+'] hover:text-lagoon max-sm:absolute max-sm:top-0 max-sm:right-0 sm:pointer-fine:inline"
        />
        {note}
      </Td>
      <Td className="max-sm:col-span-3">{code.class !== null && <PenalClass name={code.class} />}</Td>
      <Td label={t('Fine')} align="end" className={amountClass(code.fine, code.fine_max)}>
        {code.fine === null ? '—' : rangeText(code.fine, code.fine_max, money)}
      </Td>
      <Td label={jailLabel} align="end" className={amountClass(code.jail, code.jail_max)}>
        {code.jail === null ? '—' : rangeText(code.jail, code.jail_max)}
      </Td>
      <Td label={t('Points')} align="end" className={amountClass(code.points, code.points_max)}>
        {code.points === null ? '—' : rangeText(code.points, code.points_max)}
      </Td>
      <Td className="whitespace-pre-line text-paper-dim max-sm:col-span-3">{code.notes}</Td>
    </>
  )
}

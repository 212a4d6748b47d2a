import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'
import { Empty } from '#ui/empty.tsx'
import { RowTh, Table, Td, Th } from '#ui/table.tsx'
import type { TenCode } from '../contract.ts'
import { tenCodeAnchor } from '../rules.ts'
import { CODE_SHEET, type CodeTableProps, ON_PAGE } from './code-book.tsx'
import { Permalink, useTarget } from './permalink.tsx'
import { plateClass, TenCodeColor } from './ten-code-color.tsx'

/** The table around the rows. Without rows it shows the empty text of the spec. */
export function TenCodeTable({ children, isEmpty, head, look = ON_PAGE, ...staff }: CodeTableProps) {
  useTarget()
  if (isEmpty) return <Empty title={t('No codes match your search.')} />
  return (
    <Table
      label={t('10-Codes')}
      scrolls={false}
      {...staff}
      className={`${CODE_SHEET} ${look} xl:[&_table]:table-fixed max-sm:[&_tbody_tr]:grid-cols-[5.5rem_minmax(0,1fr)_auto]`}
    >
      {head ?? (
        <thead>
          <tr>
            <Th className="lg:w-36">{t('Code')}</Th>
            <Th>{t('Meaning')}</Th>
            <Th className="lg:w-40">{t('Category')}</Th>
            <Th className="lg:w-32">{t('Color')}</Th>
          </tr>
        </thead>
      )}
      {children}
    </Table>
  )
}

/** The cells of a row. `note` is shown beneath the meaning. */
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

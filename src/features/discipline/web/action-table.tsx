import Gamepad2 from 'lucide-react/icons/gamepad-2'
import History from 'lucide-react/icons/history'
import { dayOf, formatDay } from '#lib/dates.ts'
import { KEPT_FROM_YOU } from '#lib/kept-from-you.ts'
import { msg, t } from '#lib/messages.ts'
import { SortTh } from '#ui/sort-head.tsx'
import { RowTh, Table, Td, Th } from '#ui/table.tsx'
import { openOnPress, useRowKeys } from '#ui/use-row-keys.ts'
import type { Sorting } from '#web/use-sort.ts'
import type { DaEntry } from '../contract.ts'
import { TypeChip } from './type-chip.tsx'

interface ActionTableProps {
  rows: readonly DaEntry[]
  /** What is shown is no longer what the filters say. */
  isStale: boolean
  sorting: Sorting
  onOpen(id: number): void
}

/** The page's entries. A press on a row opens it; arrow keys move over the rows and Enter opens. */
export function ActionTable({ rows, isStale, sorting, onOpen }: ActionTableProps) {
  const keys = useRowKeys({ ids: rows.map(({ id }) => String(id)), onOpen: (id) => onOpen(Number(id)) })
  return (
    <Table
      label={t('Disciplinary actions')}
      className={`text-[0.8125rem]! transition-opacity [--cell-x:10px] sm:[--row:44px] xl:max-h-none! xl:min-h-0 xl:flex-1 [&_table]:table-fixed sm:[&_table]:min-w-[58rem] ${isStale ? 'stale-rows' : ''}`}
    >
      <colgroup>
        {['w-[6.25rem]', 'w-36', 'w-36', 'w-[10.75rem]', '', ''].map((width, index) => (
          <col key={COLUMNS[index]} className={width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {COLUMNS.map((column, index) => {
            const sorted = SORTED[index]
            return sorted === undefined ? (
              <Th key={column}>{t(column)}</Th>
            ) : (
              <SortTh key={column} {...sorting} column={sorted} label={t(column)} />
            )
          })}
        </tr>
      </thead>
      <tbody onKeyDown={keys.onKeyDown}>
        {rows.map((row) => (
          <tr
            key={row.id}
            {...keys.rowProps(String(row.id))}
            onClick={openOnPress(() => onOpen(row.id))}
            className="cursor-pointer -outline-offset-2"
          >
            <Td label={t('Date')} className="whitespace-nowrap text-paper-dim">
              <time dateTime={row.date}>{formatDay(dayOf(row.date))}</time>
            </Td>
            <RowTh
              label={t('User')}
              className="wrap-anywhere font-semibold! leading-[1.125rem] text-paper"
              title={row.user}
            >
              {row.user_name}
            </RowTh>
            <Td label={t('Admin')} className="wrap-anywhere text-paper-dim leading-[1.125rem]" title={row.admin}>
              {row.admin_name}
            </Td>
            <Td label={t('Type')}>
              <span className="inline-flex flex-wrap items-center gap-1.5">
                <TypeChip type={row.type} revoked={row.revoked} />
                {row.is_from_game && (
                  <Gamepad2 role="img" aria-label={t('From the game')} className="size-3.5 shrink-0 text-paper-faint" />
                )}
                {row.is_revised && (
                  <History role="img" aria-label={t('Revised')} className="size-3.5 shrink-0 text-paper-faint" />
                )}
              </span>
            </Td>
            <Td label={t('Internal Reason')} className="text-paper-dim">
              <span className={REASON}>
                {row.internal_reason ?? <span className="text-paper-faint">{t(KEPT_FROM_YOU)}</span>}
              </span>
            </Td>
            <Td label={row.external_reason === null ? undefined : t('External Reason')} className="text-paper-dim">
              {row.external_reason !== null && <span className={REASON}>{row.external_reason}</span>}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Two lines of a reason fit a row; the whole of it stands in the action's details. */
const REASON = 'wrap-anywhere line-clamp-2 leading-[1.125rem] max-sm:line-clamp-3'

/** What the first of them are called where the server sorts by them. */
const SORTED = ['date', 'user_name', 'admin_name'] as const

/** Spec, section 2: the table's columns. */
export const COLUMNS = [
  msg('Date'),
  msg('User'),
  msg('Admin'),
  msg('Type'),
  msg('Internal Reason'),
  msg('External Reason'),
]

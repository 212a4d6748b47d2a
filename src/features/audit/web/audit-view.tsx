import { useState } from 'react'
import { useListPreferences } from '#features/auth/web/use-list-preferences.ts'
import type { KeptList } from '#lib/list-preferences.ts'
import { formatNumber, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ColumnHeads } from '#ui/column-heads.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { RefreshButton } from '#ui/refresh-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { RowTh, Table, Td } from '#ui/table.tsx'
import { useColumns } from '#ui/use-columns.tsx'
import { openOnPress, useRowKeys } from '#ui/use-row-keys.ts'
import { CallFailed } from '#web/call.ts'
import type { Sorting } from '#web/use-sort.ts'
import type { AuditRow } from '../contract.ts'
import { actionLabel, SORTS } from '../rules.ts'
import { AuditToolbar, auditColumns } from './audit-toolbar.tsx'
import { ChainStatus } from './chain-status.tsx'
import { EntryDetails } from './entry-details.tsx'
import { EntrySentence, type SentenceProps } from './entry-sentence.tsx'
import { Moment } from './moment.tsx'
import { useAudit, useNames } from './queries.ts'
import { useAuditFilter } from './use-audit-filter.ts'

/**
 * The audit log for owners: filters kept in the address, rows that open to show before and after, and the tamper check.
 */
export function AuditView({ words, placeOf }: Pick<SentenceProps, 'words' | 'placeOf'>) {
  const filtering = useAuditFilter()
  const kept = useListPreferences()
  const { page, filter, change, clear } = filtering
  const { data, error, isFetching, isPlaceholderData, refetch } = useAudit(filtering.query)
  const [opened, setOpened] = useState<AuditRow | null>(null)
  const rows = data?.rows ?? []
  const names = useNames(rows, words)
  const rowKeys = useRowKeys({
    ids: rows.map(({ seq }) => String(seq)),
    onOpen: (id) => setOpened(rows.find(({ seq }) => String(seq) === id) ?? null),
  })
  const first = (page - 1) * filter.pageSize + 1
  const failure = error && { message: errorText(error), error, onRetry: () => void refetch() }
  return (
    <div data-full-width="" className="mx-auto flex max-w-[120rem] flex-col gap-3 px-4 pt-2 pb-6">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-2xl">{t('Audit')}</h1>
        <RefreshButton isBusy={isFetching} onRefresh={() => void refetch()} />
        <p role="status" className="text-paper-faint text-sm tabular-nums sm:ml-auto">
          {data !== undefined && rows.length > 0 && !isPlaceholderData && rangeText(data, first)}
        </p>
      </header>
      <ChainStatus />
      <AuditToolbar filtering={filtering} kept={kept} words={words} />
      {filter.import !== null && <OneImport onClose={() => change({ import: null })} />}
      {failure !== null && rows.length > 0 && <ErrorNote {...failure} />}
      {rows.length > 0 ? (
        <>
          <AuditTable
            {...{ rows, rowKeys, words, placeOf, names, kept }}
            isStale={isPlaceholderData}
            sorting={filtering.sorting}
            onOpen={setOpened}
          />
          {data !== undefined && <Pages reply={data} filtering={filtering} />}
        </>
      ) : (
        <NoRows
          isLoaded={error === null && data !== undefined}
          skeleton={<Skeleton label={t('Loading the audit log…')} rows={12} columns={5} />}
          failure={failure}
        >
          <NoEntries onClear={filtering.filtersSet > 0 || page > 1 ? clear : null} />
        </NoRows>
      )}
      {opened !== null && (
        <EntryDetails
          {...{ words, placeOf, names }}
          row={opened}
          onFilter={(part) => {
            setOpened(null)
            change(part)
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}

type Reply = NonNullable<ReturnType<typeof useAudit>['data']>

function rangeText({ rows, total, isCapped }: Reply, first: number): string {
  const range = { from: formatNumber(first), to: formatNumber(first + rows.length - 1), total: formatNumber(total) }
  return t('Showing {from}-{to} of {total}', range) + (isCapped ? '+' : '')
}

/** `onClear` is null when the whole log is shown. */
function NoEntries({ onClear }: { onClear: (() => void) | null }) {
  return (
    <Empty
      title={onClear === null ? t('The audit log is empty.') : t('No rows found.')}
      hint={onClear === null ? undefined : t('Try other filters, or the first page.')}
      action={onClear !== null && <Button onClick={onClear}>{t('Clear filters')}</Button>}
    />
  )
}

interface PagesProps {
  reply: Reply
  filtering: ReturnType<typeof useAuditFilter>
}

/** The way to the other pages, and what they leave out. */
function Pages({ reply: { total, isCapped }, filtering: { page, filter, goTo } }: PagesProps) {
  const pages = Math.ceil(total / filter.pageSize)
  const shown = { total: formatNumber(total) }
  return (
    <>
      {pages > 1 && <Pagination page={page} pages={pages} onGo={goTo} />}
      {isCapped && (
        <p className="text-center text-paper-faint text-sm">
          {filter.sort === SORTS[0]
            ? t('These pages show the latest {total}. Narrow the filters to see older ones.', shown)
            : t('These pages show the oldest {total}. Narrow the filters to see newer ones.', shown)}
        </p>
      )}
    </>
  )
}

/** The error message, with the server's own message for each filter that is not valid. */
function errorText(error: Error): string {
  const fields = error instanceof CallFailed ? Object.values(error.fields) : []
  return [t('Failed to load the audit log.'), ...fields].join(' ')
}

/** Says that the log shows one import only, with the button that shows all of it. */
function OneImport({ onClose }: { onClose(): void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-paper-dim text-sm">
      {t('What one import did to each record.')}
      <Button size="sm" onClick={onClose}>
        {t('Back to the whole log')}
      </Button>
    </p>
  )
}

interface AuditTableProps extends Omit<SentenceProps, 'row' | 'tabIndex'> {
  rows: readonly AuditRow[]
  rowKeys: ReturnType<typeof useRowKeys>
  isStale: boolean
  sorting: Sorting
  kept: KeptList
  onOpen(row: AuditRow): void
}

function AuditTable({ rows, rowKeys, isStale, sorting, kept, onOpen, ...sentenceProps }: AuditTableProps) {
  const columns = useColumns(auditColumns(), kept, 'compact')
  return (
    <Table label={t('Audit log')} className="xl:[&_table]:table-fixed" {...columns.table}>
      {columns.group}
      <thead>
        <tr>
          <ColumnHeads handleOf={columns.handleOf} columns={auditColumns()} sorting={sorting} />
        </tr>
      </thead>
      <tbody onKeyDown={rowKeys.onKeyDown} className={isStale ? 'stale-rows' : ''}>
        {rows.map((row) => (
          <EntryRow
            key={row.seq}
            {...sentenceProps}
            row={row}
            place={rowKeys.rowProps(String(row.seq))}
            onOpen={() => onOpen(row)}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface EntryRowProps extends Omit<SentenceProps, 'tabIndex'> {
  place: ReturnType<ReturnType<typeof useRowKeys>['rowProps']>
  onOpen(): void
}

function EntryRow({ place, onOpen, ...sentenceProps }: EntryRowProps) {
  const { row } = sentenceProps
  return (
    <tr {...place} onClick={openOnPress(onOpen)} className="cursor-pointer -outline-offset-2">
      <Td className="whitespace-nowrap text-paper-dim max-sm:text-xs">
        <Moment at={row.at} />
      </Td>
      <RowTh className="wrap-anywhere whitespace-normal font-normal text-paper-dim">
        <span className="block min-w-0">
          <EntrySentence {...sentenceProps} tabIndex={place.tabIndex} />
        </span>
      </RowTh>
      <Td>
        <button
          type="button"
          tabIndex={place.tabIndex}
          onClick={onOpen}
          className="max-w-full truncate text-left text-paper-faint hover:text-lagoon"
        >
          {actionLabel(row.action, sentenceProps.words)}
        </button>
      </Td>
    </tr>
  )
}

import { type ComponentProps, useState } from 'react'
import { useListPreferences } from '#features/auth/web/use-list-preferences.ts'
import { formatNumber, t } from '#lib/messages.ts'
import { matchesSearch } from '#lib/search.ts'
import { Button } from '#ui/button.tsx'
import { ToggleChip } from '#ui/chip.tsx'
import { ColumnHeads } from '#ui/column-heads.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { ListTools } from '#ui/list-tools.tsx'
import { toast } from '#ui/live-region.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { RefreshButton } from '#ui/refresh-button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table } from '#ui/table.tsx'
import { type Column, useColumns } from '#ui/use-columns.tsx'
import { useRowKeys } from '#ui/use-row-keys.ts'
import { CallFailed } from '#web/call.ts'
import { listOf, TEXT, useListFilter } from '#web/use-list-filter.ts'
import { sortedBy, useSort } from '#web/use-sort.ts'
import { exportVerifications, type Verification } from '../contract.ts'
import { type Decision, STATUS_LABELS, STATUSES, type Status, sortValueOf } from '../rules.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { useDecide, useVerifications } from './queries.ts'
import { STATUS_TONES } from './status-chip.tsx'
import { VerificationRow } from './verification-row.tsx'

/** The sortable columns. */
const SORTED = ['person', 'group', 'status', 'since']

const queueColumns = (): Column[] => [
  { key: 'person', label: t('Person'), isFixed: true, sorts: true },
  { key: 'group', label: t('Group'), sorts: true },
  { key: 'status', label: t('Status'), sorts: true },
  { key: 'since', label: t('Since'), sorts: true },
  { key: 'role', label: t('Discord role') },
  { key: 'actions', label: t('Actions'), isFixed: true, align: 'end' },
]

const PARAMETERS = { search: TEXT, status: listOf(STATUSES) }

/** The verifications, for owners: those that await a decision, those in progress, and those that ended. */
export function VerificationQueue() {
  const query = useVerifications()
  const decide = useDecide()
  const [deciding, setDeciding] = useState<{ item: Verification; decision: Decision } | null>(null)

  const all = query.data?.data
  const waiting = all?.filter((item) => item.status === 'verified').length ?? 0

  const open = (item: Verification, decision: Decision) => {
    decide.reset()
    setDeciding({ item, decision })
  }
  const send = (reason: string) => {
    if (deciding === null) return
    const { item, decision } = deciding
    decide.mutate(
      { item, decision, reason },
      {
        onSuccess: () => {
          setDeciding(null)
          const { name } = item.person
          toast(decision === 'approved' ? t('{name} was approved.', { name }) : t('{name} was rejected.', { name }))
        },
      },
    )
  }
  return (
    <div data-full-width="" className="mx-auto flex max-w-[120rem] flex-col gap-3 px-4 pt-2 pb-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-2xl">{t('Verifications')}</h1>
        <RefreshButton isBusy={query.isFetching} onRefresh={() => void query.refetch()} />
        <p className="text-paper-faint text-sm tabular-nums sm:ml-auto">
          {all !== undefined &&
            (waiting === 0
              ? t('Nothing awaiting review')
              : t({ one: '{count} awaiting review', other: '{count} awaiting review' }, { count: waiting }))}
        </p>
      </header>
      <VerificationList query={query} onDecide={open} />
      {deciding !== null && (
        <DecisionDialog
          {...deciding}
          givesRole={query.data?.givesRole ?? false}
          isPending={decide.isPending}
          error={decide.error === null ? null : wordsFor(decide.error)}
          onDecide={send}
          onClose={() => setDeciding(null)}
        />
      )}
    </div>
  )
}

interface VerificationListProps {
  query: ReturnType<typeof useVerifications>
  onDecide(item: Verification, decision: Decision): void
}

/** The filter and the table of the verifications that match it. */
function VerificationList({ query, onDecide }: VerificationListProps) {
  const { data, error, isError, refetch, dataUpdatedAt } = query
  const kept = useListPreferences()
  const columns = useColumns(queueColumns(), kept)
  const { values, type, choose, clear } = useListFilter(PARAMETERS)
  const { search, status } = values
  const all = data?.data
  const found = all?.filter((item) => matchesSearch(search, searchTextsOf(item)))
  const wanted = found?.filter((item) => status.length === 0 || status.includes(item.status)) ?? []
  const sorting = useSort(SORTED)
  const shown = sortedBy(wanted, sorting.sort, sortValueOf)
  const isFiltered = search.trim() !== '' || status.length > 0
  const rows = useRowKeys({ ids: shown.map(({ id }) => id) })
  const now = new Date(dataUpdatedAt)
  const failure = isError ? { message: t('Failed to load verifications.'), error, onRetry: () => void refetch() } : null
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField
          label={t('Search')}
          placeholder={t('Search name, ID...')}
          isStale={all === undefined}
          value={search}
          onChange={(text) => type({ search: text })}
          className="w-full sm:w-72"
        />
        <StatusChips found={found} chosen={status} onChoose={(chosen) => choose({ status: chosen })} />
        <ListTools
          kept={kept}
          columns={queueColumns()}
          exporting={{ exported: exportVerifications, rows: shown.map(({ id }) => id) }}
        />
        <p role="status" className="ml-auto text-paper-faint text-sm tabular-nums">
          {all !== undefined &&
            isFiltered &&
            t('{shown} of {total}', { shown: formatNumber(shown.length), total: formatNumber(all.length) })}
        </p>
      </div>
      {failure !== null && all !== undefined && <ErrorNote {...failure} />}
      {shown.length > 0 ? (
        <Table label={t('Verifications')} {...columns.table}>
          {columns.group}
          <thead>
            <tr>
              <ColumnHeads handleOf={columns.handleOf} columns={queueColumns()} sorting={sorting} />
            </tr>
          </thead>
          <tbody onKeyDown={rows.onKeyDown}>
            {shown.map((item) => (
              <VerificationRow
                key={item.id}
                item={item}
                now={now}
                place={rows.rowProps(item.id)}
                onDecide={(decision) => onDecide(item, decision)}
              />
            ))}
          </tbody>
        </Table>
      ) : (
        <NoVerifications isLoaded={all !== undefined} failure={failure} isFiltered={isFiltered} onClear={clear} />
      )}
    </>
  )
}

interface StatusChipsProps {
  found: readonly Verification[] | undefined
  chosen: readonly Status[]
  onChoose(chosen: readonly Status[]): void
}

/** The filter by status, with the number of verifications that the search finds in each. */
function StatusChips({ found, chosen, onChoose }: StatusChipsProps) {
  const toggle = (one: Status) =>
    onChoose(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])
  return (
    <fieldset className="flex flex-wrap gap-2" aria-label={t('Status')}>
      {STATUSES.map((one) => (
        <ToggleChip
          key={one}
          label={t(STATUS_LABELS[one])}
          tone={STATUS_TONES[one]}
          count={found?.filter((item) => item.status === one).length ?? null}
          isOn={chosen.includes(one)}
          onToggle={() => toggle(one)}
        />
      ))}
    </fieldset>
  )
}

interface NoVerificationsProps extends Pick<ComponentProps<typeof NoRows>, 'isLoaded' | 'failure'> {
  isFiltered: boolean
  onClear(): void
}

function NoVerifications({ isLoaded, failure, isFiltered, onClear }: NoVerificationsProps) {
  return (
    <NoRows
      isLoaded={isLoaded}
      skeleton={<Skeleton label={t('Loading verifications…')} rows={9} columns={5} />}
      failure={failure}
    >
      <Empty
        title={isFiltered ? t('No verifications match.') : t('There are no verifications yet.')}
        hint={
          isFiltered ? undefined : t('People start at /verify. Review them here once the provider has confirmed them.')
        }
        action={isFiltered && <Button onClick={onClear}>{t('Show all')}</Button>}
      />
    </NoRows>
  )
}

function searchTextsOf({ person, status }: Verification): string[] {
  return [person.name, person.username, person.id, t(STATUS_LABELS[status])]
}

/** After a conflict, the list behind the dialog already shows the current state. */
function wordsFor(error: Error): string {
  if (error instanceof CallFailed && error.code === 'changed_meanwhile') {
    return t('This verification has changed. Close this dialog and check the list again.')
  }
  return error.message
}

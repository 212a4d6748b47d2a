import ChartColumn from 'lucide-react/icons/chart-column'
import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { useEffect, useRef, useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { useListPreferences } from '#features/auth/web/use-list-preferences.ts'
import { discordIdProblem } from '#lib/discord-id.ts'
import { formatNumber, t } from '#lib/messages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { RefreshButton } from '#ui/refresh-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useRowsBehind } from '#ui/use-row-keys.ts'
import { CallFailed } from '#web/call.ts'
import { neighboursOf } from '#web/list-behind.ts'
import { rich } from '#web/rich.tsx'
import { Link } from '#web/router.tsx'
import { useMediaQuery } from '#web/use-media-query.ts'
import { useRoomBelow } from '#web/use-room-below.ts'
import { addAction, importActions } from '../contract.ts'
import { pageCount, shownRange } from '../rules.ts'
import { ActionDetails } from './action-details.tsx'
import { ActionList } from './action-list.tsx'
import { ActionTable, actionColumns } from './action-table.tsx'
import { ActionToolbar } from './action-toolbar.tsx'
import { ActionWeeks } from './action-weeks.tsx'
import { type KnownPerson, LogForm } from './log-form.tsx'
import { useActions } from './queries.ts'
import { useActionFilter } from './use-action-filter.ts'

interface DisciplineViewProps {
  links: readonly { label: string; href: string }[]
  /** The page that imports a spreadsheet. */
  importHref: string
  /** Who can be found when an action is logged, beside whoever has actions already. */
  people: readonly KnownPerson[]
}

/** The Staff DA Database: filters, the page of entries, its details, and a chart where there is room. */
export function DisciplineView({ links, importHref, people }: DisciplineViewProps) {
  const filtering = useActionFilter()
  const kept = useListPreferences()
  const query = useActions(filtering.query)
  const viewRef = useRef<HTMLDivElement>(null)
  useRoomBelow(viewRef)
  const [isLogging, setIsLogging] = useState(false)
  const [showsChart, setShowsChart] = useState(false)
  const Actions = useMediaQuery('(width < 40rem)') ? ActionList : ActionTable
  const canAdd = useCan(addAction)
  const canImport = useCan(importActions)

  // Spec, section 8: a failure clears the results.
  const data = query.isError ? undefined : query.data
  const rows = data?.rows ?? []
  const ids = rows.map(({ id }) => id)
  useRowsBehind(ids.map(String))
  const total = data?.total ?? 0
  const asked = { page: Number(filtering.query.page), pageSize: Number(filtering.query.pageSize) }
  const pages = pageCount(total, asked.pageSize)
  const { from, to } = shownRange(asked.page, asked.pageSize, rows.length)
  const more = data?.is_capped ? '+' : ''

  const isPastEnd = data !== undefined && !query.isPlaceholderData && rows.length === 0 && total > 0
  const { goTo, correctTo } = filtering
  useEffect(() => {
    if (isPastEnd) correctTo(pages)
  })

  const about = filtering.filter.user === '' ? null : personOf(filtering.filter.user, people, rows)
  return (
    <div
      ref={viewRef}
      data-full-width=""
      className="mx-auto flex max-w-[120rem] flex-col gap-3 px-4 pt-2 pb-4 xl:h-[calc(100dvh-var(--above,var(--header-height)))] xl:min-h-[38rem]"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl">{t('Staff DA Database')}</h1>
        <RefreshButton isBusy={query.isFetching} onRefresh={() => void query.refetch()} />
        <p role="status" className="flex flex-wrap gap-x-3 text-paper-dim text-sm tabular-nums">
          {data !== undefined && (
            <>
              <span>
                {rich('Total {total}', {
                  total: (
                    <strong className="font-semibold text-paper">
                      {formatNumber(total)}
                      {more}
                    </strong>
                  ),
                })}
              </span>
              <span>{t('Showing {from}-{to}', { from: formatNumber(from), to: formatNumber(to) })}</span>
            </>
          )}
        </p>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 max-sm:w-full sm:ml-auto">
          <nav aria-label={t('Staff tools')} className="flex flex-wrap gap-x-4 max-sm:w-full sm:mr-2">
            {links.map(({ label, href }) => (
              <Link
                key={href}
                to={href}
                className="touch-target inline-flex items-center text-paper-dim text-sm hover:text-lagoon"
              >
                {label}
              </Link>
            ))}
          </nav>
          <Button size="sm" className="min-[1366px]:hidden" onClick={() => setShowsChart(true)}>
            <ChartColumn aria-hidden="true" />
            <span className="max-sm:sr-only">{t('Chart')}</span>
          </Button>
          {canImport && (
            <ButtonLink size="sm" look="ghost" to={importHref}>
              <Upload aria-hidden="true" />
              <span className="max-sm:sr-only">{t('Import')}</span>
            </ButtonLink>
          )}
          {canAdd && (
            <Button size="sm" look="primary" onClick={() => setIsLogging(true)}>
              <Plus aria-hidden="true" />
              {t('Log action')}
            </Button>
          )}
        </div>
      </header>
      <ActionToolbar filtering={filtering} kept={kept} />
      <div className="flex min-h-0 flex-1 gap-4">
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          {data?.is_capped && (
            <p className="text-paper-faint text-sm">
              {t('Counting stopped at {total}: more match. Narrow the search or the filters to see the rest.', {
                total: formatNumber(total),
              })}
            </p>
          )}
          {rows.length > 0 ? (
            <Actions
              rows={rows}
              isStale={query.isPlaceholderData}
              sorting={filtering.sorting}
              kept={kept}
              onOpen={filtering.open}
            />
          ) : (
            <NoRows
              className="flex-1"
              isLoaded={data !== undefined && !isPastEnd}
              skeleton={<Skeleton label={t('Loading DA entries…')} rows={12} columns={actionColumns().length} />}
              failure={query.error && { message: wordsOf(query.error), onRetry: () => void query.refetch() }}
            >
              <Empty
                title={t('No DA entries found')}
                hint={t('Try adjusting search or clearing filters.')}
                action={filtering.isFiltered && <Button onClick={filtering.clear}>{t('Clear filters')}</Button>}
              />
            </NoRows>
          )}
          {data !== undefined && <Pagination page={Math.min(asked.page, pages)} pages={pages} onGo={goTo} />}
        </div>
        <aside
          aria-label={t('Overview')}
          className="relative hidden w-72 shrink-0 overflow-y-auto min-[1366px]:block 2xl:w-80"
        >
          <ActionWeeks asked={filtering.query} week={filtering.week} onWeek={filtering.chooseWeek} />
        </aside>
      </div>
      {showsChart && (
        <Dialog title={t('Overview')} onClose={() => setShowsChart(false)}>
          <ActionWeeks
            asked={filtering.query}
            week={filtering.week}
            onWeek={(week) => {
              setShowsChart(false)
              filtering.chooseWeek(week)
            }}
          />
        </Dialog>
      )}
      {isLogging && <LogForm people={people} about={about} onClose={() => setIsLogging(false)} />}
      {filtering.entry !== null && (
        <ActionDetails
          id={filtering.entry}
          listed={rows.find(({ id }) => id === filtering.entry)}
          neighbours={neighboursOf(ids, filtering.entry)}
          onShow={filtering.step}
          onClose={() => filtering.open(null)}
        />
      )}
    </div>
  )
}

/** The error message or 'Failed to load' (spec, section 8): what the server says of a filter is worth reading. */
function wordsOf(error: Error): string {
  if (!(error instanceof CallFailed) || error.status === 0 || error.code === 'unreadable') return t('Failed to load')
  return Object.values(error.fields).join(' ') || error.message || t('Failed to load')
}

function personOf(
  id: string,
  people: readonly KnownPerson[],
  rows: readonly { user: string; user_name: string }[],
): KnownPerson | null {
  const name = rows.find(({ user }) => user === id)?.user_name
  const known = people.find((person) => person.id === id)
  if (known !== undefined) return known
  // Before the lists have come an id alone is known; the form asks for the name itself.
  return name === undefined && discordIdProblem(id) !== null ? null : { id, name: name ?? '', note: null }
}

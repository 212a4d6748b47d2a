import ChartColumn from 'lucide-react/icons/chart-column'
import { type ReactNode, useRef, useState } from 'react'
import { CopyMentions } from '#features/auth/web/copy-mentions.tsx'
import { usePictures } from '#features/auth/web/queries.ts'
import { useListPreferences } from '#features/auth/web/use-list-preferences.ts'
import { discordIdProblem } from '#lib/discord-id.ts'
import type { KeptList } from '#lib/list-preferences.ts'
import { formatNumber, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceBar } from '#ui/choice-bar.tsx'
import { ChooseButton } from '#ui/choose-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { ExportMenu } from '#ui/export-menu.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { RefreshButton } from '#ui/refresh-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Choice, useChoice } from '#ui/use-choice.ts'
import { useRowsBehind } from '#ui/use-row-keys.ts'
import { neighboursOf } from '#web/background-list.ts'
import { CallFailed } from '#web/call.ts'
import { rich } from '#web/rich.tsx'
import { useMediaQuery } from '#web/use-media-query.ts'
import { useTopOffset } from '#web/use-top-offset.ts'
import type { DaEntry } from '../contract.ts'
import { ActionList } from './action-list.tsx'
import { ActionTable, actionColumns } from './action-table.tsx'
import { ActionToolbar } from './action-toolbar.tsx'
import { ActionWeeks } from './action-weeks.tsx'
import { PageLinks, type PageLinksProps } from './page-links.tsx'
import { useActionFilter } from './use-action-filter.ts'
import { useActionPage } from './use-action-page.ts'
import { useFamily } from './use-family.ts'

/** An open action, and how to open the ones beside it. */
export interface OpenedAction {
  id: number
  /** The entry of the list, shown until the whole action has loaded. */
  listed: DaEntry | undefined
  /** The ids of the actions before and after it in the list. */
  neighbours: { previous?: number; next?: number }
  onShow(id: number): void
  onClose(): void
}

interface ActionsViewProps extends PageLinksProps {
  /** The links to the other families. */
  families?: ReactNode
  /** Buttons for the list. `user` is the person whom it is filtered by, or an empty string for everybody. */
  tools?: (shown: { user: string; rows: readonly DaEntry[] }) => ReactNode
  details(opened: OpenedAction): ReactNode
  /** True when some actions need evidence. The list then has a filter for missing evidence. */
  needsEvidence?: boolean
}

/** The page of a family of actions: filters, a page of entries, the details of one, and a chart on wide screens. */
export function ActionsView({ links, more, families, tools, details, needsEvidence = false }: ActionsViewProps) {
  const words = useFamily().words()
  const filtering = useActionFilter()
  const kept = useListPreferences()
  const page = useActionPage(filtering)
  const { query, rows } = page
  const viewRef = useRef<HTMLDivElement>(null)
  useTopOffset(viewRef)
  const [showsChart, setShowsChart] = useState(false)
  const isPhone = useMediaQuery('(width < 40rem)')
  const ids = rows.map(({ id }) => id)
  useRowsBehind(ids.map(String))
  const choice = useChoice(ids.map(String))

  return (
    <div
      ref={viewRef}
      data-full-width=""
      className="mx-auto flex max-w-[120rem] flex-col gap-3 px-4 pt-2 pb-4 sm:[@media(height<50rem)]:gap-2 sm:[@media(height<50rem)]:pb-1 xl:h-[calc(100dvh-var(--above,var(--header-height)))] xl:min-h-[34rem]"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl">{words.title}</h1>
        <RefreshButton isBusy={query.isFetching} onRefresh={() => void query.refetch()} />
        {families}
        <Totals page={page} />
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 max-sm:w-full sm:ml-auto">
          <PageLinks links={links} more={more} />
          <Button size="sm" className="min-[1366px]:hidden" onClick={() => setShowsChart(true)}>
            <ChartColumn aria-hidden="true" />
            <span className="max-sm:sr-only">{t('Chart')}</span>
          </Button>
          {tools?.({ user: filtering.filter.user, rows })}
          {isPhone && rows.length > 0 && <ChooseButton {...choice} />}
        </div>
      </header>
      <ActionToolbar {...{ filtering, kept, needsEvidence }} isStale={filtering.isTyping || query.isPlaceholderData} />
      <div className="flex min-h-0 flex-1 gap-4">
        <ActionRows {...{ page, filtering, kept, choice, isPhone }} />
        <aside
          aria-label={t('Overview')}
          className="relative hidden w-72 shrink-0 overflow-y-auto min-[1366px]:block 2xl:w-80"
        >
          <ActionWeeks listQuery={filtering.query} week={filtering.week} onWeek={filtering.chooseWeek} />
        </aside>
      </div>
      {showsChart && <ChartDialog filtering={filtering} onClose={() => setShowsChart(false)} />}
      {filtering.entry !== null &&
        details({
          id: filtering.entry,
          listed: rows.find(({ id }) => id === filtering.entry),
          neighbours: neighboursOf(ids, filtering.entry),
          onShow: filtering.open,
          onClose: filtering.close,
        })}
    </div>
  )
}

interface ActionPageProps {
  page: ReturnType<typeof useActionPage>
  filtering: ReturnType<typeof useActionFilter>
}

/** How many actions there are, and which of them are shown. */
function Totals({ page: { data, range } }: Pick<ActionPageProps, 'page'>) {
  return (
    <p role="status" className="flex flex-wrap gap-x-3 text-paper-dim text-sm tabular-nums">
      {data !== undefined && (
        <>
          <span>
            {rich('Total {total}', {
              total: (
                <strong className="font-semibold text-paper">
                  {formatNumber(data.total)}
                  {data.is_capped && '+'}
                </strong>
              ),
            })}
          </span>
          <span>{t('Showing {from}-{to}', { from: formatNumber(range.from), to: formatNumber(range.to) })}</span>
        </>
      )}
    </p>
  )
}

interface ActionRowsProps extends ActionPageProps {
  kept: KeptList
  choice: Choice
  isPhone: boolean
}

/** The actions of the page, and what can be done with the chosen ones. */
function ActionRows({ page, filtering, kept, choice, isPhone }: ActionRowsProps) {
  const family = useFamily()
  const words = family.words()
  const { query, data, rows } = page
  const avatars = usePictures(rows.map(({ user }) => user))
  const chosen = rows.filter(({ id }) => choice.has(String(id)))
  const Actions = isPhone ? ActionList : ActionTable
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-3 sm:[@media(height<50rem)]:gap-2">
      {data?.is_capped && (
        <p className="text-paper-faint text-sm">
          {t('Counting stopped at {total}: more match. Narrow the search or the filters to see the rest.', {
            total: formatNumber(data.total),
          })}
        </p>
      )}
      {rows.length > 0 ? (
        <Actions
          rows={rows}
          avatars={avatars}
          isStale={query.isPlaceholderData}
          sorting={filtering.sorting}
          kept={kept}
          choice={choice}
          onOpen={filtering.open}
        />
      ) : (
        <NoRows
          className="flex-1"
          isLoaded={data !== undefined && !page.isPastEnd}
          skeleton={<Skeleton label={words.loading} rows={12} columns={actionColumns(words.user).length} />}
          failure={
            query.error && {
              message: errorText(query.error),
              error: query.error,
              onRetry: () => void query.refetch(),
            }
          }
        >
          <Empty
            title={words.empty}
            hint={t('Try adjusting search or clearing filters.')}
            action={filtering.isFiltered && <Button onClick={filtering.clear}>{t('Clear filters')}</Button>}
          />
        </NoRows>
      )}
      <ChoiceBar choice={choice}>
        {/* Some players have no Discord account. */}
        <CopyMentions discordIds={chosen.map(({ user }) => user).filter((id) => discordIdProblem(id) === null)} />
        <ExportMenu isSmall exported={family.exported} rows={choice.ids} />
      </ChoiceBar>
      {data !== undefined && <Pagination page={page.pageNumber} pages={page.pages} onGo={filtering.goTo} />}
    </div>
  )
}

function ChartDialog({ filtering, onClose }: Pick<ActionPageProps, 'filtering'> & { onClose(): void }) {
  return (
    <Dialog title={t('Overview')} onClose={onClose}>
      <ActionWeeks
        listQuery={filtering.query}
        week={filtering.week}
        onWeek={(week) => {
          onClose()
          filtering.chooseWeek(week)
        }}
      />
    </Dialog>
  )
}

/** The error message or 'Failed to load' (spec, section 8). The server's message about a filter is worth showing. */
function errorText(error: Error): string {
  if (!(error instanceof CallFailed) || error.status === 0 || error.code === 'unreadable') return t('Failed to load')
  return Object.values(error.fields).join(' ') || error.message || t('Failed to load')
}

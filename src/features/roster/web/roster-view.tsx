import ChartColumn from 'lucide-react/icons/chart-column'
import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { type ReactNode, useRef, useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { useListPreferences } from '#features/auth/web/use-list-preferences.ts'
import { t } from '#lib/messages.ts'
import { isOn } from '#lib/part.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ChooseButton } from '#ui/choose-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { RefreshButton } from '#ui/refresh-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useChoice } from '#ui/use-choice.ts'
import { Link } from '#web/router.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { RenderLater } from '#web/use-is-painted.ts'
import { useMediaQuery } from '#web/use-media-query.ts'
import { sortedBy, useSort } from '#web/use-sort.ts'
import { useTopOffset } from '#web/use-top-offset.ts'
import { furtherRoster, ROSTERS, type Roster, type RosterMember } from '../contract.ts'
import { breakdown, COLUMNS, groupRoster, matches, sortValueOf } from '../rules.ts'
import { MemberChoice } from './member-choice.tsx'
import { MemberForm } from './member-form.tsx'
import { MemberList } from './member-list.tsx'
import { useLadder, useRosterMembers } from './queries.ts'
import { RosterStatistics } from './roster-statistics.tsx'
import { RosterTable, type RosterTableHandle } from './roster-table.tsx'
import { RosterToolbar } from './roster-toolbar.tsx'
import { StatusTotals } from './status-totals.tsx'
import { useRosterFilter } from './use-roster-filter.ts'

interface RosterViewProps {
  roster: Roster
  words: {
    /** The placeholder of the search. */
    search: string
    /** The empty state of the roster. */
    empty: string
    /** Shown in place of a name whose mention was copied. */
    copied: string
  }
  choices: 'menus' | 'chips'
  /** The people who are viewing the roster now. */
  viewers?: ReactNode
  /** Suggested actions, shown above the table. */
  offers?: ReactNode
  logo: ReactNode
  links: readonly { label: string; href: string }[]
  /** Returns the link to a member's disciplinary actions. */
  historyOf?: (member: RosterMember) => string
  /** More cards in the side panel, above the statistics. */
  cards?: ReactNode
}

/** The page of a roster: totals, filters, the table and, on wide screens, a side panel. */
export function RosterView(props: RosterViewProps) {
  const { roster, words, choices, viewers, offers, logo, links, historyOf, cards } = props
  const query = useRosterMembers(roster)
  const filtering = useRosterFilter()
  const kept = useListPreferences()
  const viewRef = useRef<HTMLDivElement>(null)
  const tableRef = useRef<RosterTableHandle>(null)
  const [opened, setOpened] = useState<RosterMember | 'new' | null>(null)
  const [showsPanel, setShowsPanel] = useState(false)
  const isPhone = useMediaQuery('(width < 40rem)')
  useTopOffset(viewRef)

  const ladder = useLadder(roster)
  const { positions, title } = ladder
  const { filter } = filtering
  const members = query.data?.data
  const all = members ?? []
  const shown = all.filter((member) => matches(member, filter, ladder))
  const sorting = useSort(COLUMNS.map(({ field }) => field))
  const grouped = groupRoster(shown, positions)
  const inOrder = grouped.flatMap(({ members }) => members)
  // Sorted rows are one list without groups. A phone has no headings to sort by.
  const groups =
    sorting.sort === null || isPhone
      ? grouped
      : [{ group: null, members: sortedBy(inOrder, sorting.sort, (one, column) => sortValueOf(one, column, ladder)) }]
  const choice = useChoice(groups.flatMap((each) => each.members.map(({ id }) => id)))
  const overall = breakdown(all, ladder)
  const countWithout = (part: 'statuses' | 'roles') =>
    breakdown(
      all.filter((member) => matches(member, { ...filter, [part]: [] }, ladder)),
      ladder,
    )[part]
  const canAdd = useCan(roster.add)
  const canImport = useCan(roster.import)
  const canEdit = useCan(roster.change)

  const panel = (
    <>
      <div className="flex items-center gap-3 rounded-md border border-haze bg-dusk px-4 py-3">
        {logo}
        <nav aria-label={t('Staff tools')} className="min-w-0">
          <ul className="text-sm">
            {links.map(({ label, href }) => (
              <li key={href}>
                <Link to={href} className="touch-target flex items-center py-0.5 text-paper-dim hover:text-lagoon">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {cards}
      <RenderLater>
        <RosterStatistics ladder={ladder} statuses={overall.statuses} roles={overall.roles} />
      </RenderLater>
    </>
  )

  const failure = query.isError
    ? { message: t('Failed to load roster.'), error: query.error, onRetry: () => void query.refetch() }
    : null
  return (
    <div
      ref={viewRef}
      data-full-width=""
      className="mx-auto flex max-w-[120rem] flex-col gap-3 px-4 pt-2 pb-4 xl:h-[calc(100dvh-var(--above,var(--header-height)))] xl:min-h-[34rem]"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 has-[details[open]]:items-start">
        <h1 className="text-2xl">{title}</h1>
        <RefreshButton isBusy={query.isFetching} onRefresh={() => void query.refetch()} />
        <OtherRosters roster={roster} />
        {/* The offers load later. Their space is reserved for people who may see any, so that nothing moves. */}
        {offers !== undefined && (
          <div
            className={`max-sm:order-4 max-sm:w-full sm:min-w-60 sm:flex-1 ${canAdd ? 'max-sm:empty:hidden' : 'empty:hidden'}`}
          >
            {offers}
          </div>
        )}
        <div className="empty:hidden max-sm:order-1">{viewers}</div>
        <div className="flex flex-wrap items-center gap-2 max-sm:order-2 max-sm:w-full">
          <Button size="sm" className="min-[90rem]:hidden" onClick={() => setShowsPanel(true)}>
            <ChartColumn aria-hidden="true" />
            <span className="max-sm:sr-only">{t('Overview')}</span>
          </Button>
          {canImport && (
            <ButtonLink size="sm" look="ghost" to={roster.importPage}>
              <Upload aria-hidden="true" />
              <span className="max-sm:sr-only">{t('Import')}</span>
            </ButtonLink>
          )}
          {canAdd && (
            <Button size="sm" look="primary" onClick={() => setOpened('new')}>
              <Plus aria-hidden="true" />
              {t('Add member')}
            </Button>
          )}
          {isPhone && shown.length > 0 && <ChooseButton {...choice} />}
        </div>
        <div className="w-full max-sm:order-3">
          <StatusTotals
            total={members === undefined ? null : overall.total}
            shares={overall.statuses}
            statuses={ladder.statuses}
            selected={filter.statuses}
            onChange={filtering.setStatuses}
          />
        </div>
      </header>
      <div className="flex min-h-0 flex-1 gap-4">
        <div className="flex min-w-0 flex-1 flex-col gap-3 max-sm:[--stuck:7rem]">
          <RosterToolbar
            filtering={filtering}
            ladder={ladder}
            placeholder={words.search}
            choices={choices}
            statuses={countWithout('statuses')}
            roles={countWithout('roles')}
            shown={members === undefined ? null : shown.length}
            total={all.length}
            groups={isPhone ? grouped : null}
            kept={kept}
            exporting={{
              exported: roster.exports,
              rows:
                sorting.sort === null && !filtering.isFiltered
                  ? undefined
                  : groups.flatMap(({ members }) => members.map(({ id }) => id)),
            }}
            onEnterRows={() => tableRef.current?.focusFirst()}
          />
          {failure !== null && members !== undefined && <ErrorNote {...failure} />}
          {shown.length > 0 && isPhone && (
            <MemberList
              ref={tableRef}
              label={title}
              ladder={ladder}
              groups={grouped}
              avatars={query.data?.avatars ?? {}}
              copiedText={words.copied}
              choice={choice}
            />
          )}
          {shown.length > 0 && !isPhone && (
            <RosterTable
              ref={tableRef}
              label={title}
              ladder={ladder}
              groups={groups}
              avatars={query.data?.avatars ?? {}}
              historyOf={historyOf}
              copiedText={words.copied}
              sorting={sorting}
              kept={kept}
              choice={choice}
              onEdit={canEdit ? setOpened : undefined}
            />
          )}
          <MemberChoice roster={roster} statuses={ladder.statuses} members={all} choice={choice} />
          {shown.length === 0 && (
            <NoRows
              className="flex-1"
              isLoaded={members !== undefined}
              skeleton={
                <>
                  <p aria-hidden="true" className="flex h-9 items-center bg-haze px-3 font-sign text-paper-dim text-sm">
                    {t('Loading roster…')}
                  </p>
                  <Skeleton label={t('Loading roster…')} rows={16} columns={isPhone ? 2 : COLUMNS.length} />
                </>
              }
              failure={failure}
            >
              {all.length === 0 ? (
                <Empty
                  title={words.empty}
                  action={
                    canImport && (
                      <ButtonLink look="primary" to={roster.importPage}>
                        {t('Import a spreadsheet')}
                      </ButtonLink>
                    )
                  }
                />
              ) : (
                <Empty
                  title={t(
                    'No staff members match your current filters. Try adjusting your search or clearing some filters!',
                  )}
                  action={<Button onClick={filtering.clear}>{t('Clear all filters')}</Button>}
                />
              )}
            </NoRows>
          )}
        </div>
        <aside
          aria-label={t('Overview')}
          className="relative hidden w-64 shrink-0 flex-col gap-3 overflow-y-auto overscroll-contain min-[90rem]:flex 2xl:w-80"
        >
          {panel}
        </aside>
      </div>
      {showsPanel && (
        <Dialog title={t('Overview')} onClose={() => setShowsPanel(false)}>
          <div className="flex flex-col gap-3">{panel}</div>
        </Dialog>
      )}
      {opened !== null && (
        <MemberForm
          roster={roster}
          ladder={ladder}
          member={opened === 'new' ? null : opened}
          members={all}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}

/** Links to the other rosters, which have their own pages. */
function OtherRosters({ roster }: { roster: Roster }) {
  const { off, rosters = [] } = useSiteContent()
  const all = [...ROSTERS.filter(({ list }) => isOn(off, list.part)), ...rosters.map(furtherRoster)]
  return (
    <div className="mr-auto flex flex-wrap items-center gap-x-4 max-sm:order-1">
      {all
        .filter(({ name }) => name !== roster.name)
        .map((other) => (
          <RosterLink key={other.name} roster={other} />
        ))}
    </div>
  )
}

/** A link for people who may read the roster. Only they may request its title. */
function RosterLink({ roster }: { roster: Roster }) {
  return useCan(roster.list) ? <ReadableLink roster={roster} /> : null
}

function ReadableLink({ roster }: { roster: Roster }) {
  const { title } = useLadder(roster)
  return (
    <Link to={roster.page} className="touch-target inline-flex items-center text-paper-dim text-sm hover:text-lagoon">
      {title}
    </Link>
  )
}

import ChartColumn from 'lucide-react/icons/chart-column'
import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import type { ReactNode } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { t } from '#lib/messages.ts'
import { isOn } from '#lib/part.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { RefreshButton } from '#ui/refresh-button.tsx'
import { Link } from '#web/router.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { furtherRoster, ROSTERS, type Roster } from '../contract.ts'
import { useLadder, type useRosterMembers } from './queries.ts'

interface RosterHeaderProps {
  roster: Roster
  title: string
  query: ReturnType<typeof useRosterMembers>
  viewers: ReactNode
  offers: ReactNode
  /** The button that starts choosing members, on a phone. */
  choosing: ReactNode
  onShowPanel(): void
  onAdd(): void
  /** The totals. */
  children: ReactNode
}

/** The title of a roster, links to the others, what can be done on the page, and the totals. */
export function RosterHeader(props: RosterHeaderProps) {
  const { roster, title, query, viewers, offers, choosing, onShowPanel, onAdd, children } = props
  const canAdd = useCan(roster.add)
  const canImport = useCan(roster.import)
  return (
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
        <Button size="sm" className="min-[90rem]:hidden" onClick={onShowPanel}>
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
          <Button size="sm" look="primary" onClick={onAdd}>
            <Plus aria-hidden="true" />
            {t('Add member')}
          </Button>
        )}
        {choosing}
      </div>
      <div className="w-full max-sm:order-3">{children}</div>
    </header>
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

import { type ReactNode, useRef, useState } from 'react'
import { t } from '#lib/messages.ts'
import { ChooseButton } from '#ui/choose-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Link } from '#web/router.tsx'
import { RenderLater } from '#web/use-is-painted.ts'
import { useTopOffset } from '#web/use-top-offset.ts'
import type { RosterMember } from '../contract.ts'
import type { breakdown, Ladder } from '../rules.ts'
import { MemberForm } from './member-form.tsx'
import { RosterHeader } from './roster-header.tsx'
import { RosterRows, type RosterRowsProps } from './roster-rows.tsx'
import { RosterStatistics } from './roster-statistics.tsx'
import { StatusTotals } from './status-totals.tsx'
import { useShownMembers } from './use-shown-members.ts'

interface RosterViewProps extends Pick<RosterRowsProps, 'roster' | 'words' | 'choices' | 'historyOf'> {
  /** The people who are viewing the roster now. */
  viewers?: ReactNode
  /** Suggested actions, shown above the table. */
  offers?: ReactNode
  logo: ReactNode
  links: readonly { label: string; href: string }[]
  /** More cards in the side panel, above the statistics. */
  cards?: ReactNode
}

/** The page of a roster: totals, filters, the table and, on wide screens, a side panel. */
export function RosterView(props: RosterViewProps) {
  const { roster, words, choices, viewers, offers, logo, links, historyOf, cards } = props
  const list = useShownMembers(roster)
  const { query, ladder, filtering, isPhone, all, shown, choice, overall } = list
  const viewRef = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<RosterMember | 'new' | null>(null)
  const [showsPanel, setShowsPanel] = useState(false)
  useTopOffset(viewRef)
  const panel = <RosterPanel logo={logo} links={links} cards={cards} ladder={ladder} overall={overall} />
  return (
    <div
      ref={viewRef}
      data-full-width=""
      className="mx-auto flex max-w-[120rem] flex-col gap-3 px-4 pt-2 pb-4 xl:h-[calc(100dvh-var(--above,var(--header-height)))] xl:min-h-[34rem]"
    >
      <RosterHeader
        roster={roster}
        title={ladder.title}
        query={query}
        viewers={viewers}
        offers={offers}
        choosing={isPhone && shown.length > 0 && <ChooseButton {...choice} />}
        onShowPanel={() => setShowsPanel(true)}
        onAdd={() => setOpened('new')}
      >
        <StatusTotals
          total={query.data === undefined ? null : overall.total}
          shares={overall.statuses}
          statuses={ladder.statuses}
          selected={filtering.filter.statuses}
          onChange={filtering.setStatuses}
        />
      </RosterHeader>
      <div className="flex min-h-0 flex-1 gap-4">
        <RosterRows {...{ roster, words, choices, historyOf, list }} onEdit={setOpened} />
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

interface RosterPanelProps extends Pick<RosterViewProps, 'logo' | 'links' | 'cards'> {
  ladder: Ladder
  overall: ReturnType<typeof breakdown>
}

/** The content of the side panel: links, cards and statistics. */
function RosterPanel({ logo, links, cards, ladder, overall }: RosterPanelProps) {
  return (
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
}

import { Viewers } from '#features/presence/web/viewers.tsx'
import { staffRoster } from '#features/roster/contract.ts'
import { RosterView } from '#features/roster/web/roster-view.tsx'
import { TrainingQueue } from '#features/training/web/training-queue.tsx'
import { t } from '#lib/messages.ts'
import { useHasPart } from '#web/site-context.tsx'
import { useMentorCandidates } from '../mentor-choice.tsx'
import { Emblem } from '../shell/emblem.tsx'
import { usePageLinks } from '../shell/open-pages.ts'
import { TrialModOffers } from '../trial-mod-offers.tsx'

export function Page() {
  const hasQueue = useHasPart('training-queue')
  return (
    <RosterView
      roster={staffRoster}
      words={{
        search: t('Search name, callsign, Discord ID...'),
        empty: t('No staff members found in the roster yet.'),
        copied: t('✓ copied'),
      }}
      choices="menus"
      viewers={<Viewers />}
      offers={<TrialModOffers />}
      logo={<Emblem className="size-16 shrink-0" />}
      links={usePageLinks(['/trial-mod-checklist', '/staff-da-database', '/'])}
      historyOf={({ discordId }) => `/staff-da-database?user=${discordId}`}
      cards={hasQueue ? <Queue /> : undefined}
    />
  )
}

function Queue() {
  return <TrainingQueue candidates={useMentorCandidates()} />
}

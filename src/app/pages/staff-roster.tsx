import { NuqsAdapter } from 'nuqs/adapters/react-router/v7'
import { Viewers } from '#features/presence/web/viewers.tsx'
import { staffRoster } from '#features/roster/contract.ts'
import { RosterDesk } from '#features/roster/web/roster-desk.tsx'
import { TrainingQueueCard } from '#features/training/web/training-queue-card.tsx'
import { Emblem } from '../shell/emblem.tsx'

export function StaffRosterPage() {
  return (
    <NuqsAdapter>
      <RosterDesk
        roster={staffRoster}
        emptyText="No staff members found in the roster yet."
        importHref="/staff-roster/import"
        viewers={<Viewers />}
        logo={<Emblem className="size-16 shrink-0" />}
        links={[
          { label: 'Trial Mod Checklist', href: '/trial-mod-checklist' },
          { label: 'Staff DA Database', href: '/staff-da-database' },
          { label: 'Home', href: '/' },
        ]}
        cards={<TrainingQueueCard entries={[]} />}
      />
    </NuqsAdapter>
  )
}

import { devRoster } from '#features/roster/contract.ts'
import { RosterView } from '#features/roster/web/roster-view.tsx'
import { useHasPart } from '#web/site-context.tsx'
import { Emblem } from '../shell/emblem.tsx'

export function Page() {
  const hasTenCodes = useHasPart('ten-codes')
  return (
    <RosterView
      roster={devRoster}
      words={{
        search: 'Search name, callsign or UID',
        empty: 'No staff in the roster yet.',
        copied: 'copied',
      }}
      choices="chips"
      logo={<Emblem className="size-16 shrink-0" />}
      links={[
        { label: 'Staff Roster', href: '/staff-roster' },
        ...(hasTenCodes ? [{ label: '10-Codes', href: '/ten-codes' }] : []),
        { label: 'Home', href: '/' },
      ]}
    />
  )
}

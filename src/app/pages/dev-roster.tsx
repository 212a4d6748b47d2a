import { devRoster } from '#features/roster/contract.ts'
import { RosterView } from '#features/roster/web/roster-view.tsx'
import { Emblem } from '../shell/emblem.tsx'
import { usePageLinks } from '../shell/open-pages.ts'

export function Page() {
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
      links={usePageLinks(['/staff-roster', '/ten-codes', '/'])}
    />
  )
}

import { DisciplineView } from '#features/discipline/web/discipline-view.tsx'
import { staffRoster } from '#features/roster/contract.ts'
import { useRosterMembers } from '#features/roster/web/queries.ts'
import { RecordLinks } from '../record-links.tsx'
import { usePageLinks } from '../shell/open-pages.ts'

export function Page() {
  const members = useRosterMembers(staffRoster).data?.data ?? []
  return (
    <DisciplineView
      links={usePageLinks(['/staff-roster', '/trial-mod-checklist'])}
      families={<RecordLinks />}
      importHref="/staff-da-database/import"
      people={members.map(({ discordId, name, callsign }) => ({ id: discordId, name, note: callsign }))}
    />
  )
}

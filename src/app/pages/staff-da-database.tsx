import { listAppeals } from '#features/appeals/decision-contract.ts'
import { useCan } from '#features/auth/web/use-can.ts'
import { reportDeviations } from '#features/discipline/contract.ts'
import { DisciplineView } from '#features/discipline/web/discipline-view.tsx'
import { useHasThresholds } from '#features/discipline/web/queries.ts'
import { EvidencePart } from '#features/evidence/web/evidence-part.tsx'
import { useOffencesOf } from '#features/offences/web/queries.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { useRosterMembers } from '#features/roster/web/queries.ts'
import { RecordLinks } from '../record-links.tsx'
import { usePageLinks } from '../shell/open-pages.ts'

export function Page() {
  const offences = useOffencesOf('staff')
  const canReport = useCan(reportDeviations)
  // Without a catalogue of offences there is nothing to read, and the report would be empty.
  const catalogue =
    offences === null || offences.length === 0 ? [] : ['/offences', ...(canReport ? ['/discipline-report'] : [])]
  const thresholds = useHasThresholds() ? ['/point-thresholds'] : []
  const appeals = [...(useCan(listAppeals) ? ['/appeals'] : []), '/given-appeals']
  const members = useRosterMembers(staffRoster).data?.data ?? []
  return (
    <DisciplineView
      links={usePageLinks(['/staff-roster', '/trial-mod-checklist'])}
      more={usePageLinks([...catalogue, ...thresholds, ...appeals])}
      families={<RecordLinks />}
      importHref="/staff-da-database/import"
      offences={offences}
      evidence={(of) => <EvidencePart family="staff" {...of} />}
      people={members.map(({ discordId, name, callsign }) => ({ id: discordId, name, note: callsign }))}
    />
  )
}

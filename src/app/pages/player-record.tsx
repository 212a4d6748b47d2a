import { PlayerRecordView } from '#features/discipline/web/player-record-view.tsx'
import { useHasThresholds } from '#features/discipline/web/queries.ts'
import { EvidencePart } from '#features/evidence/web/evidence-part.tsx'
import { useOffencesOf } from '#features/offences/web/queries.ts'
import { RecordLinks } from '../record-links.tsx'
import { usePageLinks } from '../shell/open-pages.ts'

export function Page() {
  const thresholds = useHasThresholds() ? ['/point-thresholds'] : []
  return (
    <PlayerRecordView
      links={usePageLinks(['/staff-roster', '/trial-mod-checklist', '/claims', ...thresholds])}
      families={<RecordLinks />}
      offences={useOffencesOf('players')}
      evidence={(of) => <EvidencePart family="players" {...of} />}
    />
  )
}

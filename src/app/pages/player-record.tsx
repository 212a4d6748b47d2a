import { PlayerRecordView } from '#features/discipline/web/player-record-view.tsx'
import { EvidencePart } from '#features/evidence/web/evidence-part.tsx'
import { useOffencesOf } from '#features/offences/web/queries.ts'
import { RecordLinks } from '../record-links.tsx'
import { usePageLinks } from '../shell/open-pages.ts'

export function Page() {
  return (
    <PlayerRecordView
      links={usePageLinks(['/staff-roster', '/trial-mod-checklist', '/claims'])}
      families={<RecordLinks />}
      offences={useOffencesOf('players')}
      evidence={(of) => <EvidencePart family="players" {...of} />}
    />
  )
}

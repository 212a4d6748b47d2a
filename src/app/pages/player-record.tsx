import { PlayerRecordView } from '#features/discipline/web/player-record-view.tsx'
import { RecordLinks } from '../record-links.tsx'
import { usePageLinks } from '../shell/open-pages.ts'

export function Page() {
  return (
    <PlayerRecordView
      links={usePageLinks(['/staff-roster', '/trial-mod-checklist', '/claims'])}
      families={<RecordLinks />}
    />
  )
}

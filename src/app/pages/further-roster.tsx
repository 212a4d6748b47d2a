import { RosterView } from '#features/roster/web/roster-view.tsx'
import { useFurtherRoster } from '#features/roster/web/use-further-roster.ts'
import { t } from '#lib/messages.ts'
import { Emblem } from '../shell/emblem.tsx'
import { usePageLinks } from '../shell/open-pages.ts'

export function Page() {
  return (
    <RosterView
      roster={useFurtherRoster()}
      words={{
        search: t('Search name, callsign or UID'),
        empty: t('No staff in the roster yet.'),
        copied: t('copied'),
      }}
      choices="chips"
      logo={<Emblem className="size-16 shrink-0" />}
      links={usePageLinks(['/staff-roster', '/dev-roster', '/'])}
    />
  )
}

import UserRound from 'lucide-react/icons/user-round'
import { personHref } from '#features/auth/web/person-link.tsx'
import type { Place } from '#lib/further-places.ts'
import { t } from '#lib/messages.ts'
import { type PaletteRow, type PaletteSource, paletteSource } from '#web/palette-source.ts'
import type { devRoster, Roster, RosterMember, staffRoster } from '../contract.ts'

/** The search palette finds people on every roster. */
export const rostersInPalette = (further: readonly Place[]): PaletteSource[] => [
  paletteSource<typeof staffRoster.list>({ access: 'staff', path: '/api/roster', topic: 'roster' }, ({ data }) =>
    data.map(rowOf),
  ),
  paletteSource<typeof devRoster.list>(
    { access: 'staff', path: '/api/dev-roster', topic: 'dev-roster', part: 'dev-roster' },
    ({ data }) => data.map(rowOf),
  ),
  ...further.map(({ key, readBy }) =>
    paletteSource<Roster['list']>({ access: readBy, path: `/api/rosters/${key}`, topic: `roster-${key}` }, ({ data }) =>
      data.map(rowOf),
    ),
  ),
]

function rowOf({ id, name, callsign, position, discordId, status }: RosterMember): PaletteRow {
  return {
    id: `person:${id}`,
    group: t('People'),
    label: name,
    detail: [callsign, position, status].filter(Boolean).join(' · '),
    texts: [callsign, position, discordId],
    icon: <UserRound aria-hidden="true" />,
    copy: { text: `<@${discordId}>`, label: t('copy mention') },
    to: personHref(discordId),
  }
}

import AtSign from 'lucide-react/icons/at-sign'
import UserRound from 'lucide-react/icons/user-round'
import { personHref } from '#features/auth/web/person-link.tsx'
import type { Place } from '#lib/further-places.ts'
import { t } from '#lib/messages.ts'
import { type PaletteRow, type PaletteSource, paletteSource } from '#web/palette-source.ts'
import type { devRoster, Roster, RosterMember, staffRoster } from '../contract.ts'
import { shownStatus } from '../effect-rules.ts'

export type PersonFound = Pick<RosterMember, 'discordId' | 'name' | 'callsign'>

/** The search palette finds people on every roster, and copies their mention; `act` is what else is done about them. */
export function rostersInPalette(
  further: readonly Place[],
  act: (person: PersonFound) => PaletteRow | null,
): PaletteSource[] {
  const rowsOf = ({ data }: { data: RosterMember[] }) =>
    data.map((member) => ({ ...rowOf(member), acts: [act(member) ?? [], mentionRow(member)].flat() }))
  return [
    paletteSource<typeof staffRoster.list>({ access: 'staff', path: '/api/roster', topic: 'roster' }, rowsOf),
    paletteSource<typeof devRoster.list>(
      { access: 'staff', path: '/api/dev-roster', topic: 'dev-roster', part: 'dev-roster' },
      rowsOf,
    ),
    ...further.map(({ key, readBy }) =>
      paletteSource<Roster['list']>({ access: readBy, path: `/api/rosters/${key}`, topic: `roster-${key}` }, rowsOf),
    ),
  ]
}

const mentionOf = (discordId: string) => ({ text: `<@${discordId}>`, label: t('copy mention') })

function mentionRow({ name, callsign, discordId }: PersonFound): PaletteRow {
  return {
    id: `mention:${discordId}`,
    group: t('Actions'),
    label: t('Copy mention of {name}', { name }),
    texts: [callsign, discordId],
    icon: <AtSign aria-hidden="true" />,
    copy: { ...mentionOf(discordId), name },
    to: null,
  }
}

function rowOf(member: RosterMember): PaletteRow {
  const { id, name, callsign, position, discordId } = member
  return {
    id: `person:${id}`,
    group: t('People'),
    label: name,
    detail: [callsign, position, shownStatus(member)].filter(Boolean).join(' · '),
    texts: [callsign, position, discordId],
    icon: <UserRound aria-hidden="true" />,
    copy: mentionOf(discordId),
    to: personHref(discordId),
  }
}

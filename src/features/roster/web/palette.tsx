import AtSign from 'lucide-react/icons/at-sign'
import UserRound from 'lucide-react/icons/user-round'
import { personHref } from '#features/auth/web/person-link.tsx'
import { t } from '#lib/messages.ts'
import { type Palette, type PaletteRow, paletteSource } from '#web/palette-source.ts'
import type { devRoster, Roster, RosterMember, staffRoster } from '../contract.ts'
import { shownStatus } from '../effect-rules.ts'

/** The search palette finds people on every roster and copies their mention. */
export const palette: Palette = ({ content: { rosters = [] }, actOn }) => {
  const rowsOf = ({ data }: { data: RosterMember[] }) =>
    data.map((member) => ({ ...rowOf(member), acts: [actOn(member) ?? [], mentionRow(member)].flat() }))
  return [
    paletteSource<typeof staffRoster.list>(
      { access: 'staff', path: '/api/roster', topic: 'roster', isOfPeople: true },
      rowsOf,
    ),
    paletteSource<typeof devRoster.list>(
      { access: 'staff', path: '/api/dev-roster', topic: 'dev-roster', part: 'dev-roster', isOfPeople: true },
      rowsOf,
    ),
    ...rosters.map(({ key, readBy }) =>
      paletteSource<Roster['list']>(
        { access: readBy, path: `/api/rosters/${key}`, topic: `roster-${key}`, isOfPeople: true },
        rowsOf,
      ),
    ),
  ]
}

const mentionOf = (discordId: string) => ({ text: `<@${discordId}>`, label: t('copy mention') })

function mentionRow({ name, callsign, discordId }: RosterMember): PaletteRow {
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

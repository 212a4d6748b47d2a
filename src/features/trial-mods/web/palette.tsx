import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import type { Place } from '#lib/further-places.ts'
import { t } from '#lib/messages.ts'
import { type Palette, type PaletteRow, paletteSource } from '#web/palette-source.ts'
import type { ChecklistCalls, TrialMod } from '../contract.ts'

/** The search palette finds people on further checklists. Trial moderators are found through the staff roster. */
export const palette: Palette = ({ content: { checklists = [] } }) =>
  checklists.map((place) =>
    paletteSource<ChecklistCalls['list']>(
      { access: place.readBy, path: `/api/checklists/${place.key}`, topic: `checklist-${place.key}`, isOfPeople: true },
      (records) => records.map((record) => rowOf(place, record)),
    ),
  )

function rowOf({ key, title }: Place, { traineeId, staffId, trialMod: { name }, completion }: TrialMod): PaletteRow {
  // Finished records are hidden by default.
  const archived = completion.status === 'In-Training' ? '' : '&archived=true'
  return {
    id: `checklist:${key}:${traineeId}`,
    group: t('People'),
    label: name,
    detail: [staffId, title].filter(Boolean).join(' · '),
    texts: [staffId, traineeId],
    icon: <ClipboardCheck aria-hidden="true" />,
    copy: { text: `<@${traineeId}>`, label: t('copy mention') },
    to: `/checklists/${key}?search=${encodeURIComponent(name)}${archived}`,
  }
}

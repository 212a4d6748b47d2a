import * as z from 'zod/mini'
import type { AnnouncementEvents, AnnouncementRules, EventOf, ListPlaces } from '#lib/announcements.ts'
import { listOfTarget, parseRecord } from '#lib/inbox.ts'

const events = {
  rosterMemberAdded: ['roster', 'name', 'position', 'by'],
  rosterMemberChanged: ['roster', 'name', 'changes', 'by'],
  rosterMemberRemoved: ['roster', 'name', 'position', 'by'],
  rosterImported: ['roster', 'added', 'changed', 'by'],
} as const satisfies AnnouncementEvents

const Member = z.object({
  discordId: z.string(),
  name: z.string(),
  callsign: z.nullable(z.string()),
  position: z.string(),
  status: z.string(),
})
type Member = z.infer<typeof Member>
const Counts = z.object({ added: z.int(), changed: z._default(z.int(), 0) })

const CHANGES = ['addRosterMember', 'changeRosterMember', 'removeRosterMember']

export const announcementRules: AnnouncementRules<EventOf<typeof events>> = {
  events,
  // Not announced when one change has several of them: nobody wants a message for each member of a bulk change.
  alone: ['rosterMemberChanged'],
  undoable: ['rosterMemberAdded', 'rosterMemberChanged', 'rosterMemberRemoved'],
  read: ({ action, target, before, after }, { by, places }) => {
    if (!CHANGES.includes(action)) return null
    const [was, is] = [parseRecord(Member, before), parseRecord(Member, after)]
    const place = places[listOfTarget(target)]
    const event = ofMember(place, was, is, by)
    return event && { ...event, undoes: ofMember(place, is, was, by) }
  },
  readFile: ({ action, target, after }, _changes, { by, places }) => {
    const counts = parseRecord(Counts, after)
    const place = places[target]
    if (action !== 'importRoster' || counts === null || place === undefined) return null
    if (counts.added + counts.changed === 0) return null
    const [added, changed] = [String(counts.added), String(counts.changed)]
    const { title: roster, path } = place
    return { event: 'rosterImported', placeholders: { roster, added, changed, by }, path, about: null }
  },
}

function ofMember(
  place: ListPlaces[string] | undefined,
  was: Member | null,
  is: Member | null,
  by: string,
): EventOf<typeof events> | null {
  const one = is ?? was
  if (place === undefined || one === null) return null
  const { title: roster, path } = place
  const { name, position, discordId: about } = one
  if (was === null) return { event: 'rosterMemberAdded', placeholders: { roster, name, position, by }, path, about }
  if (is === null) return { event: 'rosterMemberRemoved', placeholders: { roster, name, position, by }, path, about }
  const fields = ['name', 'callsign', 'position', 'status'] as const
  const changes = fields
    .filter((field) => was[field] !== is[field])
    .map((field) => `${field} ${was[field] ?? 'none'} → ${is[field] ?? 'none'}`)
    .join(', ')
  return changes === ''
    ? null
    : { event: 'rosterMemberChanged', placeholders: { roster, name: was.name, changes, by }, path, about }
}

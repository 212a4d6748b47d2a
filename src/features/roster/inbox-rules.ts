import * as z from 'zod/mini'
import { createInboxChange, type InboxRules, type InboxTitles, NO_INBOX_CHANGE, parseRecord } from '#lib/inbox.ts'
import { msg } from '#lib/messages.ts'

export const inboxTitles = {
  rosterAdded: msg('You were added to a list: {list}'),
  rosterPosition: msg('You have a new position: {list}'),
  rosterStatus: msg('Your status was changed: {list}'),
  rosterRemoved: msg('You were removed from a list: {list}'),
} satisfies InboxTitles
type Kind = keyof typeof inboxTitles

const Member = z.object({ discordId: z.string(), position: z.string(), status: z.string() })
type Member = z.infer<typeof Member>

const UNDOABLE = ['addRosterMember', 'changeRosterMember', 'removeRosterMember']

export const inboxRules: InboxRules<Kind> = {
  kinds: {
    rosterAdded: { opens: 'list', isRank: true },
    rosterPosition: { opens: 'list', isRank: true },
    rosterStatus: { opens: 'list', isRank: true },
    rosterRemoved: { isRank: true },
  },
  undoable: UNDOABLE,
  read: (change) => {
    if (!UNDOABLE.includes(change.action)) return NO_INBOX_CHANGE
    const [was, is] = [parseRecord(Member, change.before), parseRecord(Member, change.after)]
    return createInboxChange(change, (is ?? was)?.discordId, kindOf(was, is))
  },
}

function kindOf(was: Member | null, is: Member | null): Kind | null {
  if (is === null) return was === null ? null : 'rosterRemoved'
  if (was === null) return 'rosterAdded'
  if (was.position !== is.position) return 'rosterPosition'
  return was.status === is.status ? null : 'rosterStatus'
}

import { expect, it } from 'vitest'
import type { LoggedChange } from '#lib/inbox.ts'
import { inboxMessagesOf } from '#test/inbox-messages.ts'
import { inboxRules } from './inbox-rules.ts'

const ANA = '310000000000000101'
const NOTHING = { added: [], dropped: [] }

const messagesOf = inboxMessagesOf(inboxRules, 'roster/1')
const add = (kind: string, personId = ANA) => ({ added: [`${kind} ${personId}`], dropped: [] })
const member = (more: object = {}) => ({
  discordId: ANA,
  position: 'Moderator',
  status: 'Active',
  notes: 'x',
  ...more,
})

it.each<[string, Partial<LoggedChange>, object]>([
  [
    'a new position',
    { action: 'changeRosterMember', before: member(), after: member({ position: 'Senior' }) },
    add('rosterPosition'),
  ],
  [
    'a new status',
    { action: 'changeRosterMember', before: member(), after: member({ status: 'LOA' }) },
    add('rosterStatus'),
  ],
  ['no new note', { action: 'changeRosterMember', before: member(), after: member({ notes: 'y' }) }, NOTHING],
  ['to be on a roster', { action: 'addRosterMember', after: member() }, add('rosterAdded')],
  ['to be off it', { action: 'removeRosterMember', before: member() }, add('rosterRemoved')],
])('members of a roster are notified: %s', (_, entry, expected) => expect(messagesOf(entry)).toEqual(expected))

import { expect, it } from 'vitest'
import type { LoggedChange } from '#lib/inbox.ts'
import { inboxMessagesOf } from '#test/inbox-messages.ts'
import { inboxRules } from './inbox-rules.ts'

const ANA = '310000000000000101'
const BEN = '310000000000000102'
const NOTHING = { added: [], dropped: [] }

const messagesOf = inboxMessagesOf(inboxRules, 'training/1')
const add = (kind: string, personId = ANA) => ({ added: [`${kind} ${personId}`], dropped: [] })

it.each<[string, Partial<LoggedChange>, object]>([
  ['whose mentor they are', { action: 'changeMentor', after: { mentorId: BEN } }, add('mentorAssigned', BEN)],
  [
    'nothing of a mentor who stays',
    { action: 'changeMentor', before: { mentorId: BEN }, after: { mentorId: BEN } },
    NOTHING,
  ],
  ['no longer to be one', { action: 'changeMentor', before: { mentorId: BEN }, after: { mentorId: null } }, NOTHING],
])('mentors are notified: %s', (_, entry, expected) => expect(messagesOf(entry)).toEqual(expected))

import { expect, it } from 'vitest'
import type { LoggedChange } from '#lib/inbox.ts'
import { inboxMessagesOf } from '#test/inbox-messages.ts'
import { inboxRules } from './inbox-rules.ts'

const ANA = '310000000000000101'
const NOTHING = { added: [], dropped: [] }

const messagesOf = inboxMessagesOf(inboxRules, 'trialmods/1')
const add = (kind: string, personId = ANA) => ({ added: [`${kind} ${personId}`], dropped: [] })
const trainee = (status: string) => ({ traineeId: ANA, completion: { status } })

it.each<[string, Partial<LoggedChange>, object]>([
  [
    'to have passed',
    { action: 'changeCompletion', before: trainee('In-Training'), after: trainee('Passed') },
    add('checklistPassed'),
  ],
  [
    'to have failed',
    { action: 'changeCompletion', before: trainee('In-Training'), after: trainee('Failed') },
    add('checklistFailed'),
  ],
  [
    'no other change of it',
    { action: 'changeCompletion', before: trainee('Passed'), after: trainee('Passed') },
    NOTHING,
  ],
])('people on a checklist are notified: %s', (_, entry, expected) => expect(messagesOf(entry)).toEqual(expected))

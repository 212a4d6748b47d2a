import { expect, it } from 'vitest'
import type { LoggedChange } from '#lib/inbox.ts'
import { inboxMessagesOf } from '#test/inbox-messages.ts'
import { inboxRules } from './inbox-rules.ts'

const ANA = '310000000000000101'

const messagesOf = inboxMessagesOf(inboxRules, 'verifications/1')
const add = (kind: string, personId = ANA) => ({ added: [`${kind} ${personId}`], dropped: [] })

it.each<[string, Partial<LoggedChange>, object]>([
  [
    'a verification that was approved',
    { action: 'approveVerification', after: { userId: ANA } },
    add('verificationApproved'),
  ],
  [
    'one that was rejected',
    { action: 'rejectVerification', after: { userId: ANA, reason: 'no' } },
    add('verificationRejected'),
  ],
])('people are notified of %s', (_, entry, expected) => expect(messagesOf(entry)).toEqual(expected))

import * as z from 'zod/mini'
import { createInboxChange, type InboxRules, type InboxTitles, NO_INBOX_CHANGE, parseRecord } from '#lib/inbox.ts'
import { msg } from '#lib/messages.ts'

export const inboxTitles = {
  verificationApproved: msg('Your verification was approved'),
  verificationRejected: msg('Your verification was rejected'),
} satisfies InboxTitles

const Verification = z.object({ userId: z.string() })

export const inboxRules: InboxRules<keyof typeof inboxTitles> = {
  kinds: { verificationApproved: {}, verificationRejected: {} },
  read: (change) => {
    const userId = parseRecord(Verification, change.after)?.userId
    if (change.action === 'approveVerification') return createInboxChange(change, userId, 'verificationApproved')
    if (change.action === 'rejectVerification') return createInboxChange(change, userId, 'verificationRejected')
    return NO_INBOX_CHANGE
  },
}

import * as z from 'zod/mini'
import { type InboxRules, type InboxTitles, nothingTold, partOf, told } from '#lib/inbox.ts'
import { msg } from '#lib/messages.ts'

export const inboxTitles = {
  verificationApproved: msg('Your verification was approved'),
  verificationRejected: msg('Your verification was rejected'),
} satisfies InboxTitles

const Verification = z.object({ userId: z.string() })

export const inboxRules: InboxRules<keyof typeof inboxTitles> = {
  kinds: { verificationApproved: {}, verificationRejected: {} },
  read: (change) => {
    const userId = partOf(Verification, change.after)?.userId
    if (change.action === 'approveVerification') return told(change, userId, 'verificationApproved')
    if (change.action === 'rejectVerification') return told(change, userId, 'verificationRejected')
    return nothingTold
  },
}

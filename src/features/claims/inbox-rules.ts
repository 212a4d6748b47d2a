import * as z from 'zod/mini'
import { createInboxChange, type InboxRules, type InboxTitles, NO_INBOX_CHANGE, parseRecord } from '#lib/inbox.ts'
import { msg } from '#lib/messages.ts'

export const inboxTitles = {
  claimConfirmed: msg('A ban in game is linked to your account now'),
  claimRefused: msg('A ban in game was not linked to your account'),
} satisfies InboxTitles

const Claim = z.object({ user: z.string(), state: z.optional(z.string()) })
const OWN_APPEALS = { path: '/me/appeals', access: 'member' } as const

export const inboxRules: InboxRules<keyof typeof inboxTitles> = {
  // When the ban was linked by joining two people, the page offers to undo the join.
  kinds: {
    claimConfirmed: { opens: () => OWN_APPEALS, canBeUndone: true },
    claimRefused: { opens: () => OWN_APPEALS, canBeUndone: true },
  },
  read: (change) => {
    const { user, state } = parseRecord(Claim, change.after) ?? {}
    switch (change.action) {
      case 'confirmClaim':
        return createInboxChange(change, user, 'claimConfirmed')
      case 'refuseClaim':
        return createInboxChange(change, user, 'claimRefused')
      case 'answerClaim':
        return createInboxChange(change, user, state === 'confirmed' ? 'claimConfirmed' : 'claimRefused')
      // What the person was told before is no longer true.
      case 'unlinkClaim':
      case 'reopenClaim':
        return user ? { added: [], dropped: [{ personId: user, about: change.target }] } : NO_INBOX_CHANGE
      default:
        return NO_INBOX_CHANGE
    }
  },
}

import * as z from 'zod/mini'
import { type InboxRules, type InboxTitles, nothingTold, partOf, told } from '#lib/inbox.ts'
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
    const { user, state } = partOf(Claim, change.after) ?? {}
    switch (change.action) {
      case 'confirmClaim':
        return told(change, user, 'claimConfirmed')
      case 'refuseClaim':
        return told(change, user, 'claimRefused')
      case 'answerClaim':
        return told(change, user, state === 'confirmed' ? 'claimConfirmed' : 'claimRefused')
      // What the person was told before is no longer true.
      case 'unlinkClaim':
      case 'reopenClaim':
        return user ? { added: [], dropped: [{ personId: user, about: change.target }] } : nothingTold
      default:
        return nothingTold
    }
  },
}

import * as z from 'zod/mini'
import { type InboxRules, type InboxTitles, nothingTold, partOf, told } from '#lib/inbox.ts'
import { msg } from '#lib/messages.ts'

export const inboxTitles = {
  claimConfirmed: msg('A ban in game is linked to your account now'),
  claimRefused: msg('A ban in game was not linked to your account'),
} satisfies InboxTitles

const Claim = z.object({ user: z.string() })
const OWN_APPEALS = { path: '/me/appeals', access: 'member' } as const

export const inboxRules: InboxRules<keyof typeof inboxTitles> = {
  kinds: { claimConfirmed: { opens: () => OWN_APPEALS }, claimRefused: { opens: () => OWN_APPEALS } },
  read: (change) => {
    const user = partOf(Claim, change.after)?.user
    if (change.action === 'confirmClaim') return told(change, user, 'claimConfirmed')
    if (change.action === 'refuseClaim') return told(change, user, 'claimRefused')
    // It is theirs no longer.
    if (change.action === 'unlinkClaim' && user)
      return { added: [], dropped: [{ personId: user, about: change.target }] }
    return nothingTold
  },
}

import * as z from 'zod/mini'
import { type InboxRules, type InboxTitles, nothingTold, partOf, told } from '#lib/inbox.ts'
import { msg } from '#lib/messages.ts'

export const inboxTitles = { mentorAssigned: msg('You are the mentor of a trainee now') } satisfies InboxTitles

const Mentor = z.object({ mentorId: z.nullable(z.string()) })

export const inboxRules: InboxRules<keyof typeof inboxTitles> = {
  kinds: { mentorAssigned: { opens: 'list', isRank: true } },
  undoable: ['changeMentor'],
  read: (change) => {
    if (change.action !== 'changeMentor') return nothingTold
    const mentor = partOf(Mentor, change.after)?.mentorId
    return told(change, mentor, mentor === partOf(Mentor, change.before)?.mentorId ? null : 'mentorAssigned')
  },
}

import * as z from 'zod/mini'
import { createInboxChange, type InboxRules, type InboxTitles, NO_INBOX_CHANGE, parseRecord } from '#lib/inbox.ts'
import { msg } from '#lib/messages.ts'

export const inboxTitles = { mentorAssigned: msg('You are the mentor of a trainee now') } satisfies InboxTitles

const Mentor = z.object({ mentorId: z.nullable(z.string()) })

export const inboxRules: InboxRules<keyof typeof inboxTitles> = {
  kinds: { mentorAssigned: { opens: 'list', isRank: true } },
  undoable: ['changeMentor'],
  read: (change) => {
    if (change.action !== 'changeMentor') return NO_INBOX_CHANGE
    const mentor = parseRecord(Mentor, change.after)?.mentorId
    return createInboxChange(
      change,
      mentor,
      mentor === parseRecord(Mentor, change.before)?.mentorId ? null : 'mentorAssigned',
    )
  },
}

import * as z from 'zod/mini'
import { createInboxChange, type InboxRules, type InboxTitles, NO_INBOX_CHANGE, parseRecord } from '#lib/inbox.ts'
import { msg } from '#lib/messages.ts'

export const inboxTitles = {
  checklistPassed: msg('You passed: {list}'),
  checklistFailed: msg('You did not pass: {list}'),
} satisfies InboxTitles

const Trainee = z.object({ traineeId: z.string(), completion: z.object({ status: z.string() }) })

const UNDOABLE = ['changeCompletion', 'undoCompletion']
const OUTCOMES = new Map<string | undefined, keyof typeof inboxTitles>([
  ['Passed', 'checklistPassed'],
  ['Failed', 'checklistFailed'],
])

export const inboxRules: InboxRules<keyof typeof inboxTitles> = {
  kinds: { checklistPassed: {}, checklistFailed: {} },
  undoable: UNDOABLE,
  read: (change) => {
    if (!UNDOABLE.includes(change.action)) return NO_INBOX_CHANGE
    const is = parseRecord(Trainee, change.after)
    const isNew = is?.completion.status !== parseRecord(Trainee, change.before)?.completion.status
    return createInboxChange(change, is?.traineeId, isNew ? OUTCOMES.get(is?.completion.status) : null)
  },
}

import * as z from 'zod/mini'
import { type InboxRules, type InboxTitles, nothingTold, partOf, told } from '#lib/inbox.ts'
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
    if (!UNDOABLE.includes(change.action)) return nothingTold
    const is = partOf(Trainee, change.after)
    const isNew = is?.completion.status !== partOf(Trainee, change.before)?.completion.status
    return told(change, is?.traineeId, isNew ? OUTCOMES.get(is?.completion.status) : null)
  },
}

import type { InboxRules, InternalTypes, LoggedChange } from '#lib/inbox.ts'

const NO_TYPES: InternalTypes = { staff: [], players: [] }

/** The inbox messages for a row of the audit log, each as its kind and the person's id. */
export const inboxMessagesOf =
  ({ read }: InboxRules, target: string, internalTypes = NO_TYPES) =>
  (entry: Partial<LoggedChange>) => {
    const { added, dropped } = read({ action: 'any', target, ...entry }, internalTypes)
    return {
      added: added.map(({ personId, kind }) => `${kind} ${personId}`),
      dropped: dropped.map(({ personId }) => personId),
    }
  }

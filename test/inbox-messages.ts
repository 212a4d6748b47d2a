import { inboxPlaces } from '#app/list-titles.ts'
import { type InboxRules, type InternalTypes, type LoggedChange, listOfTarget } from '#lib/inbox.ts'
import { CHECKLISTS } from './checklist.ts'
import { ROSTER_CONTENT } from './rosters.ts'

const NO_TYPES: InternalTypes = { staff: [], players: [] }
const LISTS = inboxPlaces({ rosterContent: ROSTER_CONTENT, checklists: CHECKLISTS })

/**
 * The inbox messages for a row of the audit log, each as its kind and the person's id. Throws for a message that leads
 * to no page, because the inbox does not show it.
 */
export const inboxMessagesOf =
  ({ read, kinds }: InboxRules, target: string, internalTypes = NO_TYPES) =>
  (entry: Partial<LoggedChange>) => {
    const { added, dropped } = read({ action: 'any', target, ...entry }, internalTypes)
    for (const { kind, about } of added) {
      const list = listOfTarget(about)
      if (kinds[kind]?.opens !== 'list' || Object.hasOwn(LISTS, list)) continue
      throw new Error(
        `Nobody would see ${kind}: ${list} is no roster or checklist. Name its page: opens: () => ({ path, access })`,
      )
    }
    return {
      added: added.map(({ personId, kind }) => `${kind} ${personId}`),
      dropped: dropped.map(({ personId }) => personId),
    }
  }

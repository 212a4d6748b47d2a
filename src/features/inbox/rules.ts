import {
  combineInboxChanges,
  type FeatureInbox,
  type InboxChange,
  type InboxKind,
  type InboxTitle,
  type InternalTypes,
  type LoggedChange,
} from '#lib/inbox.ts'

/** The inbox rules of all features. */
export interface Inbox {
  kinds: ReadonlyMap<string, InboxKind & { title: InboxTitle }>
  parts: readonly FeatureInbox[]
}

export const inboxOf = (parts: readonly FeatureInbox[]): Inbox => ({
  parts,
  kinds: new Map(
    parts.flatMap(({ titles, kinds }) =>
      Object.entries(titles).map(([kind, title]) => [kind, { ...kinds[kind], title }] as const),
    ),
  ),
})

/**
 * The messages that result from one change, derived from its audit entries. Nobody gets a message about their own
 * change. An import causes no messages except about an appeal that ended or a claim that was taken back, because the
 * imported events happened long ago.
 */
export function inboxChangeOf(
  { parts, kinds }: Inbox,
  entries: readonly LoggedChange[],
  actorId: string | null,
  internalTypes: InternalTypes,
): InboxChange {
  const relevantEntries = isImportOrUndo(entries)
    ? entries.filter(({ target }) => /^(appeals|claims)\//.test(target))
    : entries
  const { added, dropped } = combineInboxChanges(
    relevantEntries.flatMap((entry) => parts.map(({ read }) => read(entry, internalTypes))),
  )
  const others = added.filter(({ personId }) => personId !== actorId)
  const isReplaced = ({ personId, kind }: { personId: string; kind: string }) =>
    others.some((other) => other.personId === personId && kinds.get(other.kind)?.replaces?.includes(kind))
  return { added: others.filter((row) => !isReplaced(row)), dropped }
}

/** Whether a change is an import, or the undo of an import. */
export const isImportOrUndo = (entries: readonly LoggedChange[]) =>
  entries.some(({ action }) => /^(import|undoImport|fill)/.test(action))

/** The actions that a page offers to undo, and the actions that undo them. */
export const listUndoableActions = ({ parts }: Inbox) => parts.flatMap(({ undoable = [] }) => undoable)

/** Selects the entries of a change that a page offers to undo. Messages about them are sent later. */
export function createUndoableFilter<E extends LoggedChange>(
  inbox: Inbox,
  entries: readonly E[],
): (entry: E) => boolean {
  const final = inbox.parts.flatMap((part) => part.final ?? [])
  if (entries.some(({ action }) => final.includes(action))) return () => false
  const undoable = listUndoableActions(inbox)
  return ({ action }) => undoable.includes(action)
}

/**
 * Combines changes of one record, some of which may have been undone since, into one change. Null when there is none.
 */
export function mergeChanges<E extends LoggedChange & { actorId: string | null }>(
  entries: readonly E[],
): (LoggedChange & Pick<E, 'actorId'>) | null {
  const [first, last] = [entries[0], entries.at(-1)]
  if (first === undefined || last === undefined) return null
  // Changes by several people have no single actor, so each of these people gets the message.
  const actorId = entries.every((entry) => entry.actorId === first.actorId) ? first.actorId : null
  const { action, target, after } = last
  return { action, target, before: first.before, after, actorId }
}

/** How many days read messages are kept. */
export const READ_KEPT_DAYS = 90
/** How many days unread messages are kept. People who never come back read none. */
export const UNREAD_KEPT_DAYS = 365

/** Sorts queues by due date. Queues without a deadline follow in their given order. */
export const sortByDueDate = <Q extends { dueAt: string | null }>(queues: readonly Q[]): Q[] =>
  queues.toSorted((a, b) => {
    if (a.dueAt === null || b.dueAt === null) return Number(a.dueAt === null) - Number(b.dueAt === null)
    return a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : 0
  })

interface KeptRow {
  kind: string
  about: string
  at: Date
  readAt: Date | null
}

/**
 * Groups the rows about the same record under the newest of them. A group with an unread row is new. The rows must be
 * sorted newest first.
 */
export function groupRows<R extends KeptRow>(rows: readonly R[]): { newest: R; isNew: boolean; earlier: number }[] {
  const groups = new Map<string, { newest: R; isNew: boolean; earlier: number }>()
  for (const row of rows) {
    const group = groups.get(row.about)
    if (group === undefined) groups.set(row.about, { newest: row, isNew: row.readAt === null, earlier: 0 })
    else groups.set(row.about, { ...group, isNew: group.isNew || row.readAt === null, earlier: group.earlier + 1 })
  }
  return [...groups.values()]
}

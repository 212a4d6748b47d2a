import {
  allTold,
  type BetweenStaff,
  type FeatureInbox,
  type InboxChange,
  type InboxKind,
  type InboxTitle,
  type LoggedChange,
} from '#lib/inbox.ts'

/** What all features tell people of themselves. */
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
 * What people are told of one change, from its rows for the audit log. Nobody is told what they did themselves, and a
 * file that was taken over tells nothing but that an appeal has ended or a claim was taken back: it brings what happened
 * long ago.
 */
export function inboxChangeOf(
  { parts, kinds }: Inbox,
  entries: readonly LoggedChange[],
  actorId: string | null,
  betweenStaff: BetweenStaff,
): InboxChange {
  const told = isOfFile(entries) ? entries.filter(({ target }) => /^(appeals|claims)\//.test(target)) : entries
  const { added, dropped } = allTold(told.flatMap((entry) => parts.map(({ read }) => read(entry, betweenStaff))))
  const others = added.filter(({ personId }) => personId !== actorId)
  const isSaid = ({ personId, kind }: { personId: string; kind: string }) =>
    others.some((other) => other.personId === personId && kinds.get(other.kind)?.instead?.includes(kind))
  return { added: others.filter((row) => !isSaid(row)), dropped }
}

/** Whether a change takes a file over, or takes that back. */
export const isOfFile = (entries: readonly LoggedChange[]) =>
  entries.some(({ action }) => /^(import|undoImport|fill)/.test(action))

/** What a page offers to undo, or undoes. */
export const undoableOf = ({ parts }: Inbox) => parts.flatMap(({ undoable = [] }) => undoable)

/** Which parts of a change a page offers to undo, so that they are told later. */
export function heldOf<E extends LoggedChange>(inbox: Inbox, entries: readonly E[]): (entry: E) => boolean {
  const final = inbox.parts.flatMap((part) => part.final ?? [])
  if (entries.some(({ action }) => final.includes(action))) return () => false
  const undoable = undoableOf(inbox)
  return ({ action }) => undoable.includes(action)
}

/** What was done to one thing and may have been undone since, as one change; null of nothing. */
export function inTheEnd<E extends LoggedChange & { actorId: string | null }>(
  entries: readonly E[],
): (LoggedChange & Pick<E, 'actorId'>) | null {
  const [first, last] = [entries[0], entries.at(-1)]
  if (first === undefined || last === undefined) return null
  // What several did nobody did alone: it is told to each of them.
  const actorId = entries.every((entry) => entry.actorId === first.actorId) ? first.actorId : null
  const { action, target, after } = last
  return { action, target, before: first.before, after, actorId }
}

/** Read ones are kept so long. */
export const READ_KEPT_DAYS = 90
/** Others too: the person who never comes reads none. */
export const UNREAD_KEPT_DAYS = 365

/** What is due first comes first, and what has no deadline stays in its order after that. */
export const dueFirst = <Q extends { dueAt: string | null }>(queues: readonly Q[]): Q[] =>
  queues.toSorted((a, b) => {
    if (a.dueAt === null || b.dueAt === null) return Number(a.dueAt === null) - Number(b.dueAt === null)
    return a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : 0
  })

/** A row as it is kept. */
interface KeptRow {
  kind: string
  about: string
  at: Date
  readAt: Date | null
}

/** Rows about the same thing as one, under the newest; those that hold something new are new. The newest come first. */
export function groupRows<R extends KeptRow>(rows: readonly R[]): { newest: R; isNew: boolean; earlier: number }[] {
  const groups = new Map<string, { newest: R; isNew: boolean; earlier: number }>()
  for (const row of rows) {
    const group = groups.get(row.about)
    if (group === undefined) groups.set(row.about, { newest: row, isNew: row.readAt === null, earlier: 0 })
    else groups.set(row.about, { ...group, isNew: group.isNew || row.readAt === null, earlier: group.earlier + 1 })
  }
  return [...groups.values()]
}

import { and, desc, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import { DAY } from '#lib/dates.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { By } from '#server/http/serve.ts'
import type { Processes } from '#server/processes/processes.ts'
import { type BetweenStaff, inboxChangeOf, type Kind, lineOf, READ_KEPT_DAYS, UNREAD_KEPT_DAYS } from '../rules.ts'
import { wantMessages } from './message-store.ts'
import { inboxRows } from './tables.ts'

/** What other processes are told: whose inbox is another now. */
export const CHANNEL = 'inbox'
/** As many as surely fit into what one process can tell another at once. */
const IDS_A_TELLING = 200

export type StoredRow = Pick<typeof inboxRows.$inferSelect, 'kind' | 'about' | 'at' | 'readAt'>

/** For `createAudit`: writes down what a change tells people, within its transaction; answers whose inbox is another now. */
export function inboxKeeper(deps: {
  processes: Pick<Processes, 'tell'>
  clock: () => Date
  betweenStaff: BetweenStaff
  /** Puts a message in Discord into the outbox. */
  write: (tx: Transaction, message: { personId: string; kind: Kind; about: string; at: Date }) => Promise<void>
}) {
  return async (tx: Transaction, by: By, entries: readonly AuditEntry[]): Promise<string[]> => {
    const { added, dropped } = inboxChangeOf(entries, by.actor?.id ?? null, deps.betweenStaff)
    for (const { personId, about } of dropped) {
      await tx.delete(inboxRows).where(and(eq(inboxRows.personId, personId), eq(inboxRows.about, about)))
    }
    const at = deps.clock()
    if (added.length > 0) await tx.insert(inboxRows).values(added.map((row) => ({ ...row, at })))
    const wanting = await wantMessages(
      tx,
      added.map(({ personId }) => personId),
    )
    for (const row of added) {
      if (wanting.get(row.personId)?.[lineOf(row.kind)] === 'now') await deps.write(tx, { ...row, at })
    }
    const ids = [...new Set([...added, ...dropped].map(({ personId }) => personId))]
    for (let from = 0; from < ids.length; from += IDS_A_TELLING) {
      await deps.processes.tell(CHANNEL, { ids: ids.slice(from, from + IDS_A_TELLING) }, tx)
    }
    return ids
  }
}

/** More than this nobody reads: the newest count. */
const MAX_LISTED = 500

export interface InboxStore {
  /** The newest first. */
  listRows(personId: string): Promise<StoredRow[]>
  listUnread(personId: string): Promise<StoredRow[]>
  /** All that is about these things. */
  markRead(personId: string, about: readonly string[]): Promise<void>
  /** Removes what is older than it is kept; answers how many rows that was. */
  removeOld(): Promise<number>
}

export function createInboxStore({
  database,
  clock,
}: {
  database: Pick<Database, 'db'>
  clock: () => Date
}): InboxStore {
  const { db } = database
  const { kind, about, at, readAt } = inboxRows
  const listed = (personId: string, isUnread: boolean) =>
    db
      .select({ kind, about, at, readAt })
      .from(inboxRows)
      .where(and(eq(inboxRows.personId, personId), isUnread ? isNull(readAt) : undefined))
      .orderBy(desc(inboxRows.id))
      .limit(MAX_LISTED)
  const ago = (days: number) => new Date(clock().getTime() - days * DAY)

  return {
    listRows: (personId) => listed(personId, false),
    listUnread: (personId) => listed(personId, true),
    markRead: async (personId, things) => {
      const isTheirs = and(eq(inboxRows.personId, personId), inArray(about, [...things]), isNull(readAt))
      await db.update(inboxRows).set({ readAt: clock() }).where(isTheirs)
    },
    removeOld: async () => {
      const isOld = or(lt(readAt, ago(READ_KEPT_DAYS)), lt(at, ago(UNREAD_KEPT_DAYS)))
      const removed = await db.delete(inboxRows).where(isOld).returning({ id: inboxRows.id })
      return removed.length
    },
  }
}

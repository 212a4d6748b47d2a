import { and, desc, eq, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import { listChanges } from '#features/audit/server/store.ts'
import { DAY } from '#lib/dates.ts'
import { isErased } from '#lib/discord-id.ts'
import type { InboxChange, InboxRow, InternalTypes } from '#lib/inbox.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import { batches } from '#server/database/batches.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import type { By } from '#server/http/serve.ts'
import type { Processes } from '#server/processes/processes.ts'
import { lineOf, type MessageDefaults } from '../message-rules.ts'
import {
  createUndoableFilter,
  type Inbox,
  inboxChangeOf,
  isImportOrUndo,
  listUndoableActions,
  mergeChanges,
  READ_KEPT_DAYS,
  UNREAD_KEPT_DAYS,
} from '../rules.ts'
import { findMessageReceivers } from './message-store.ts'
import { inboxHeld, inboxRows } from './tables.ts'

/** The channel on which processes tell each other whose inbox changed. */
export const CHANNEL = 'inbox'
/** This many IDs fit into one message between processes. */
const IDS_PER_MESSAGE = 200
/** The most held changes that one transaction releases. */
const MAX_RELEASED_AT_ONCE = 100

export type StoredRow = Pick<typeof inboxRows.$inferSelect, 'kind' | 'about' | 'at' | 'readAt'>

interface KeeperDeps {
  inbox: Inbox
  database: Pick<Database, 'db'>
  processes: Pick<Processes, 'publish'>
  clock: () => Date
  internalTypes: InternalTypes
  messageDefaults: MessageDefaults
  /** Puts a Discord message into the outbox and returns its number there. */
  write: (tx: Transaction, message: InboxRow & { at: Date }) => Promise<number>
}

export interface InboxKeeper {
  /**
   * For `createAudit`: writes the messages about a change, within its transaction. Returns the people whose inbox
   * changed. Messages about a change that can be undone are held until that time is over.
   */
  keep(tx: Transaction, by: By, entries: readonly AuditEntry[], firstSeq: number): Promise<string[]>
  /**
   * Releases some held messages that can no longer be undone. Returns the people whose inbox changed, or null when
   * nothing was due.
   */
  releaseDue(): Promise<string[] | null>
}

export function createInboxKeeper(deps: KeeperDeps): InboxKeeper {
  const { inbox, processes, clock, internalTypes, write } = deps
  const undoable = listUndoableActions(inbox)
  const confirms = inbox.parts.flatMap((part) => part.confirms ?? [])
  const { db } = deps.database
  const { about, until } = inboxHeld

  async function writeMessages(tx: Transaction, { added: all, dropped }: InboxChange): Promise<string[]> {
    const added = all.filter(({ personId }) => !isErased(personId))
    for (const { personId, about } of dropped) {
      await tx.delete(inboxRows).where(and(eq(inboxRows.personId, personId), eq(inboxRows.about, about)))
    }
    const at = clock()
    const values = added.map((row) => ({ ...row, at }))
    const rows = values.length === 0 ? [] : await tx.insert(inboxRows).values(values).returning()
    const wanting = await findMessageReceivers(
      tx,
      added.map(({ personId }) => personId),
      deps.messageDefaults,
    )
    for (const { id, personId, kind, about } of rows) {
      const person = wanting.get(personId)
      const mode = person?.modes[lineOf(inbox, kind)] ?? 'off'
      if (mode === 'off' || (mode === 'digest' && !person?.isStopped)) continue
      const set = person?.isStopped
        ? { sending: 'stopped' as const }
        : { messageId: await write(tx, { personId, kind, about, at }) }
      await tx.update(inboxRows).set(set).where(eq(inboxRows.id, id))
    }
    const ids = [...new Set([...added, ...dropped].map(({ personId }) => personId))]
    for (let from = 0; from < ids.length; from += IDS_PER_MESSAGE) {
      await processes.publish(CHANNEL, { ids: ids.slice(from, from + IDS_PER_MESSAGE) }, tx)
    }
    return ids
  }

  async function holdChanges(tx: Transaction, entries: readonly AuditEntry[], firstSeq: number): Promise<void> {
    const isHeld = createUndoableFilter(inbox, entries)
    const held = new Map<string, typeof inboxHeld.$inferInsert>()
    const over = new Date(clock().getTime() + UNDO_LIMIT_MS)
    for (const [index, entry] of entries.entries()) {
      if (!isHeld(entry)) continue
      const seq = firstSeq + index
      const first = held.get(entry.target)?.firstSeq ?? seq
      held.set(entry.target, { about: entry.target, firstSeq: first, lastSeq: seq, until: over })
    }
    const set = { lastSeq: sql`excluded.last_seq`, until: sql`excluded.until` }
    for (const batch of batches([...held.values()])) {
      await tx.insert(inboxHeld).values(batch).onConflictDoUpdate({ target: about, set })
    }
  }

  /** Releases held changes: sends the messages about their final result. */
  async function releaseHeld(tx: Transaction, which: SQL | undefined): Promise<string[]> {
    const ids: string[] = []
    const released = await tx.delete(inboxHeld).where(which).returning()
    // The database returns them in any order. Send their messages in the order of the changes.
    for (const held of released.sort((one, other) => one.lastSeq - other.lastSeq)) {
      const end = mergeChanges(await listHeldChanges(tx, held, undoable))
      if (end !== null) ids.push(...(await writeMessages(tx, inboxChangeOf(inbox, [end], end.actorId, internalTypes))))
    }
    return ids
  }

  const isDeliveredInOrder = (target: string) => inbox.parts.some((part) => part.isDeliveredInOrder?.(target))

  /** Marks messages as read when the person confirms the record on its own page. Returns the person. */
  async function confirm(tx: Transaction, by: By, entries: readonly AuditEntry[]): Promise<string[]> {
    const things = entries.filter(({ action }) => confirms.includes(action)).map(({ target }) => target)
    if (by.actor === null || things.length === 0) return []
    const ids = [by.actor.id]
    await markRowsRead(tx, by.actor.id, things, clock())
    await processes.publish(CHANNEL, { ids }, tx)
    return ids
  }

  return {
    keep: async (tx, by, entries, firstSeq) => {
      if (isImportOrUndo(entries))
        return writeMessages(tx, inboxChangeOf(inbox, entries, by.actor?.id ?? null, internalTypes))
      await holdChanges(tx, entries, firstSeq)
      const isHeld = createUndoableFilter(inbox, entries)
      const others = entries.filter((entry) => !isHeld(entry))
      // Held changes of the same record happened before this one, so release them first.
      const first = others.map(({ target }) => target).filter(isDeliveredInOrder)
      const earlier = first.length > 0 ? await releaseHeld(tx, inArray(about, first)) : []
      const written = await writeMessages(tx, inboxChangeOf(inbox, others, by.actor?.id ?? null, internalTypes))
      return [...earlier, ...written, ...(await confirm(tx, by, others))]
    },
    releaseDue: async () => {
      const due = await db
        .select({ about })
        .from(inboxHeld)
        .where(lte(until, clock()))
        .orderBy(until)
        .limit(MAX_RELEASED_AT_ONCE)
      if (due.length === 0) return null
      const these = inArray(
        about,
        due.map((each) => each.about),
      )
      return db.transaction((tx) => releaseHeld(tx, and(these, lte(until, clock()))))
    },
  }
}

/** Marks a person's messages about these records as read. */
async function markRowsRead(on: Db, personId: string, things: readonly string[], at: Date): Promise<void> {
  const { about, readAt } = inboxRows
  const isUnreadAbout = and(eq(inboxRows.personId, personId), inArray(about, [...things]), isNull(readAt))
  await on.update(inboxRows).set({ readAt: at }).where(isUnreadAbout)
}

const listHeldChanges = (
  on: Db,
  { about, firstSeq, lastSeq }: typeof inboxHeld.$inferSelect,
  undoable: readonly string[],
) => listChanges(on, about, { actions: undoable, from: firstSeq, to: lastSeq })

/** The most rows that are listed. Nobody reads more, so only the newest ones count. */
const MAX_LISTED = 500

/** Deletes all messages about these records, which the same transaction deletes too. Returns how many there were. */
export async function deleteRowsAbout(tx: Db, things: readonly string[]): Promise<number> {
  const isAbout = inArray(inboxRows.about, [...things])
  return (await tx.delete(inboxRows).where(isAbout).returning({ id: inboxRows.id })).length
}

export interface InboxStore {
  /** A person's rows, the newest first. */
  listRows(personId: string): Promise<StoredRow[]>
  listUnread(personId: string): Promise<StoredRow[]>
  /** Marks all messages about these records as read. */
  markRead(personId: string, about: readonly string[]): Promise<void>
  /** Removes rows past their retention period. Returns how many there were. */
  removeOld(): Promise<number>
}

export function createInboxStore({
  inbox,
  database,
  clock,
}: {
  inbox: Inbox
  database: Pick<Database, 'db'>
  clock: () => Date
}): InboxStore {
  const { db } = database
  const { kind, about, at, readAt } = inboxRows
  const listed = async (personId: string, isUnread: boolean) => {
    // Read this before the rows. If a correction is released between the two reads, it is still known here.
    const taken = await listTaken(personId)
    const rows = await db
      .select({ kind, about, at, readAt })
      .from(inboxRows)
      .where(and(eq(inboxRows.personId, personId), isUnread ? isNull(readAt) : undefined))
      .orderBy(desc(inboxRows.id))
      .limit(MAX_LISTED)
    return rows.filter((row) => !taken.includes(row.about))
  }
  /**
   * The records that a change made about somebody else, while that change can still be undone. The messages leave the
   * inbox for good only after that.
   */
  async function listTaken(personId: string): Promise<string[]> {
    const ownRecords = db.select({ about }).from(inboxRows).where(eq(inboxRows.personId, personId))
    const taken: string[] = []
    for (const held of await db.select().from(inboxHeld).where(inArray(inboxHeld.about, ownRecords))) {
      const end = mergeChanges(await listHeldChanges(db, held, listUndoableActions(inbox)))
      if (end !== null && inbox.parts.some((part) => part.isTakenFrom?.(personId, end))) taken.push(held.about)
    }
    return taken
  }
  const ago = (days: number) => new Date(clock().getTime() - days * DAY)

  return {
    listRows: (personId) => listed(personId, false),
    listUnread: (personId) => listed(personId, true),
    markRead: async (personId, things) => {
      await markRowsRead(db, personId, things, clock())
    },
    removeOld: async () => {
      const isOld = or(lt(readAt, ago(READ_KEPT_DAYS)), lt(at, ago(UNREAD_KEPT_DAYS)))
      const removed = await db.delete(inboxRows).where(isOld).returning({ id: inboxRows.id })
      return removed.length
    },
  }
}

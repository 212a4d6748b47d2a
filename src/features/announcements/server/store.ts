import { and, eq, inArray, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import type { AnnouncedEvent, ListPlaces } from '#lib/announcements.ts'
import type { InternalTypes } from '#lib/inbox.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import type { By } from '#server/http/serve.ts'
import { GIVEN_UP_AFTER, KEPT_FOR, LOST_AFTER } from '../delivery-rules.ts'
import { type Announced, type Announcements, escapeMarkdown, eventsIn, messageOf, statusesChangedIn } from '../rules.ts'
import { announcements } from './tables.ts'

/** Stands in place of a webhook for messages to one person, whom `aboutId` names. */
export const DIRECT = 'direct-message'

/**
 * Puts a message to one person into the outbox, within a transaction: lines that say what happened, and a link. Returns
 * its number.
 */
export async function addDirectMessage(
  tx: Transaction,
  message: {
    personId: string
    event: string
    /** The list that the message is about, if any. */
    list?: string
    title: string
    lines?: readonly string[]
    link: string
    at: Date
    /** The earliest time for sending the message. */
    notBefore?: Date
  },
): Promise<number> {
  const { personId, event, list = null, title, lines = [], link, at, notBefore = at } = message
  const words = [title, ...lines].map(escapeMarkdown).join('\n')
  const [added] = await tx
    .insert(announcements)
    .values({
      event,
      webhook: DIRECT,
      message: `${words}\n${link}`,
      aboutId: personId,
      list,
      createdAt: at,
      nextAttemptAt: notBefore,
    })
    .returning({ id: announcements.id })
  if (added === undefined) throw new Error('The database returned no row for a message')
  return added.id
}

/** Puts the announcements of a change into the outbox, within its transaction. */
export type Announce = (tx: Transaction, by: By, entries: readonly AuditEntry[]) => Promise<void>

/** For `createAudit`. Events without a text, and events whose webhook has no address, are not announced. */
export function createAnnounce(deps: {
  announced: Announced
  content: Announcements
  /** The webhooks that have an address. */
  webhooks: readonly string[]
  origin: string
  clock: () => Date
  places: ListPlaces
  internalTypes: InternalTypes
}): Announce {
  const { announced, content, webhooks, origin, clock, places, internalTypes } = deps
  return async (tx, by, entries) => {
    const now = clock()
    const changed = statusesChangedIn(announced, entries)
    if (changed.length > 0) await dropEarlierStatuses(tx, announced.ofStatus, changed)
    for (const announcedEvent of eventsIn(announced, entries, {
      by: by.actor?.name ?? 'the site',
      places,
      internalTypes,
    })) {
      const row = rowOf(announcedEvent)
      const undone = announcedEvent.undoes && rowOf(announcedEvent.undoes)
      const isDropped = undone != null && (await dropUndone(tx, undone))
      if (isDropped !== (announcedEvent.isInstead ?? false)) continue
      if (row === null || announcedEvent.isSilent) continue
      const nextAttemptAt = announced.undoable.includes(row.event) ? new Date(now.getTime() + UNDO_LIMIT_MS) : now
      await tx.insert(announcements).values({ ...row, list: announcedEvent.list, createdAt: now, nextAttemptAt })
    }
  }

  function rowOf(announcedEvent: AnnouncedEvent) {
    const chosen = content[announcedEvent.event]
    if (chosen === undefined || !webhooks.includes(chosen.webhook)) return null
    const { event, about: aboutId } = announcedEvent
    return { event, aboutId, webhook: chosen.webhook, message: messageOf(chosen.words, announcedEvent, origin) }
  }
}

/** The message waits and is not being posted yet. */
const isUntouched = and(isNotNull(announcements.nextAttemptAt), isNull(announcements.startedAt))

/** Deletes the waiting announcement of a change that was undone. Returns whether there was one. */
async function dropUndone(
  tx: Transaction,
  { event, aboutId, webhook, message }: { event: string; aboutId: string | null; webhook: string; message: string },
) {
  const dropped = await tx
    .delete(announcements)
    .where(
      and(
        eq(announcements.event, event),
        aboutId === null ? isNull(announcements.aboutId) : eq(announcements.aboutId, aboutId),
        eq(announcements.webhook, webhook),
        eq(announcements.message, message),
        isUntouched,
      ),
    )
    .returning({ id: announcements.id })
  return dropped.length > 0
}

/**
 * Deletes the waiting announcements of an earlier status of these people on these lists. Announcements under way stay.
 */
async function dropEarlierStatuses(tx: Transaction, events: readonly string[], targets: string[]): Promise<void> {
  await tx
    .delete(announcements)
    .where(
      and(
        inArray(announcements.event, [...events]),
        inArray(sql`${announcements.list} || '/' || ${announcements.aboutId}`, targets),
        isUntouched,
      ),
    )
}

/** A message that this worker alone must post now. */
export interface Claimed {
  id: number
  event: string
  /** The list that the message is about. Null when it is about none. */
  list: string | null
  message: string
  /** The recipient, for a message to one person. */
  aboutId: string | null
  createdAt: Date
  /** The number of attempts, including this one. */
  attempts: number
}

/** A message that was given up. For a message to one person, `aboutId` is the recipient. */
export type GivenUp = Pick<typeof announcements.$inferSelect, 'id' | 'event' | 'webhook' | 'aboutId'>

export interface AnnouncementStore {
  /** The webhooks with a message that may be posted now. */
  listDue(): Promise<string[]>
  /** Marks the oldest message of a webhook as on its way and returns it. Null while it is not due. */
  claim(webhook: string): Promise<Claimed | null>
  posted(id: number, messageId: string | null): Promise<void>
  /** Schedules another attempt for a message that Discord did not accept. */
  postpone(id: number, error: string, nextAttemptAt: Date): Promise<void>
  giveUp(id: number, error: string): Promise<void>
  /** Gives up all waiting messages of a webhook. Returns how many there were. */
  giveUpAll(webhook: string, error: string): Promise<number>
  /** Gives up lost and late messages, and deletes old ones. Returns the messages that were given up. */
  tidy(): Promise<{ lost: GivenUp[]; late: GivenUp[] }>
}

/**
 * A worker that stopped while posting leaves the message in an unknown state. Posting it twice would be worse than
 * never.
 */
const LOST = 'the site ended while this was on its way; Discord may have it, so it is not posted again'
const LATE = 'it could not be posted for three days'

export function createAnnouncementStore({ db }: Pick<Database, 'db'>, clock: () => Date): AnnouncementStore {
  const isWaiting = isNotNull(announcements.nextAttemptAt)
  const isUnderWay = and(isNotNull(announcements.startedAt), isNull(announcements.endedAt))
  const ago = (milliseconds: number) => new Date(clock().getTime() - milliseconds)

  async function end(which: SQL | undefined, error: string | null, more: { messageId?: string | null } = {}) {
    const { id, event, webhook, aboutId } = announcements
    return db
      .update(announcements)
      .set({ ...more, error, endedAt: clock(), nextAttemptAt: null })
      .where(which)
      .returning({ id, event, webhook, aboutId })
  }

  return {
    listDue: async () => {
      const rows = await db
        .selectDistinct({ webhook: announcements.webhook })
        .from(announcements)
        .where(and(isWaiting, lte(announcements.nextAttemptAt, clock()), isNull(announcements.startedAt)))
      return rows.map(({ webhook }) => webhook)
    },

    claim: (webhook) =>
      db.transaction(async (tx) => {
        // Only the oldest message: one that waits for its next attempt, or is on its way, holds up the later ones.
        const oldest = sql`(select min(id) from ${announcements} where ${eq(announcements.webhook, webhook)} and ${isWaiting})`
        const [due] = await tx
          .select()
          .from(announcements)
          .where(
            and(
              sql`${announcements.id} = ${oldest}`,
              lte(announcements.nextAttemptAt, clock()),
              isNull(announcements.startedAt),
            ),
          )
          .for('update', { skipLocked: true })
        if (due === undefined) return null
        const { id, event, list, message, aboutId, createdAt } = due
        const attempts = due.attempts + 1
        await tx.update(announcements).set({ startedAt: clock(), attempts }).where(eq(announcements.id, id))
        return { id, event, list, message, aboutId, createdAt, attempts }
      }),

    posted: async (id, messageId) => {
      // Applies even if the message was considered lost meanwhile.
      await end(eq(announcements.id, id), null, { messageId })
    },

    postpone: async (id, error, nextAttemptAt) => {
      await db
        .update(announcements)
        .set({ error, nextAttemptAt, startedAt: null })
        .where(and(eq(announcements.id, id), isUnderWay))
    },

    giveUp: async (id, error) => {
      await end(and(eq(announcements.id, id), isNull(announcements.endedAt)), error)
    },

    giveUpAll: async (webhook, error) => (await end(and(eq(announcements.webhook, webhook), isWaiting), error)).length,

    tidy: async () => {
      const lost = await end(and(isUnderWay, lte(announcements.startedAt, ago(LOST_AFTER))), LOST)
      const isLate = lte(announcements.createdAt, ago(GIVEN_UP_AFTER))
      const late = await end(and(isWaiting, isNull(announcements.startedAt), isLate), LATE)
      await db.delete(announcements).where(lte(announcements.endedAt, ago(KEPT_FOR)))
      return { lost, late }
    },
  }
}

const isForChannel = ne(announcements.webhook, DIRECT)

/**
 * The number of waiting and of given-up messages to channels, and the reasons for giving up. Recipients of messages to
 * one person see theirs on the site.
 */
export async function countAnnouncements(db: Db): Promise<{ waiting: number; givenUp: number; reasons: string[] }> {
  const [waiting] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(announcements)
    .where(and(isForChannel, isNull(announcements.endedAt)))
  const reasons = await db
    .select({ reason: sql<string>`webhook || ': ' || error`, count: sql<number>`count(*)::int` })
    .from(announcements)
    .where(and(isForChannel, isNotNull(announcements.endedAt), isNotNull(announcements.error)))
    .groupBy(sql`1`)
    .orderBy(sql`1`)
  return {
    waiting: waiting?.count ?? 0,
    givenUp: reasons.reduce((sum, { count }) => sum + count, 0),
    reasons: reasons.map(({ reason }) => reason),
  }
}

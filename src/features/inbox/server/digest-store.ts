import { and, eq, gt, inArray, isNotNull, isNull, lte, notInArray, or } from 'drizzle-orm'
import { allows, type Member } from '#lib/access.ts'
import type { PlainMessage } from '#lib/messages.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import { batches } from '#server/database/batches.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { Queue } from '#server/feature.ts'
import { isTooLate, nextDigest, type QueueSeen, SENT_AFTER, updateQueueSeen } from '../digest-rules.ts'
import { lineOf, type MessageDefaults, modesOf } from '../message-rules.ts'
import { type InboxPlaces, placeOf } from '../place-rules.ts'
import { groupRows, type Inbox } from '../rules.ts'
import { digestTimeOf } from './message-store.ts'
import { inboxHeld, inboxPeople, inboxRows, inboxWaiting } from './tables.ts'

/** The number of items that wait in a queue. */
export interface Waiting {
  title: PlainMessage
  count: number
}

export interface DigestStoreDeps {
  database: Pick<Database, 'db'>
  clock: () => Date
  /** The queues of all features. */
  queues: readonly Queue[]
  inbox: Inbox
  inboxPlaces: InboxPlaces
  messageDefaults: MessageDefaults
  /** The community's time zone. */
  timeZone: string | undefined
  /** A person with their current rights. Null when the rights cannot be read. */
  memberNow(id: string): Promise<Member | null>
  messages: {
    writeDigest(
      tx: Transaction,
      digest: { personId: string; news: number; waiting: readonly Waiting[] },
    ): Promise<unknown>
    writeWaiting(tx: Transaction, told: { personId: string } & Waiting): Promise<unknown>
  }
}

export interface DigestStore {
  /** Puts all due digests into the outbox. */
  sendDue(): Promise<void>
  /** Sends messages about queues that have grown. Returns whether the queues must be counted again soon. */
  sendQueueMessages(): Promise<boolean>
}

/** The initial state. It makes people who choose messages at once hear about items that already wait. */
const NOT_SEEN: QueueSeen = { told: 0, moreSince: null }

type KeptPerson = typeof inboxPeople.$inferSelect

/**
 * The messages that no single change causes: digests, and messages about waiting work. Only for people who switched
 * messages on.
 */
export function createDigestStore(deps: DigestStoreDeps): DigestStore {
  const { inbox, clock, queues, inboxPlaces, messageDefaults, messages, memberNow } = deps
  const { db } = deps.database
  const { personId, onSince, digestAt } = inboxPeople

  /**
   * The unread rows that were in no digest since the person switched messages on. A change that can still be undone comes
   * with the next digest, if it still holds then.
   */
  const listNew = ({ personId, onSince }: KeptPerson) => {
    const isNew = and(isNull(inboxRows.readAt), isNull(inboxRows.digestedAt), gt(inboxRows.at, onSince ?? clock()))
    const isOver = lte(inboxRows.at, new Date(clock().getTime() - UNDO_LIMIT_MS))
    const held = db.select({ about: inboxHeld.about }).from(inboxHeld)
    return db
      .select()
      .from(inboxRows)
      .where(and(eq(inboxRows.personId, personId), isNew, isOver, notInArray(inboxRows.about, held)))
  }

  /**
   * The number of rows, grouped by record, that belong in a person's digest and that they may open now. Leaves out rows
   * that the counted queues already include.
   */
  function countNews(
    rows: readonly (typeof inboxRows.$inferSelect)[],
    person: KeptPerson,
    member: Member,
    inQueues: readonly { name: string }[],
  ): number {
    const modes = modesOf(person, messageDefaults)
    const open = rows.filter((row) => {
      const place = modes[lineOf(inbox, row.kind)] === 'digest' ? placeOf(inbox, inboxPlaces, row) : null
      return place !== null && allows(place.access, member)
    })
    return groupRows(open).filter(
      ({ newest }) => !inQueues.some(({ name }) => name === inbox.kinds.get(newest.kind)?.queue),
    ).length
  }

  async function listWaiting(member: Member): Promise<(Waiting & { name: string })[]> {
    const open = queues.filter(({ access }) => allows(access, member))
    return Promise.all(open.map(async ({ name, title, count }) => ({ name, title, count: await count(member) })))
  }

  async function sendDigestTo(person: KeptPerson): Promise<void> {
    const now = clock()
    const { hour, timeZone } = digestTimeOf(person, deps)
    const next = nextDigest(now, hour, timeZone)
    const dueAt = person.digestAt
    const isDue = and(eq(personId, person.personId), dueAt === null ? isNull(digestAt) : eq(digestAt, dueAt))
    if (dueAt === null || isTooLate(dueAt, now)) {
      await db.update(inboxPeople).set({ digestAt: next }).where(isDue)
      return
    }
    const member = await memberNow(person.personId)
    // The digest stays due and is sent as soon as the person's rights can be read.
    if (member === null) return
    const rows = await listNew(person)
    const isWanted = modesOf(person, messageDefaults).queues === 'digest'
    const waiting = isWanted ? (await listWaiting(member)).filter(({ count }) => count > 0) : []
    const news = countNews(rows, person, member, waiting)
    await db.transaction(async (tx) => {
      const [mine] = await tx.update(inboxPeople).set({ digestAt: next }).where(isDue).returning()
      // Another process was first, or the person changed their settings meanwhile.
      if (mine === undefined) return
      for (const some of batches(rows.map(({ id }) => id))) {
        await tx.update(inboxRows).set({ digestedAt: now }).where(inArray(inboxRows.id, some))
      }
      if (news === 0 && waiting.length === 0) return
      await messages.writeDigest(tx, { personId: person.personId, news, waiting })
    })
  }

  async function sendQueueMessageTo(id: string, { name, title, count }: Waiting & { name: string }): Promise<boolean> {
    const one = and(eq(inboxWaiting.personId, id), eq(inboxWaiting.queue, name))
    return db.transaction(async (tx) => {
      const [seen] = await tx.select().from(inboxWaiting).where(one).for('update')
      const { isTold, ...next } = updateQueueSeen(seen ?? NOT_SEEN, count, clock())
      if (seen === undefined) await tx.insert(inboxWaiting).values({ personId: id, queue: name, ...next })
      else await tx.update(inboxWaiting).set(next).where(one)
      if (isTold) await messages.writeWaiting(tx, { personId: id, title, count })
      return next.moreSince !== null
    })
  }

  return {
    sendDue: async () => {
      const isDue = or(isNull(digestAt), lte(digestAt, new Date(clock().getTime() - SENT_AFTER)))
      const due = await db
        .select()
        .from(inboxPeople)
        .where(and(isNotNull(onSince), isDue))
      await each(due, sendDigestTo)
    },
    sendQueueMessages: async () => {
      const { queues: byDefault } = messageDefaults.modes
      const wantsNow = or(eq(inboxPeople.queues, 'now'), byDefault === 'now' ? isNull(inboxPeople.queues) : undefined)
      const watching = await db
        .select({ id: personId })
        .from(inboxPeople)
        .where(and(isNotNull(onSince), wantsNow))
      let isSoon = false
      await each(watching, async ({ id }) => {
        const member = await memberNow(id)
        const waiting = member === null ? [] : await listWaiting(member)
        for (const queue of waiting) isSoon = (await sendQueueMessageTo(id, queue)) || isSoon
      })
      return isSoon
    },
  }
}

/** Runs the work for every person, even after a failure. Then throws the first failure. */
async function each<T>(people: readonly T[], work: (person: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const person of people) await work(person).catch((error: unknown) => void failures.push(error))
  if (failures.length > 0) throw failures[0]
}

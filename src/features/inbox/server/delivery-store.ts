import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { findUser } from '#features/auth/server/store.ts'
import { isErased } from '#lib/discord-id.ts'
import type { Delivery } from '#lib/inbox.ts'
import type { Database, Db } from '#server/database/database.ts'
import { deliveryOf } from '../delivery-rules.ts'
import { type Answered, isStopped, lineOf, type MessageDefaults, modesOf, sendingOf } from '../message-rules.ts'
import type { Inbox } from '../rules.ts'
import { inboxPeople, inboxRows } from './tables.ts'

export interface DeliveryStore {
  /** Keeps with what a message told of what became of it. Comes before the person's messages are stopped for it. */
  settle(message: { id: number; personId: string }, answered: Answered): Promise<void>
  /** How somebody was told of one thing; null where that is not known, and where they were erased. */
  find(personId: string, about: string): Promise<Delivery | null>
}

/** Of all messages that were on their way nobody knows any more what became of them. */
export async function loseAllMessages(db: Db): Promise<void> {
  await db.update(inboxRows).set({ messageId: null, sending: 'uncertain' }).where(isNotNull(inboxRows.messageId))
}

/** How what people are told reaches them. */
export function createDeliveryStore({
  database: { db },
  clock,
  inbox,
  messageDefaults,
  canSend,
}: {
  database: Pick<Database, 'db'>
  clock: () => Date
  inbox: Pick<Inbox, 'kinds'>
  messageDefaults: MessageDefaults
  canSend: boolean
}): DeliveryStore {
  /** Whether the next daily summary of whose row it is counts it. */
  async function isInSummary({ personId, kind, at, digestedAt }: typeof inboxRows.$inferSelect): Promise<boolean> {
    const [person] = await db.select().from(inboxPeople).where(eq(inboxPeople.personId, personId))
    if (!person?.onSince || at <= person.onSince || digestedAt !== null) return false
    return modesOf(person, messageDefaults)[lineOf(inbox, kind)] === 'digest'
  }

  return {
    settle: async ({ id, personId }, answered) => {
      const [person] = await db.select().from(inboxPeople).where(eq(inboxPeople.personId, personId))
      const sending = sendingOf(answered, person !== undefined && isStopped(person))
      if (sending === undefined) return
      const isOfMessage = and(eq(inboxRows.messageId, id), eq(inboxRows.personId, personId))
      await db.update(inboxRows).set({ messageId: null, sending }).where(isOfMessage)
    },
    find: async (personId, about) => {
      if (isErased(personId)) return null
      const [newest] = await db
        .select()
        .from(inboxRows)
        .where(and(eq(inboxRows.personId, personId), eq(inboxRows.about, about)))
        .orderBy(desc(inboxRows.id))
        .limit(1)
      const row = newest && { ...newest, isInSummary: await isInSummary(newest) }
      const hasSignedIn = (await findUser(db, personId)) !== null
      return deliveryOf(row, { hasSignedIn, canSend }, clock())
    },
  }
}

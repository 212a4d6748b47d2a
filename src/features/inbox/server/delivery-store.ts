import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { findUser } from '#features/auth/server/store.ts'
import { isErased } from '#lib/discord-id.ts'
import type { Delivery } from '#lib/inbox.ts'
import type { Database, Db } from '#server/database/database.ts'
import { deliveryOf } from '../delivery-rules.ts'
import { isStopped, lineOf, type MessageDefaults, type MessageResult, modesOf, sendingOf } from '../message-rules.ts'
import type { Inbox } from '../rules.ts'
import { inboxPeople, inboxRows } from './tables.ts'

export interface DeliveryStore {
  /**
   * Stores the result of a message with the inbox row it was about. Call it before `settle` of the message store, which
   * may stop the person's messages because of this result.
   */
  settle(message: { id: number; personId: string }, answered: MessageResult): Promise<void>
  /** How a person was told about a record. Null when that is unknown, or when the person was erased. */
  find(personId: string, about: string): Promise<Delivery | null>
}

/** Marks all messages that were being sent as uncertain, because their results are lost. */
export async function markMessagesUncertain(db: Db): Promise<void> {
  await db.update(inboxRows).set({ messageId: null, sending: 'uncertain' }).where(isNotNull(inboxRows.messageId))
}

/** The delivery of inbox messages through Discord. */
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
  /** Whether the person's next daily summary counts this row. */
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

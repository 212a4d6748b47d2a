import { and, eq, gte, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { isTimeZone } from '#lib/dates.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { changeMessageSettings, MessageSettings } from '../contract.ts'
import { nextDigest } from '../digest-rules.ts'
import {
  CLOSED_CODES,
  isStopped,
  MAX_REFUSALS,
  type MessageDefaults,
  type MessageResult,
  type Modes,
  messageState,
  modesOf,
} from '../message-rules.ts'
import { inboxPeople, inboxWaiting } from './tables.ts'

/** The event of the test message, with which a person switches messages on. */
export const TEST_EVENT = 'test'

/** A person's changes to their message settings. */
type MessageChanges = z.infer<typeof changeMessageSettings.body>

export interface MessageStore {
  find(personId: string): Promise<Omit<MessageSettings, 'canMessage'>>
  /** Starts a test. `write` puts the test message into the outbox. */
  beginTest(personId: string, timeZone: string | undefined, write: (tx: Transaction) => Promise<unknown>): Promise<void>
  change(personId: string, changes: MessageChanges): Promise<void>
  /** Whether messages are still on for the person. */
  isOn(personId: string): Promise<boolean>
  /** Handles the result of a message. A delivered test switches messages on. Too many refusals switch them off. */
  settle(message: { personId: string; event: string }, answered: MessageResult): Promise<void>
}

export interface MessageStoreDeps {
  database: Pick<Database, 'db'>
  clock: () => Date
  messageDefaults: MessageDefaults
  /** The community's time zone. */
  timeZone: string | undefined
}

export function createMessageStore(deps: MessageStoreDeps): MessageStore {
  const { clock, messageDefaults } = deps
  const { db } = deps.database
  const { personId: id } = inboxPeople

  const known = (timeZone: string | undefined) => (timeZone !== undefined && isTimeZone(timeZone) ? { timeZone } : {})

  async function put(on: Transaction, personId: string, set: Partial<typeof inboxPeople.$inferInsert>) {
    const [kept] = await on
      .insert(inboxPeople)
      .values({ personId, ...set })
      .onConflictDoUpdate({ target: id, set: { personId, ...set } })
      .returning()
    if (kept === undefined) throw new Error('The database returned no row for the messages of a person')
    return kept
  }

  /** The time of the next digest, by the person's current settings. */
  const nextOf = (person: Parameters<typeof digestTimeOf>[0]) => {
    const { hour, timeZone } = digestTimeOf(person, deps)
    return nextDigest(clock(), hour, timeZone)
  }

  return {
    find: async (personId) => {
      const [kept] = await db.select().from(inboxPeople).where(eq(id, personId))
      const person = kept ?? NOTHING_CHOSEN
      return {
        state: kept === undefined ? 'off' : messageState(kept),
        refusedCode: kept?.refusedCode ?? null,
        modes: modesOf(person, messageDefaults),
        digest: digestTimeOf(person, deps),
      }
    },

    beginTest: (personId, timeZone, write) =>
      db.transaction(async (tx) => {
        await put(tx, personId, { testedAt: clock(), ...known(timeZone) })
        await write(tx)
      }),

    change: (personId, { isOn, modes = {}, digestHour, timeZone }) =>
      db.transaction(async (tx) => {
        const off = isOn === false ? { onSince: null, testedAt: null, refusals: 0, refusedCode: null } : {}
        const hour = digestHour === undefined ? {} : { digestHour }
        const [before] = await tx.select().from(inboxPeople).where(eq(id, personId))
        const kept = await put(tx, personId, { ...modes, ...hour, ...known(timeZone), ...off })
        // If the hour stays the same, a digest that is already due is still sent.
        const isSameHour = isOn !== false && before?.digestHour === kept.digestHour && before.timeZone === kept.timeZone
        if (!isSameHour || kept.digestAt === null) {
          await tx
            .update(inboxPeople)
            .set({ digestAt: nextOf(kept) })
            .where(eq(id, personId))
        }
        // When the mode for queues changes, forget what the person was told about queues.
        const isNew = isOn === false || modes.queues !== undefined
        if (isNew) await tx.delete(inboxWaiting).where(eq(inboxWaiting.personId, personId))
      }),

    isOn: async (personId) => (await db.$count(inboxPeople, and(eq(id, personId), isNotNull(inboxPeople.onSince)))) > 0,

    settle: async ({ personId, event }, { result, code }) => {
      const isTest = event === TEST_EVENT
      const mine = eq(id, personId)
      if (result === 'posted') {
        const now = clock()
        // Messages start now. Rows that are in the inbox already cause none.
        const on = isTest ? { onSince: now, testedAt: null, digestAt: null } : {}
        await db
          .update(inboxPeople)
          .set({ ...on, refusals: 0, refusedCode: null })
          .where(mine)
      } else if (result === 'refused' && code !== undefined && CLOSED_CODES.includes(code)) {
        const refusals = sql`${inboxPeople.refusals} + 1`
        const onSince = sql`case when ${inboxPeople.refusals} + 1 < ${MAX_REFUSALS} then ${inboxPeople.onSince} end`
        await db.update(inboxPeople).set({ refusals, onSince, refusedCode: code, testedAt: null }).where(mine)
      } else if (isTest && result !== 'not-now') {
        await db
          .update(inboxPeople)
          .set({ testedAt: null, refusedCode: code ?? 0 })
          .where(mine)
      }
    },
  }
}

const NOTHING_CHOSEN = { mine: null, queues: null, rank: null, digestHour: null, timeZone: null }

/** When a person's digest is sent: at their own hour and in their own time zone, else the community's. */
export function digestTimeOf(
  { digestHour, timeZone }: Pick<typeof inboxPeople.$inferSelect, 'digestHour' | 'timeZone'>,
  deps: Pick<MessageStoreDeps, 'messageDefaults' | 'timeZone'>,
): { hour: number; timeZone: string } {
  // This server may know fewer time zones than the one that accepted the setting.
  const own = timeZone !== null && isTimeZone(timeZone) ? timeZone : null
  return { hour: digestHour ?? deps.messageDefaults.digestHour, timeZone: own ?? deps.timeZone ?? 'UTC' }
}

/**
 * Those of these people who want messages in Discord, with their mode for each line and whether the site stopped
 * sending.
 */
export async function findMessageReceivers(
  tx: Transaction,
  people: readonly string[],
  messageDefaults: MessageDefaults,
): Promise<Map<string, { modes: Modes; isStopped: boolean }>> {
  if (people.length === 0) return new Map()
  const { personId, onSince, refusals } = inboxPeople
  const wanted = or(isNotNull(onSince), gte(refusals, MAX_REFUSALS))
  const rows = await tx
    .select()
    .from(inboxPeople)
    .where(and(inArray(personId, [...people]), wanted))
  return new Map(rows.map((row) => [row.personId, { modes: modesOf(row, messageDefaults), isStopped: isStopped(row) }]))
}

import { and, eq, gte, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { isTimeZone } from '#lib/dates.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { MessageSettings } from '../contract.ts'
import { nextDigest } from '../digest-rules.ts'
import {
  type Answered,
  CLOSED_CODES,
  isStopped,
  MAX_REFUSALS,
  type MessageDefaults,
  type Modes,
  messageState,
  modesOf,
} from '../message-rules.ts'
import { inboxPeople, inboxWaiting } from './tables.ts'

/** The event of the message with which somebody switches messages on. */
export const TEST_EVENT = 'test'

/** What somebody changes of how they are written to. */
export interface MessageChanges {
  isOn?: false | undefined
  modes?: Partial<Modes> | undefined
  digestHour?: number | undefined
  timeZone?: string | undefined
}

export interface MessageStore {
  find(personId: string): Promise<Omit<MessageSettings, 'canMessage'>>
  /** A test message is under way; `write` puts it into the outbox. */
  beginTest(personId: string, timeZone: string | undefined, write: (tx: Transaction) => Promise<unknown>): Promise<void>
  change(personId: string, changes: MessageChanges): Promise<void>
  /** Whether they still want messages. */
  isOn(personId: string): Promise<boolean>
  /** What became of a message: a test that arrived switches messages on, too many refusals switch them off. */
  settle(message: { personId: string; event: string }, answered: Answered): Promise<void>
}

export interface MessageStoreDeps {
  database: Pick<Database, 'db'>
  clock: () => Date
  messageDefaults: MessageDefaults
  /** The community's. */
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

  /** By what they chose now. */
  const nextOf = (person: Parameters<typeof digestOf>[0]) => {
    const { hour, timeZone } = digestOf(person, deps)
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
        digest: digestOf(person, deps),
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
        // A summary that is due still comes where its hour is the same.
        const isSameHour = isOn !== false && before?.digestHour === kept.digestHour && before.timeZone === kept.timeZone
        if (!isSameHour || kept.digestAt === null) {
          await tx
            .update(inboxPeople)
            .set({ digestAt: nextOf(kept) })
            .where(eq(id, personId))
        }
        // What they were told of queues says nothing once they choose anew.
        const isNew = isOn === false || modes.queues !== undefined
        if (isNew) await tx.delete(inboxWaiting).where(eq(inboxWaiting.personId, personId))
      }),

    isOn: async (personId) => {
      const [found] = await db
        .select({ id })
        .from(inboxPeople)
        .where(and(eq(id, personId), isNotNull(inboxPeople.onSince)))
      return found !== undefined
    },

    settle: async ({ personId, event }, { result, code }) => {
      const isTest = event === TEST_EVENT
      const mine = eq(id, personId)
      if (result === 'posted') {
        const now = clock()
        // What is in the inbox already is no news.
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

/** When somebody's digest comes: at the hour and in the time zone that they chose, else the community's. */
export function digestOf(
  { digestHour, timeZone }: Pick<typeof inboxPeople.$inferSelect, 'digestHour' | 'timeZone'>,
  deps: Pick<MessageStoreDeps, 'messageDefaults' | 'timeZone'>,
): { hour: number; timeZone: string } {
  // This machine may know fewer zones than the one that took it.
  const own = timeZone !== null && isTimeZone(timeZone) ? timeZone : null
  return { hour: digestHour ?? deps.messageDefaults.digestHour, timeZone: own ?? deps.timeZone ?? 'UTC' }
}

/** Of these people those who want messages in Discord, with what they have of each line, and whether the site stopped. */
export async function wantMessages(
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

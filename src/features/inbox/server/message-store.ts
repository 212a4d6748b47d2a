import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/database.ts'
import type { MessageSettings } from '../contract.ts'
import { CLOSED_CODES, DEFAULT_MODES, type Line, MAX_REFUSALS, type Mode, messageState } from '../rules.ts'
import { inboxPeople } from './tables.ts'

/** What Discord said to a message. */
interface Answered {
  result: string
  code?: number | undefined
}

/** The event of the message with which somebody switches messages on. */
export const TEST_EVENT = 'test'

export interface MessageStore {
  find(personId: string): Promise<Omit<MessageSettings, 'canMessage'>>
  /** A test message is under way; `write` puts it into the outbox. */
  beginTest(personId: string, write: (tx: Transaction) => Promise<void>): Promise<void>
  change(personId: string, changes: { isOn?: false | undefined; modes?: Record<Line, Mode> | undefined }): Promise<void>
  /** Whether they still want messages. */
  isOn(personId: string): Promise<boolean>
  /** What became of a message: a test that arrived switches messages on, too many refusals switch them off. */
  settle(message: { personId: string; event: string }, answered: Answered): Promise<void>
}

export function createMessageStore({
  database,
  clock,
}: {
  database: Pick<Database, 'db'>
  clock: () => Date
}): MessageStore {
  const { db } = database
  const { personId: id } = inboxPeople

  async function put(
    on: Pick<Database['db'], 'insert'>,
    personId: string,
    set: Partial<typeof inboxPeople.$inferInsert>,
  ) {
    await on
      .insert(inboxPeople)
      .values({ personId, ...set })
      .onConflictDoUpdate({ target: id, set })
  }

  return {
    find: async (personId) => {
      const [kept] = await db.select().from(inboxPeople).where(eq(id, personId))
      return {
        state: kept === undefined ? 'off' : messageState(kept),
        refusedCode: kept?.refusedCode ?? null,
        modes: { mine: kept?.mine ?? DEFAULT_MODES.mine, rank: kept?.rank ?? DEFAULT_MODES.rank },
      }
    },

    beginTest: (personId, write) =>
      db.transaction(async (tx) => {
        await put(tx, personId, { testedAt: clock() })
        await write(tx)
      }),

    change: async (personId, { isOn, modes }) => {
      const off = isOn === false ? { onSince: null, testedAt: null, refusals: 0, refusedCode: null } : {}
      await put(db, personId, { ...modes, ...off, personId })
    },

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
        const on = isTest ? { onSince: clock(), testedAt: null } : {}
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

/** Of these people those who want messages in Discord, with what they chose. */
export async function wantMessages(
  tx: Transaction,
  people: readonly string[],
): Promise<Map<string, Record<Line, Mode>>> {
  if (people.length === 0) return new Map()
  const on = and(inArray(inboxPeople.personId, [...people]), isNotNull(inboxPeople.onSince))
  const rows = await tx.select().from(inboxPeople).where(on)
  return new Map(
    rows.map((row) => [row.personId, { mine: row.mine ?? DEFAULT_MODES.mine, rank: row.rank ?? DEFAULT_MODES.rank }]),
  )
}

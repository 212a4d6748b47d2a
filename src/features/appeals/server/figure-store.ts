import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db, Transaction } from '#server/database/database.ts'
import { appeals, removedAppeals } from './tables.ts'

/** Counts decided appeals as the public figures need them. Each appeal counts as at least one day. */
const countDecided = (db: Db, some?: SQL) => {
  const days = sql<number>`greatest(1, ceil(extract(epoch from ${appeals.endedAt} - ${appeals.filedAt}) / 86400))::int`
  const { family, state } = appeals
  const outcome = sql<OutcomeOf>`${appeals.outcome}`
  return db
    .select({ family, outcome: outcome.as('outcome'), days: days.as('days'), n: sql<number>`count(*)::int`.as('n') })
    .from(appeals)
    .where(and(eq(state, 'decided'), isNotNull(appeals.outcome), some))
    .groupBy(family, appeals.outcome, days)
}
type OutcomeOf = typeof removedAppeals.$inferSelect.outcome

/** The number of decided appeals by family, outcome and days, including removed appeals. */
export const listDecided = (db: Db) => unionAll(countDecided(db), db.select().from(removedAppeals))

/** Keeps the figures of these appeals, which the same transaction deletes. */
export async function saveFiguresOf(tx: Transaction, some: SQL | undefined): Promise<void> {
  const { family, outcome, days, n } = removedAppeals
  await tx
    .insert(removedAppeals)
    .select(countDecided(tx, some))
    .onConflictDoUpdate({ target: [family, outcome, days], set: { n: sql`${n} + excluded.n` } })
}

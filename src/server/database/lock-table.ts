import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from './database.ts'

/**
 * Until the transaction ends nobody else writes this table, so nothing changes between reading and writing it. A weaker
 * lock would be had while somebody holds a row that they are about to change: then each would wait for the other.
 */
export async function lockTable(tx: Transaction, table: PgTable): Promise<void> {
  await tx.execute(sql`lock table ${table} in exclusive mode`)
}

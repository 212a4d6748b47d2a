import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { hasCode } from '#server/errors.ts'
import { type Client, quoted, type Table } from './backup/catalog.ts'
import type { Transaction } from './database.ts'

/**
 * Locks a table against other writers until the transaction ends, so that it does not change between reading and
 * writing. A weaker lock would be granted while another transaction has locked a row that it is about to change. The
 * two transactions would then deadlock.
 */
export async function lockTable(tx: Transaction, table: PgTable): Promise<void> {
  await tx.execute(sql`lock table ${table} in exclusive mode`)
}

/** Milliseconds between two attempts to lock the tables, and until giving up. */
const LOCK_EVERY = 50
const LOCK_WITHIN = 60_000
/** An SQLSTATE of PostgreSQL. */
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Locks all tables for this transaction at once, or none. So it cannot deadlock with a transaction that writes several
 * of them in another order. Throws after 60 seconds.
 */
export async function lockTables(client: Client, tables: readonly Pick<Table, 'name'>[]): Promise<void> {
  const lock = `lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in exclusive mode nowait`
  await client.query('savepoint unlocked')
  for (let waited = 0; ; waited += LOCK_EVERY) {
    try {
      return void (await client.query(lock))
    } catch (error) {
      if (!hasCode(error, LOCK_NOT_AVAILABLE)) throw error
      if (waited >= LOCK_WITHIN) {
        throw new Error('Somebody writes all the time. Try again later, or stop the site first.', { cause: error })
      }
    }
    await client.query('rollback to savepoint unlocked')
    await sleep(LOCK_EVERY)
  }
}

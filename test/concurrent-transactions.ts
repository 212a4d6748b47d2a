import type pg from 'pg'
import { expect } from 'vitest'
import type { World } from './world.ts'

/** Transactions that run beside those of the site. Only PostgreSQL supports them. */
export function concurrentTransactions(world: () => World) {
  return {
    /** Runs the work in another transaction and commits it at the end. */
    inTransaction: async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
      const client = await world().database.pool.connect()
      try {
        await client.query('begin')
        return await work(client)
      } finally {
        await client.query('commit')
        client.release()
      }
    },
    /** Waits until `count` connections to this database match the condition. */
    untilConnections: (is: string, count = 1) =>
      expect
        .poll(async () => {
          const { rows } = await world().database.pool.query(
            `select from pg_stat_activity where datname = current_database() and ${is}`,
          )
          return rows.length
        })
        .toBe(count),
  }
}

/** The condition of a connection that waits for a lock of another one. */
export const WAITS_FOR_LOCK = `wait_event_type = 'Lock'`

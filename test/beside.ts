import type pg from 'pg'
import { expect } from 'vitest'
import type { World } from './world.ts'

/** Other transactions beside those of the site; only PostgreSQL has any. */
export function besideOthers(world: () => World) {
  return {
    /** Somebody else's transaction, which is committed at the end of the work. */
    beside: async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
      const client = await world().database.pool.connect()
      try {
        await client.query('begin')
        return await work(client)
      } finally {
        await client.query('commit')
        client.release()
      }
    },
    /** Waits until so many connections to this database are as this says. */
    until: (is: string, count = 1) =>
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

/** What a connection is that waits for another one. */
export const WAITS = `wait_event_type = 'Lock'`

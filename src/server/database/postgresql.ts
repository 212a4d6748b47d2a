import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import { LongPool, logLostConnections, pingDatabase } from './pool.ts'

const oldest = 15

/** The start of the `application_name` of every site and command. Each process adds an id of its own. */
export const APPLICATION = 'community-website'

/** Throws if the server cannot be used. The message is for the person who set DATABASE_URL. */
export function requireSupported(server: { version: number; encoding: string }): void {
  const major = Math.floor(server.version / 10_000)
  if (major < oldest) {
    throw new Error(`DATABASE_URL leads to PostgreSQL ${major}; version ${oldest} or newer is needed`)
  }
  if (server.encoding !== 'UTF8') {
    throw new Error(`DATABASE_URL leads to a database encoded in ${server.encoding}; create it with ENCODING 'UTF8'`)
  }
}

export async function openPostgresql(options: { url: string; log: Log }): Promise<Database> {
  const settings: pg.PoolConfig = {
    connectionString: options.url,
    // The id distinguishes the connections of one process from those of another.
    application_name: `${APPLICATION} ${randomUUID()}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Statements, not startup options, because poolers such as PgBouncer reject those. JIT makes short queries slow.
    async onConnect(client) {
      await client.query(
        `set statement_timeout = '15s'; set idle_in_transaction_session_timeout = '30s'; set jit = off;
         set timezone = 'UTC'`,
      )
    },
  }
  const pool = new pg.Pool({ ...settings, max: 10 })
  logLostConnections(pool, options.log)

  try {
    const { rows } = await pool.query<{ version: number; encoding: string }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
    )
    if (rows[0]) requireSupported(rows[0])
  } catch (error) {
    await pool.end()
    throw error
  }

  return {
    engine: 'postgresql',
    db: drizzle({ client: pool }),
    pool,
    poolBeside: () => {
      const beside = new LongPool({ ...settings, max: 1 })
      logLostConnections(beside, options.log)
      return beside
    },
    async withoutTimeout(work) {
      const client = await pool.connect()
      try {
        await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
        return await work(client)
      } finally {
        // Close the connection instead of returning it to the pool, because its settings were changed.
        client.release(true)
      }
    },
    check: () => pingDatabase(pool),
    close: () => pool.end(),
  }
}

import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { Pool, PoolClient } from 'pg'

/**
 * The database, with the same driver and SQL for both engines. Inside a transaction, use only the transaction: the
 * embedded database has a single session.
 */
export interface Database {
  readonly engine: 'embedded' | 'postgresql'
  readonly db: NodePgDatabase
  readonly pool: Pool
  /** Opens a pool of one long-lived connection. Null for the embedded database, which serves only this process. */
  readonly poolBeside: (() => PoolBeside) | null
  /** Rejects with `DatabaseUnavailable` if the database does not respond now. */
  check(): Promise<void>
  /** Runs long, trusted work (migrations, imports, VACUUM) on a client without a timeout. */
  withoutTimeout<T>(work: (client: PoolClient) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface PoolBeside {
  connect(): Promise<PoolClient>
  /** The number of connections that are not in use. */
  readonly idleCount: number
  end(): Promise<void>
}

export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/** The database or a transaction on it. Stores accept both. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** A `Db` for stores on a client from `withoutTimeout`, including the transaction that the client is in. */
export function dbOn(client: PoolClient): Db {
  return drizzle({ client })
}

import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { Pool, PoolClient } from 'pg'

/** One driver and one SQL, whichever engine. Inside a transaction use the transaction: the embedded one has one session. */
export interface Database {
  readonly engine: 'embedded' | 'postgresql'
  readonly db: NodePgDatabase
  readonly pool: Pool
  /** A pool of one connection, which is kept for long. Null: the embedded database serves this process alone. */
  readonly poolBeside: (() => PoolBeside) | null
  /** Rejects with `DatabaseUnavailable` when the database does not answer now. */
  check(): Promise<void>
  /** Gives long, trusted work (migrations, imports, VACUUM) a client that no time limit interrupts. */
  withoutTimeout<T>(work: (client: PoolClient) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface PoolBeside {
  connect(): Promise<PoolClient>
  /** How many connections nobody has now. */
  readonly idleCount: number
  end(): Promise<void>
}

export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/** What a store takes: the database or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** What a store takes, on a client that `withoutTimeout` gave, with whatever transaction it is in. */
export function dbOn(client: PoolClient): Db {
  return drizzle({ client })
}

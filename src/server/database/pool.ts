import pg, { type Pool, type PoolClient } from 'pg'
import type { Log } from '../log.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/**
 * Handles lost connections. Without a listener, node-postgres would throw an uncaught error. The pool replaces a lost
 * connection by itself.
 */
export function logLostConnections(pool: Pool, log: Log): void {
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'A database connection was lost'))
  })
  // The pool emits this only for idle connections, whose own listener has already logged the error.
  pool.on('error', () => undefined)
}

type Lent = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void

/**
 * A pool for long-lived connections. It releases a connection that ends while in use, and all connections at its own
 * end.
 */
export class LongPool extends pg.Pool {
  readonly #lent = new Map<PoolClient, () => void>()

  constructor(settings: pg.PoolConfig) {
    super(settings)
    this.on('release', (_error, client) => this.#forget(client))
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Lent): void
  override connect(callback?: Lent): Promise<PoolClient> | undefined {
    if (callback) return void super.connect(callback)
    return super.connect().then((client) => {
      const takeBack = () => client.release(true)
      client.once('end', takeBack)
      this.#lent.set(client, takeBack)
      if (this.ending) takeBack()
      return client
    })
  }

  #forget(client: PoolClient): void {
    const takeBack = this.#lent.get(client)
    if (takeBack) client.off('end', takeBack)
    this.#lent.delete(client)
  }

  override end(): Promise<void>
  override end(callback: () => void): void
  override end(callback?: () => void): Promise<void> | undefined {
    const ended = super.end()
    for (const takeBack of this.#lent.values()) takeBack()
    if (callback === undefined) return ended
    ended.then(callback, callback)
  }
}

const pingTimeout = 3_000

export async function pingDatabase(pool: Pool): Promise<void> {
  let late: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new DatabaseUnavailable('The database does not answer')), pingTimeout)
  })
  try {
    await Promise.race([pool.query('select 1'), limit])
  } finally {
    clearTimeout(late)
  }
}

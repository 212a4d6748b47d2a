import type { Pool } from 'pg'
import type { Log } from '../log.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** node-postgres throws a lost connection at the process unless somebody listens. The pool replaces it by itself. */
export function survive(pool: Pool, log: Log): void {
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'A database connection was lost'))
  })
  // Only idle connections get here, after their own listener has logged it.
  pool.on('error', () => undefined)
}

const answerLimit = 3_000

export async function answers(pool: Pool): Promise<void> {
  let late: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new DatabaseUnavailable('The database does not answer')), answerLimit)
  })
  try {
    await Promise.race([pool.query('select 1'), limit])
  } finally {
    clearTimeout(late)
  }
}

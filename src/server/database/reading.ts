import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import { requestCopy } from './embedded/copies.ts'
import { DatabaseInUse } from './embedded/lock.ts'
import { openDatabase } from './open-database.ts'
import { APPLICATION } from './postgresql.ts'

/**
 * Opens the database for reading only, whether or not the site is running. The embedded database serves only one
 * process, so a running site is asked for a copy.
 */
export async function openForReading(options: {
  url?: string | undefined
  dataDir: string
  log: Log
}): Promise<Database> {
  const { url, dataDir } = options
  // Opening would create a database.
  if (url === undefined && !existsSync(join(dataDir, 'database')))
    throw new Error(`There is no database in ${dataDir}.`)
  try {
    return await openDatabase(options)
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error
    const copy = await requestCopy(dataDir, error)
    try {
      const database = await openDatabase({ dataDir: copy.dataDir, log: options.log })
      return {
        ...database,
        close: async () => {
          await database.close()
          copy.remove()
        },
      }
    } catch (failed) {
      copy.remove()
      throw failed
    }
  }
}

/** The number of other connections to PostgreSQL by sites and their commands. 0 for the embedded database. */
export async function countOtherConnections({ engine, pool }: Database): Promise<number> {
  if (engine === 'embedded') return 0
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and starts_with(application_name, $1)`,
    [APPLICATION],
  )
  return rows[0]?.n ?? 0
}

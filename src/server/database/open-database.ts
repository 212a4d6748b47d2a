import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { openPostgresql } from './postgresql.ts'

/** PostgreSQL at `url`; without one the embedded database in `dataDir`, for one process. */
export function openDatabase(options: { url?: string | undefined; dataDir: string; log: Log }): Promise<Database> {
  const { url, dataDir, log } = options
  return url ? openPostgresql({ url, log }) : openEmbedded({ dataDir, log })
}

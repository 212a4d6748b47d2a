import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { openPostgresql } from './postgresql.ts'

/**
 * Opens PostgreSQL at `url`, or without one the embedded database in `dataDir`, which serves one process. Calls `begun`
 * as soon as opening continues without this thread, so that the thread may do other work.
 */
export function openDatabase(options: {
  url?: string | undefined
  dataDir: string
  log: Log
  begun?: () => void
}): Promise<Database> {
  const { url, ...embedded } = options
  if (!url) return openEmbedded(embedded)
  embedded.begun?.()
  return openPostgresql({ url, log: embedded.log })
}

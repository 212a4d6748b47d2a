import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { openPostgresql } from './postgresql.ts'

/**
 * PostgreSQL at `url`; without one the embedded database in `dataDir`, for one process. `begun` is called as soon as the
 * opening goes on without this thread, which may be busy from then on.
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

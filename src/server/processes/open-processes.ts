import type { Database } from '../database/database.ts'
import { severalProcesses } from '../database/several-processes.ts'
import type { Log } from '../log.ts'
import { onlyProcess, type Processes } from './processes.ts'

/** Rejects if the database does not respond. A command that only notifies the site passes `mayLead: false`. */
export async function openProcesses(
  database: Database,
  log: Log,
  { mayLead = true }: { mayLead?: boolean } = {},
): Promise<Processes> {
  if (database.poolBeside === null) return onlyProcess(log)
  return severalProcesses({ database, pool: database.poolBeside(), mayLead, log })
}

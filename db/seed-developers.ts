import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAudit } from '#features/audit/server/store.ts'
import { ladderOf } from '#features/roster/content-rules.ts'
import { devRoster, type RosterContent } from '#features/roster/contract.ts'
import { createRosterStore, NO_EFFECTS } from '#features/roster/server/store.ts'
import { createChanges } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'
import { readMembers } from './seed.ts'

/**
 * Puts the developers of `dev-roster.csv` on the developers' roster of the demo, once. Returns how many. Does nothing
 * when the file or the roster is missing.
 */
export async function seedDevelopers(deps: {
  demoDir: string
  database: Database
  clock: () => Date
  rosterContent: RosterContent
}): Promise<number> {
  const file = join(deps.demoDir, 'dev-roster.csv')
  if (!existsSync(file) || deps.rosterContent.rosters[devRoster.key] === undefined) return 0
  // The site does not run yet, so there is nobody to notify of changes.
  const audit = createAudit({ ...deps, changes: createChanges() })
  return createRosterStore({ ...deps, audit, rosterEffects: NO_EFFECTS }, devRoster).fill(
    { actor: null, requestId: 'start' },
    () => {
      const today = deps.clock().toISOString().slice(0, 10)
      return readMembers(file, ladderOf(deps.rosterContent, devRoster.key), today)
    },
  )
}

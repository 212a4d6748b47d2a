import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAudit } from '#features/audit/server/store.ts'
import { ladderOf } from '#features/roster/content-rules.ts'
import { devRoster, type RosterContent } from '#features/roster/contract.ts'
import { planImport, SHEET } from '#features/roster/server/import.ts'
import { createRosterStore } from '#features/roster/server/store.ts'
import { createChanges } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'
import { root } from '#server/paths.ts'
import { readSheet } from '#server/sheet.ts'
import { LAST_DAY } from './seed.ts'

/** Puts the demo's developers of `demo/dev-roster.csv` on their roster, once; answers how many. */
export async function seedDevelopers(deps: {
  database: Database
  clock: () => Date
  rosterContent: RosterContent
}): Promise<number> {
  // Nobody keeps or shows anything yet.
  const audit = createAudit({ ...deps, changes: createChanges() })
  return createRosterStore({ ...deps, audit }, devRoster).fill({ actor: null, requestId: 'start' }, () => {
    const sheet = readSheet({ csv: readFileSync(join(root, 'demo/dev-roster.csv'), 'utf8') }, SHEET)
    const today = deps.clock().toISOString().slice(0, 10)
    const ladder = ladderOf(deps.rosterContent, devRoster.name)
    return planImport(sheet, [], ladder, { importer: null, today, latest: LAST_DAY }).writes.map(({ after }) => after)
  })
}

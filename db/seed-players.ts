import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ACTION_APPEALS } from '#features/appeals/server/decision-store.ts'
import { createAudit } from '#features/audit/server/store.ts'
import type { GameKind } from '#features/discipline/game-rules.ts'
import { createPlayerImports } from '#features/discipline/server/history-store.ts'
import { readTxAdmin } from '#features/moving-in/txadmin-rules.ts'
import { createChanges } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'

const FILE = 'playersDB.json'
const NOTHING_DECIDED = { accounts: {}, olderThan: null }

/**
 * Gives the demo a year of players' history from its `playersDB.json`, once. Returns the number of actions. The history
 * is imported as an owner would import it, so that the import page has an import to show and to undo.
 */
export async function seedPlayers(deps: {
  demoDir: string
  database: Database
  clock: () => Date
  /** The people who can sign in to the demo. txAdmin knows them by their usernames. */
  people: readonly { id: string; username: string }[]
  gameTypes: Record<GameKind, string>
}): Promise<number> {
  const path = join(deps.demoDir, FILE)
  if (!existsSync(path)) return 0
  const bytes = readFileSync(path)
  const admins = deps.people.map(({ id, username }) => ({ name: username, discordId: id }))
  const history = readTxAdmin(JSON.parse(bytes.toString()), admins)
  // The site does not run yet, so there is nobody to notify of changes.
  const audit = createAudit({ ...deps, changes: createChanges() })
  const imports = createPlayerImports({
    ...deps,
    audit,
    actionKeeping: { players: null },
    actionAppeals: ACTION_APPEALS,
  })
  const file = { name: FILE, sha256: createHash('sha256').update(bytes).digest('hex') }
  const by = { actor: null, requestId: 'start' }
  // If any part of the file is already in the database, an earlier start wrote it, and what is missing was undone or
  // erased since.
  const { same, changed } = await imports.tryPlayerImport(by, file, history, NOTHING_DECIDED)
  if (same + changed > 0) return 0
  const done = await imports.importPlayers(by, file, history, NOTHING_DECIDED)
  return done.actions.new
}

import { eq, getTableColumns } from 'drizzle-orm'
import { imports } from '#features/audit/server/tables.ts'
import type { Staff } from '#lib/access.ts'
import type { Database } from '#server/database/database.ts'
import type { PlayerEntry } from '../player-contract.ts'
import { entryOf, entryShownTo, gone } from './record-store.ts'
import { findSubjects, importShown } from './subject-store.ts'
import { playerActions } from './tables.ts'

const { search: _search, userKey: _userKey, adminKey: _adminKey, ...shown } = getTableColumns(playerActions)
/** What is read of a player action; the other columns are for finding it. */
export const playerColumns = shown
export type PlayerRow = Pick<typeof playerActions.$inferSelect, keyof typeof playerColumns>

export const playerTargetOf = ({ id }: { id: number }) => `player-actions/${id}`

export function playerEntryOf(row: PlayerRow): PlayerEntry {
  return {
    ...entryOf({
      ...{ ...row, importKey: null, offences: null, deviation: null, deviationWhy: null },
      gameEvent: row.gameToken === null ? null : row.nativeId,
    }),
    source: row.source,
    native_id: row.nativeId,
    import: row.importId,
  }
}

/** One player action, with who it is about. */
export async function findPlayerEntry({ db }: Pick<Database, 'db'>, actor: Staff, id: number) {
  const [row] = await db.select(playerColumns).from(playerActions).where(eq(playerActions.id, id))
  if (row === undefined) throw gone()
  const [subject] = await findSubjects(db, actor, [row.userId])
  const [found] = row.importId === null ? [] : await db.select().from(imports).where(eq(imports.id, row.importId))
  return {
    item: entryShownTo(actor, playerEntryOf(row)),
    subject: subject ?? null,
    import: found === undefined ? null : importShown(found),
  }
}

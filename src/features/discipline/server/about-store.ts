import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { type ActionTable, disciplinaryActions, playerActions, WAS_IN_FORCE } from './tables.ts'

const TABLES: Record<'staff' | 'players', ActionTable> = { staff: disciplinaryActions, players: playerActions }

/** Whom actions of a family are about, by their ids; those that are gone are left out. */
export async function findAbout(db: Db, family: 'staff' | 'players', ids: readonly number[]) {
  const { id, userId, userName } = TABLES[family]
  if (ids.length === 0) return new Map<number, { user: string; user_name: string; wasInForce: boolean }>()
  const rows = await db
    .select({ id, user: userId, user_name: userName, wasInForce: sql<boolean>`${WAS_IN_FORCE}` })
    .from(TABLES[family])
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, { user: row.user, user_name: row.user_name, wasInForce: row.wasInForce }]))
}

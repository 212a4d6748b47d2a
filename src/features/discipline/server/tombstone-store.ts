import { and, eq, exists, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { batches } from '#server/database/batches.ts'
import type { Db, Transaction } from '#server/database/database.ts'
import type { Threshold } from '../threshold-rules.ts'
import type { ActionType } from '../type-rules.ts'
import { knownToPerson } from './about-store.ts'
import { PLAYER_RECORD } from './player-store.ts'
import { STAFF_RECORD } from './record-store.ts'
import { disciplinaryActions, playerActions, removedActions, subjects } from './tables.ts'

type Family = Threshold['family']

/** What is kept of a removed action, for one of the people whom it was ever about. */
export type RemovedAction = typeof removedActions.$inferSelect

interface Origin {
  source: SQL<string | null>
  nativeId: SQL<string | null>
  importKey: SQL<string | null>
  importId: SQL<number | null>
}

/** The tables of each family, and the ids by which files and the game know its actions. */
const FAMILIES = {
  staff: {
    ...STAFF_RECORD,
    origin: {
      source: sql`case when ${disciplinaryActions.gameEvent} is not null then 'txadmin' end`,
      nativeId: sql`${disciplinaryActions.gameEvent}`,
      importKey: sql`${disciplinaryActions.importKey}`,
      importId: sql`null::int`,
    } satisfies Origin,
  },
  players: {
    ...PLAYER_RECORD,
    origin: {
      source: sql`${playerActions.source}`,
      nativeId: sql`${playerActions.nativeId}`,
      importKey: sql`null`,
      importId: sql`${playerActions.importId}`,
    } satisfies Origin,
  },
} as const

/** Keeps what is still needed of actions that are deleted in this transaction. */
export async function recordRemoved(
  tx: Transaction,
  family: Family,
  ids: readonly number[],
  types: readonly ActionType[],
): Promise<void> {
  const { actions, revisions } = FAMILIES[family]
  const origin: Origin = FAMILIES[family].origin
  const rows = await tx
    .select({
      actionId: actions.id,
      userId: actions.userId,
      isKnown: sql<boolean>`${knownToPerson(actions, types)}`,
      isUndone: sql<boolean>`${actions.undoneAt} is not null`,
      ...origin,
    })
    .from(actions)
    .where(inArray(actions.id, [...ids]))
  const was = await tx
    .selectDistinct({ actionId: revisions.actionId, userId: revisions.userId })
    .from(revisions)
    .where(inArray(revisions.actionId, [...ids]))
  const kept = rows.flatMap((row) => {
    const others = was.filter(({ actionId, userId }) => actionId === row.actionId && userId !== row.userId)
    return [row, ...others.map(({ userId }) => ({ ...row, userId, isKnown: false, isUndone: false }))]
  })
  await tx.insert(removedActions).values(kept.map((row) => ({ ...row, family })))
}

/**
 * Part of the transaction that undoes an import: keeps whom the removed actions were about, where these people may not
 * know of them, so that the audit log still hides them. It keeps no ids of files or of the game, because these may
 * bring the actions again. Returns the ids of these actions.
 */
export async function recordUndone(
  tx: Transaction,
  family: Family,
  ids: readonly number[],
  types: readonly ActionType[],
): Promise<number[]> {
  const { actions, origin } = FAMILIES[family]
  const { importId } = origin
  const isUnknown = not(knownToPerson(actions, types))
  const isOne = sql`${actions.id} = any(${sql.param(ids)}::int[])`
  const rows = await tx
    .select({
      ...{ actionId: actions.id, userId: actions.userId, importId },
      isUndone: sql<boolean>`${actions.undoneAt} is not null`,
    })
    .from(actions)
    .where(and(isOne, isUnknown))
  for (const batch of batches(rows)) {
    await tx.insert(removedActions).values(batch.map((row) => ({ ...row, family, isKnown: false })))
  }
  return rows.map(({ actionId }) => actionId)
}

/**
 * Counts the actions that an import brought against a player who may not know of them. `kept`: actions that still exist
 * or were removed for their age. `undone`: actions that were removed by undoing the import.
 */
export async function countHiddenFrom(
  db: Db,
  userId: string,
  importId: number,
  types: readonly ActionType[],
): Promise<{ kept: number; undone: number }> {
  const isTheirs = and(eq(playerActions.userId, userId), eq(playerActions.importId, importId))
  const here = await db.$count(playerActions, and(isTheirs, not(knownToPerson(playerActions, types))))
  const { family, source, isKnown } = removedActions
  const isOfThis = and(eq(removedActions.userId, userId), eq(removedActions.importId, importId))
  const gone = await db
    .select({ source })
    .from(removedActions)
    .where(and(isOfThis, eq(family, 'players'), not(isKnown)))
  // A row without a source was removed by undoing the import.
  const undone = gone.filter((action) => action.source === null).length
  return { kept: here + gone.length - undone, undone }
}

/** Those of these actions that were removed and were ever about this person. */
export const listRemovedAbout = (db: Db, family: Family, userId: string, ids: readonly number[]) =>
  db
    .select()
    .from(removedActions)
    .where(
      and(
        eq(removedActions.family, family),
        eq(removedActions.userId, userId),
        inArray(removedActions.actionId, [...ids]),
      ),
    )

/** The actions that are or were ever about this person, including removed ones. */
export async function listEverAbout(db: Db, family: Family, userId: string): Promise<number[]> {
  const { actions, revisions } = FAMILIES[family]
  const { actionId, family: ofFamily, userId: about } = removedActions
  const rows = await union(
    db.select({ id: actions.id }).from(actions).where(eq(actions.userId, userId)),
    db.select({ id: revisions.actionId }).from(revisions).where(eq(revisions.userId, userId)),
    db
      .select({ id: actionId })
      .from(removedActions)
      .where(and(eq(ofFamily, family), eq(about, userId))),
  )
  return rows.map(({ id }) => id)
}

/** The ids of another program that belong to removed actions. */
export async function listRemovedNativeIds(db: Db, source: string, ids: readonly string[]): Promise<Set<string>> {
  const { nativeId } = removedActions
  const found = new Set<string>()
  for (const batch of batches(ids)) {
    const isOneOf = sql`${nativeId} = any(${sql.param(batch)})`
    const rows = await db
      .select({ nativeId })
      .from(removedActions)
      .where(and(eq(removedActions.source, source), isOneOf))
    for (const row of rows) if (row.nativeId !== null) found.add(row.nativeId)
  }
  return found
}

/**
 * The removed action with an id of another program. Null when there is none. An action of another person does not
 * count, as long as that person is in the player record.
 */
export async function findRemoved(
  db: Db,
  source: string,
  nativeId: string,
  who: readonly string[],
): Promise<number | null> {
  const { userId } = removedActions
  const isTheirs = sql`${userId} = any(${sql.param(who)})`
  const isForgotten = not(exists(db.select().from(subjects).where(eq(subjects.id, userId))))
  const [row] = await db
    .select({ id: removedActions.actionId })
    .from(removedActions)
    .where(and(eq(removedActions.source, source), eq(removedActions.nativeId, nativeId), or(isTheirs, isForgotten)))
    .limit(1)
  return row?.id ?? null
}

/** Those of these rows of spreadsheets that were removed actions. */
export async function listRemovedKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const { importKey } = removedActions
  const rows = await db
    .select({ importKey })
    .from(removedActions)
    .where(inArray(importKey, [...keys]))
  return rows.flatMap((row) => row.importKey ?? [])
}

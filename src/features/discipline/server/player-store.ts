import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { imports } from '#features/audit/server/tables.ts'
import type { Staff } from '#lib/access.ts'
import { msg } from '#lib/messages.ts'
import type { Database } from '#server/database/database.ts'
import { lockTable } from '#server/database/locks.ts'
import { invalid } from '#server/http/http-error.ts'
import type { PlayerEntry } from '../player-contract.ts'
import { accountOf, BY_HAND } from '../player-rules.ts'
import { namedIssuers } from './issuer-store.ts'
import { type ActionRecord, entryOf, MAX_LISTED } from './record-store.ts'
import { findSubjects, importShown } from './subject-store.ts'
import { playerActions, playerOffences, playerRevisions, subjects } from './tables.ts'

const { search: _search, userKey: _userKey, adminKey: _adminKey, ...shown } = getTableColumns(playerActions)
/** The columns that are read of a player action. The others only serve to find it. */
export const playerColumns = shown
export type PlayerRow = Pick<typeof playerActions.$inferSelect, keyof typeof playerColumns>

export function playerEntryOf(row: PlayerRow): PlayerEntry {
  return {
    ...entryOf({
      ...row,
      gameEvent: row.gameToken === null ? null : row.nativeId,
    }),
    source: row.source,
    native_id: row.nativeId,
    import: row.importId,
  }
}

export const PLAYER_RECORD: ActionRecord<PlayerRow, PlayerEntry> = {
  ...{ family: 'players', list: 'player-actions', topics: ['player-actions', 'subjects'] },
  ...{ actions: playerActions, revisions: playerRevisions, offences: playerOffences },
  find: async (on, id, isLocked = false) => {
    const query = on.select(playerColumns).from(playerActions).where(eq(playerActions.id, id))
    return (await (isLocked ? query.for('update') : query))[0]
  },
  listRows: (db, where, order, limit = MAX_LISTED) =>
    db
      .select(playerColumns)
      .from(playerActions)
      .where(where)
      .orderBy(...order)
      .limit(limit),
  insert: async (tx, values) => (await tx.insert(playerActions).values(values).returning(playerColumns))[0],
  update: async (tx, id, set) => {
    const update = tx.update(playerActions).set(set).where(eq(playerActions.id, id))
    return (await update.returning(playerColumns))[0]
  },
  entryOf: playerEntryOf,
  isGivenHere: ({ source }) => source === BY_HAND,
  issuersOf: namedIssuers,
  txadminId: ({ source, nativeId }) => (source === 'txadmin' ? nativeId : null),
  knowPerson: async (tx, { user, user_name: name }) => {
    // Nobody is joined with another person meanwhile.
    await lockTable(tx, subjects)
    const [known] = await tx.select({ id: subjects.id }).from(subjects).where(eq(subjects.id, user))
    if (known !== undefined) return
    if (accountOf(user) === null) throw invalid({ user: msg('There is no such person in the player record.') })
    await tx.insert(subjects).values({ id: user, name, identifiers: [], source: BY_HAND })
  },
}

/** The subject of a player action, and the import that brought it. */
export async function findOrigin({ db }: Pick<Database, 'db'>, actor: Staff, item: PlayerEntry) {
  const [subject] = await findSubjects(db, actor, [item.user])
  const [found] = item.import === null ? [] : await db.select().from(imports).where(eq(imports.id, item.import))
  return { subject: subject ?? null, import: found === undefined ? null : importShown(found) }
}

/**
 * Whether an action was first given with an end after a moment or without one, and was revised since. Its game does not
 * learn of revisions. `actionId` is the column with the id of the action.
 */
export function hadOriginalEndAfter(actionId: AnyPgColumn, moment: Date): SQL {
  const r = playerRevisions
  return sql`(select ${r.endsAt} is null or ${r.endsAt} >= ${moment.toISOString()}::timestamptz
    from ${r} where ${r.actionId} = ${actionId} order by ${r.version} limit 1)`
}

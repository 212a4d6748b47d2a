import { and, inArray, isNotNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { type ActionType, namesOf } from '../type-rules.ts'
import { type ActionTable, disciplinaryActions, playerActions, WAS_IN_FORCE } from './tables.ts'

/**
 * The actions that the person whom they are about may know of: those that were ever in force and are not between staff.
 */
export const knownToPerson = ({ type, externalReason }: ActionTable, types: readonly ActionType[]): SQL => {
  const between = namesOf(types.filter(({ isBetweenStaff }) => isBetweenStaff))
  return sql`(${and(WAS_IN_FORCE, or(notInArray(type, between), isNotNull(externalReason)))})`
}

/**
 * The people whom actions of a family are about, by the id of the action. Actions that no longer exist are left out.
 */
export const createFindPeopleOfActions = ({
  actionTypes,
  playerTypes,
}: {
  actionTypes: readonly ActionType[]
  playerTypes: readonly ActionType[]
}) => {
  const families: Record<'staff' | 'players', [ActionTable, readonly ActionType[]]> = {
    staff: [disciplinaryActions, actionTypes],
    players: [playerActions, playerTypes],
  }
  return async (db: Db, family: 'staff' | 'players', ids: readonly number[]) => {
    const [actions, types] = families[family]
    const { id, userId, userName } = actions
    const rows = await db
      .select({ id, user: userId, user_name: userName, isKnown: sql<boolean>`${knownToPerson(actions, types)}` })
      .from(actions)
      .where(inArray(id, [...ids]))
    return new Map(rows.map(({ id: action, ...about }) => [action, about]))
  }
}

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { type Effect, effectOf, typesWithEffect } from '../effect-rules.ts'
import { type ActionType, namesOf } from '../type-rules.ts'
import { disciplinaryActions, IS_IN_FORCE } from './tables.ts'

/**
 * Reads the effects of actions in force on people's rosters and promotions, by Discord ID, for everybody or for one
 * person. They are read on each call, so that an effect ends when its action does.
 */
export function createActionEffects({
  actionTypes,
  clock,
}: {
  actionTypes: readonly ActionType[]
  clock: () => Date
}): (on: Db, person?: string) => Promise<ReadonlyMap<string, Effect>> {
  const names = namesOf(typesWithEffect(actionTypes))
  const { id, userId, type, endsAt } = disciplinaryActions
  return async (on, person) => {
    if (names.length === 0) return new Map()
    const isOn = and(
      IS_IN_FORCE,
      sql`${endsAt} > ${clock().toISOString()}::timestamptz`,
      inArray(type, names),
      person === undefined ? undefined : eq(userId, person),
    )
    const rows = await on.select({ id, userId, type, endsAt }).from(disciplinaryActions).where(isOn)
    const byPerson = new Map<string, Parameters<typeof effectOf>[0][number][]>()
    for (const { userId: user, endsAt: end, ...action } of rows) {
      if (end !== null) byPerson.set(user, [...(byPerson.get(user) ?? []), { ...action, endsAt: end }])
    }
    return new Map([...byPerson].map(([user, actions]) => [user, effectOf(actions, actionTypes)]))
  }
}

import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { type Decay, type Points, pointsAt } from '../points-rules.ts'
import { type ActionTable, IS_IN_FORCE } from './tables.ts'

/** The points of a person's actions of one family, as they count at a moment. `visible` limits which actions count. */
export async function pointsOf(
  db: Db,
  actions: ActionTable,
  user: string,
  decay: Decay,
  now: Date,
  visible?: SQL,
): Promise<Points> {
  const { id, date, points, pointsEndAt, userId } = actions
  const rows = await db
    .select({ id, date, points, pointsEndAt })
    .from(actions)
    .where(and(eq(userId, user), sql`points > 0`, IS_IN_FORCE, visible))
  const inForce = { isRevoked: false, approval: null, approvalDueAt: null }
  return pointsAt(
    rows.map((row) => ({ ...row, ...inForce })),
    decay,
    now,
  )
}

/** Whether the points of an action count, and until when. Null when it gives none. */
export async function pointsOfAction(
  db: Db,
  actions: ActionTable,
  { id, userId }: { id: number; userId: string },
  decay: Decay,
  now: Date,
  visible?: SQL,
) {
  const counted = (await pointsOf(db, actions, userId, decay, now, visible)).each.get(id)
  return counted === undefined ? null : shownPoints(counted)
}

export const shownPoints = ({ until, isActive }: { until: Date | null; isActive: boolean }) => {
  return { are_active: isActive, until: until?.toISOString() ?? null }
}

export const shownTotal = ({ active, until }: Points) => ({ active, until: until?.toISOString() ?? null })

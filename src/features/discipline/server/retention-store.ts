import { and, eq, inArray, isNotNull, isNull, like, lt, not, notExists, or, sql } from 'drizzle-orm'
import { type Audit, type Change, whenLastDone } from '#features/audit/server/store.ts'
import { importRows } from '#features/audit/server/tables.ts'
import type { Topic } from '#lib/topics.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { lockTable } from '#server/database/locks.ts'
import { maxRemovalsADay, mayRemoveAgain } from '../retention-rules.ts'
import type { ActionType } from '../type-rules.ts'
import { PLAYER_RECORD } from './player-store.ts'
import { STAFF_RECORD } from './record-store.ts'
import { isDecisionKept, listDueForRemoval, type RemovalDeps, type RemovalTime, removalTime } from './removal-store.ts'
import type { SubjectRow } from './subject-store.ts'
import {
  disciplinaryDays,
  playerDays,
  playerPeople,
  playerThresholdDecisions,
  removedActions,
  subjects,
  thresholdDecisions,
} from './tables.ts'
import { recordRemoved } from './tombstone-store.ts'

const FAMILIES = {
  staff: { ...STAFF_RECORD, days: disciplinaryDays, decisions: thresholdDecisions },
  players: { ...PLAYER_RECORD, days: playerDays, decisions: playerThresholdDecisions },
} as const
type Family = keyof typeof FAMILIES

/** What other features keep of an action, and whether they still need it. */
export type ActionDependents = RemovalDeps['actionDependents'] & {
  /**
   * Deletes what belongs to these actions, which are deleted in the same transaction. Returns the topics that changed.
   */
  deleteOfActions(tx: Transaction, family: Family, ids: readonly number[]): Promise<readonly Topic[]>
}

export interface RetentionDeps extends RemovalDeps {
  database: Pick<Database, 'db'>
  audit: Audit
  clock: () => Date
  actionTypes: readonly ActionType[]
  playerTypes: readonly ActionType[]
  actionDependents: ActionDependents
}

const REMOVED = 'removeOldActions'
const BY_ITSELF = { actor: null, requestId: 'retention' }
/** The number of actions per transaction, kept small so that others do not wait long. */
const AT_ONCE = 200

/** Removes the actions of a family that have been over for `daysKept` days, with everything that belongs to them. */
export async function removeOldActions(deps: RetentionDeps, family: Family, daysKept: number): Promise<number> {
  const { audit, clock } = deps
  const { db } = deps.database
  const { days, list } = FAMILIES[family]
  const time = removalTime(clock(), daysKept)
  if (!mayRemoveAgain(await whenLastDone(db, REMOVED, list), time.now)) return 0
  const [counted] = await db.select({ all: sql<string>`coalesce(sum(${days.n}), 0)` }).from(days)
  const most = maxRemovalsADay(Number(counted?.all))
  let removed = 0
  for (let more = AT_ONCE; more > 0; ) {
    const atOnce = Math.min(AT_ONCE, most - removed)
    more = await audit.change(BY_ITSELF, (tx) => removeSome(tx, deps, family, time, atOnce))
    removed += more
  }
  if (family === 'players') await audit.change(BY_ITSELF, (tx) => forgetPlayers(tx, time.moment))
  return removed
}

/** Removes the oldest actions that are due. */
async function removeSome(
  tx: Transaction,
  deps: RetentionDeps,
  family: Family,
  time: RemovalTime,
  most: number,
): Promise<Change<number>> {
  const { actions, decisions, list, topics } = FAMILIES[family]
  // Imports and the game lock the tables in this order too.
  if (family === 'players') await lockTable(tx, subjects)
  // Nobody revises or logs an action meanwhile.
  await lockTable(tx, actions)
  await tx.delete(decisions).where(and(isNull(decisions.actionId), not(isDecisionKept(family, time))))
  const due: number[] = []
  for await (const some of listDueForRemoval(tx, deps, family, time)) {
    due.push(...some)
    if (due.length >= most) break
  }
  const ids = due.slice(0, most)
  if (ids.length === 0) return { result: 0, entries: [], topics: [] }
  const further = await deleteActions(tx, deps, family, ids)
  return {
    result: ids.length,
    entries: [{ action: REMOVED, target: list, after: { removed: ids.length } }],
    topics: [...topics, ...further],
  }
}

/**
 * Deletes actions with everything that belongs to them, except what is still needed of them. Returns the topics that
 * changed elsewhere.
 */
async function deleteActions(
  tx: Transaction,
  { actionDependents, actionTypes, playerTypes }: RetentionDeps,
  family: Family,
  ids: readonly number[],
): Promise<readonly Topic[]> {
  const { actions, revisions, offences, decisions } = FAMILIES[family]
  await recordRemoved(tx, family, ids, family === 'staff' ? actionTypes : playerTypes)
  const further = await actionDependents.deleteOfActions(tx, family, ids)
  for (const { actionId, table } of [
    { table: decisions, actionId: decisions.actionId },
    { table: offences, actionId: offences.actionId },
    { table: revisions, actionId: revisions.actionId },
  ])
    await tx.delete(table).where(inArray(actionId, [...ids]))
  await tx.delete(actions).where(inArray(actions.id, [...ids]))
  return further
}

/**
 * Deletes what imports and joins keep of these people. Undoing an import or a join would otherwise bring them back, or
 * the people who were joined into them.
 */
async function forgetImported(tx: Transaction, people: readonly Pick<SubjectRow, 'id' | 'identifiers'>[]) {
  const { record, before } = importRows
  const keys = people.map(({ id }) => `subjects/${id}`)
  const known = people.flatMap(({ identifiers }) => identifiers)
  const isTheirs = sql`(${record} = any(${sql.param(keys)}::text[]) or ${before} -> 'identifiers' ?| ${sql.param(known)}::text[])`
  if (people.length > 0) await tx.delete(importRows).where(and(like(record, 'subjects/%'), isTheirs))
}

/**
 * Deletes people of removed actions when nothing but identifiers is left of them: they have no action, and nobody saw
 * them or noted anything about them since. A person who stays for one of these reasons is deleted on a later day.
 */
async function forgetPlayers(tx: Transaction, since: Date): Promise<Change<void>> {
  await lockTable(tx, subjects)
  const { id, lastSeen, note, noteAt } = subjects
  const { family, userId, source } = removedActions
  // A row without a source was removed by undoing an import, not for its age.
  const isForAge = and(eq(family, 'players'), isNotNull(source))
  const wereRemoved = tx.select({ id: userId }).from(removedActions).where(isForAge)
  const forgotten = await tx
    .delete(subjects)
    .where(
      and(
        inArray(id, wereRemoved),
        or(isNull(lastSeen), lt(lastSeen, since)),
        or(isNull(note), lt(noteAt, since)),
        notExists(tx.select().from(playerPeople).where(eq(playerPeople.id, id))),
      ),
    )
    .returning({ id, identifiers: subjects.identifiers })
  await forgetImported(tx, forgotten)
  const removed = forgotten.length
  const entries = removed === 0 ? [] : [{ action: REMOVED, target: 'subjects', after: { removed } }]
  return { result: undefined, entries, topics: PLAYER_RECORD.topics }
}

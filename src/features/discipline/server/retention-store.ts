import { and, asc, eq, inArray, isNotNull, isNull, lt, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { type Audit, type Change, whenLastDone } from '#features/audit/server/store.ts'
import { DAY } from '#lib/dates.ts'
import type { Topic } from '#lib/topics.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { lockTable } from '#server/database/locks.ts'
import type { PointsRule } from '../points-rules.ts'
import { mayRemoveAgain, mostADay } from '../retention-rules.ts'
import { countedSince } from '../threshold-rules.ts'
import type { ActionType } from '../type-rules.ts'
import { PLAYER_RECORD } from './player-store.ts'
import { STAFF_RECORD } from './record-store.ts'
import { keepRemoved } from './removed-store.ts'
import {
  type disciplinaryActions,
  disciplinaryDays,
  playerDays,
  playerPeople,
  playerThresholdDecisions,
  RUNNING_UNTIL,
  removedActions,
  STANDS,
  subjects,
  thresholdDecisions,
} from './tables.ts'
import { readPointed } from './threshold-store.ts'

const FAMILIES = {
  staff: { ...STAFF_RECORD, days: disciplinaryDays, decisions: thresholdDecisions },
  players: { ...PLAYER_RECORD, days: playerDays, decisions: playerThresholdDecisions },
} as const
type Family = keyof typeof FAMILIES

/** What goes or stays with an action and is kept by other features. */
export interface WithActions {
  /**
   * Of these actions those with an appeal that is open, has a ban to lift, or ended since this moment, and those that
   * somebody waits to hear of.
   */
  listHeld(db: Db, family: Family, ids: readonly number[], since: Date): Promise<number[]>
  /** Deletes what belongs to these actions, which are deleted in the same transaction. Answers what that changed. */
  deleteOfActions(tx: Transaction, family: Family, ids: readonly number[]): Promise<readonly Topic[]>
}

export interface RetentionDeps {
  database: Pick<Database, 'db'>
  audit: Audit
  clock: () => Date
  pointsRule: Pick<PointsRule, 'decay'>
  /** What in game is over at once: all else without an end, such as a ban, is in force until it is revoked. */
  gameTypes: MomentaryTypes
  actionTypes: readonly ActionType[]
  playerTypes: readonly ActionType[]
  withActions: WithActions
}

/** What says which actions are due to go. */
export type DueDeps = Pick<RetentionDeps, 'pointsRule' | 'gameTypes' | 'withActions'>

type MomentaryTypes = Record<'warn' | 'kick' | 'note', string>

const REMOVED = 'removeOldActions'
const BY_ITSELF = { actor: null, requestId: 'retention' }
/** In one transaction, so that nobody waits long. */
const AT_ONCE = 200
const READ_AT_ONCE = 1_000

/** An action that was over, with what says whether its points may have counted since. */
type OldAction = Pick<typeof disciplinaryActions.$inferSelect, 'id' | 'date' | 'userId' | 'points' | 'revokedAt'>

const timeOf = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

/**
 * Actions that were over before a moment, as far as their own columns say it: they had ended or were revoked, gave no
 * points any more, and nobody approved or revised them since.
 */
function isOver(family: Family, moment: Date, { warn, kick, note }: MomentaryTypes): SQL | undefined {
  const { actions, revisions } = FAMILIES[family]
  const before = timeOf(moment)
  const isStillBanned = and(
    sql`${family === 'players'}`,
    notInArray(actions.type, [warn, kick, note]),
    isNull(actions.endsAt),
  )
  const { date, loggedAt, revokedAt, approvalAt, endsAt, points, pointsEndAt, approval } = actions
  return and(
    lt(date, moment),
    sql`greatest(${date}, ${loggedAt}, ${revokedAt}, ${approvalAt}) < ${before}`,
    or(
      isNotNull(revokedAt),
      and(
        or(isNull(endsAt), lt(endsAt, moment)),
        or(eq(points, 0), lt(pointsEndAt, moment)),
        sql`${approval} is distinct from 'waiting'`,
        sql`not (${isStillBanned})`,
      ),
    ),
    sql`not exists (select from ${revisions} r where r.action_id = ${actions.id} and r.at >= ${before})`,
  )
}

/** What decides which actions of a family go: those that were over as many days ago as they are kept. */
function dueIn(deps: DueDeps, family: Family, { daysKept, now }: { daysKept: number; now: Date }) {
  const { actions, revisions, decisions } = FAMILIES[family]
  const moment = new Date(now.getTime() - daysKept * DAY)

  /** Whether somebody's points count now: what was decided about them holds as long. */
  const hasPoints = sql`exists (select from ${actions} pointed
    where pointed.user_id = ${decisions.userId} and pointed.points > 0 and ${STANDS} and ${RUNNING_UNTIL} > ${timeOf(now)})`
  /** Whom an action gave points, now or before it was revised. */
  const pointedPeople = sql`array(
    select ${actions.userId} where ${actions.points} > 0
    union select r.user_id from ${revisions} r where r.action_id = ${actions.id} and r.points > 0)`
  const isDecisionKept = sql`(${decisions.at} >= ${timeOf(moment)} or ${hasPoints})`

  /** Of these actions those whose points counted at the moment or since, for the person whom they are about. */
  async function listCounted(db: Db, some: readonly OldAction[]): Promise<number[]> {
    const pointed = some.filter(({ points, revokedAt }) => points > 0 && revokedAt === null)
    const people = [...new Set(pointed.map(({ userId }) => userId))]
    const { histories } = await readPointed(db, FAMILIES[family], people, null)
    return [...histories.values()].flatMap((each) => [...countedSince(each, deps.pointsRule.decay, moment, now)])
  }

  /** The next ones after a certain one, in their order, some of which may stay. */
  const listOver = (db: Db, after: Pick<OldAction, 'date' | 'id'> | undefined) =>
    db
      .select({
        id: actions.id,
        date: actions.date,
        userId: actions.userId,
        points: actions.points,
        revokedAt: actions.revokedAt,
      })
      .from(actions)
      .where(
        and(
          isOver(family, moment, deps.gameTypes),
          notExists(
            db
              .select()
              .from(decisions)
              .where(and(eq(decisions.actionId, actions.id), isDecisionKept)),
          ),
          // Without it they may have reached the threshold after what was decided there, which would wait again.
          notExists(
            db
              .select()
              .from(decisions)
              .where(and(sql`${decisions.userId} = any(${pointedPeople})`, lt(decisions.at, moment), hasPoints)),
          ),
          after && sql`(${actions.date}, ${actions.id}) > (${timeOf(after.date)}, ${after.id})`,
        ),
      )
      .orderBy(asc(actions.date), asc(actions.id))
      .limit(READ_AT_ONCE)

  return {
    moment,
    isDecisionKept,
    /** Those that go, in their order, some at a time. */
    list: async function* (db: Db): AsyncGenerator<number[]> {
      let over: OldAction[] = []
      do {
        over = await listOver(db, over.at(-1))
        const ids = over.map(({ id }) => id)
        const held = await deps.withActions.listHeld(db, family, ids, moment)
        const stay = new Set([...held, ...(await listCounted(db, over))])
        yield ids.filter((id) => !stay.has(id))
      } while (over.length === READ_AT_ONCE)
    },
  }
}

/** How many actions of a family are due to go. */
export async function countDue(
  db: Db,
  deps: DueDeps,
  family: Family,
  when: { daysKept: number; now: Date },
): Promise<number> {
  let count = 0
  for await (const some of dueIn(deps, family, when).list(db)) count += some.length
  return count
}

/** Removes actions of a family that were over as many days ago as they are kept, and all that belongs to them. */
export async function removeOldActions(deps: RetentionDeps, family: Family, daysKept: number): Promise<number> {
  const { audit, clock, withActions } = deps
  const { db } = deps.database
  const { actions, revisions, offences, decisions, days, list, topics } = FAMILIES[family]
  const now = clock()
  const due = dueIn(deps, family, { daysKept, now })

  async function listDue(tx: Transaction, most: number): Promise<number[]> {
    const found: number[] = []
    for await (const some of due.list(tx)) {
      found.push(...some)
      if (found.length >= most) break
    }
    return found.slice(0, most)
  }

  const removeSome = (most: number): Promise<number> =>
    audit.change(BY_ITSELF, async (tx) => {
      // In the order of imports and of the game.
      if (family === 'players') await lockTable(tx, subjects)
      // Nobody revises one of them or logs another meanwhile.
      await lockTable(tx, actions)
      await tx.delete(decisions).where(and(isNull(decisions.actionId), sql`not ${due.isDecisionKept}`))
      const ids = await listDue(tx, most)
      if (ids.length === 0) return { result: 0, entries: [], topics: [] }
      await keepRemoved(tx, family, ids, family === 'staff' ? deps.actionTypes : deps.playerTypes)
      const further = await withActions.deleteOfActions(tx, family, ids)
      for (const { actionId, table } of [
        { table: decisions, actionId: decisions.actionId },
        { table: offences, actionId: offences.actionId },
        { table: revisions, actionId: revisions.actionId },
      ])
        await tx.delete(table).where(inArray(actionId, ids))
      await tx.delete(actions).where(inArray(actions.id, ids))
      return {
        result: ids.length,
        entries: [{ action: REMOVED, target: list, after: { removed: ids.length } }],
        topics: [...topics, ...further],
      }
    })

  if (!mayRemoveAgain(await whenLastDone(db, REMOVED, list), now)) return 0
  const [counted] = await db.select({ all: sql<string>`coalesce(sum(${days.n}), 0)` }).from(days)
  const most = mostADay(Number(counted?.all))
  let removed = 0
  for (let more = AT_ONCE; more > 0; ) {
    more = await removeSome(Math.min(AT_ONCE, most - removed))
    removed += more
  }
  if (family === 'players') await audit.change(BY_ITSELF, (tx) => forgetPlayers(tx, due.moment))
  return removed
}

/**
 * Deletes of the people of removed actions those of whom nothing is left but identifiers: no action, and nobody saw them
 * or noted anything since. Who stays for one of these goes another day.
 */
async function forgetPlayers(tx: Transaction, since: Date): Promise<Change<void>> {
  await lockTable(tx, subjects)
  const { id, lastSeen, note, noteAt } = subjects
  const { family, userId } = removedActions
  const wereRemoved = tx.select({ id: userId }).from(removedActions).where(eq(family, 'players'))
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
    .returning({ id })
  const removed = forgotten.length
  const entries = removed === 0 ? [] : [{ action: REMOVED, target: 'subjects', after: { removed } }]
  return { result: undefined, entries, topics: PLAYER_RECORD.topics }
}

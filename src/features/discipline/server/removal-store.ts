import { and, asc, eq, isNotNull, isNull, lt, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { DAY } from '#lib/dates.ts'
import type { Db } from '#server/database/database.ts'
import type { PointsRule } from '../points-rules.ts'
import { actionsStillNeeded, type Threshold } from '../threshold-rules.ts'
import { PLAYER_RECORD } from './player-store.ts'
import { STAFF_RECORD } from './record-store.ts'
import {
  type disciplinaryActions,
  IS_IN_FORCE,
  POINTS_UNTIL,
  playerThresholdDecisions,
  thresholdDecisions,
} from './tables.ts'
import { readPointsHistories } from './threshold-store.ts'

type Family = Threshold['family']
const FAMILIES = {
  staff: { ...STAFF_RECORD, decisions: thresholdDecisions },
  players: { ...PLAYER_RECORD, decisions: playerThresholdDecisions },
} as const

/** What decides which actions are due for removal. */
export interface RemovalDeps {
  pointsRule: Pick<PointsRule, 'decay'>
  thresholds: readonly Pick<Threshold, 'family' | 'points'>[]
  /**
   * The types of actions in game that are over at once. Others without an end, such as bans, are in force until they
   * are revoked.
   */
  gameTypes: MomentaryTypes
  actionDependents: {
    /**
     * Those of these actions that must stay: they have an appeal that is open, has a ban to lift or ended since this
     * moment; a claim that waits; or evidence that was added since.
     */
    listKept(db: Db, family: Family, ids: readonly number[], since: Date): Promise<number[]>
  }
}
type MomentaryTypes = Record<'warn' | 'kick' | 'note', string>

/** The current time, and the moment before which an action must have been over to be due for removal. */
export interface RemovalTime {
  now: Date
  moment: Date
}
export const removalTime = (now: Date, daysKept: number): RemovalTime => ({
  now,
  moment: new Date(now.getTime() - daysKept * DAY),
})

const READ_AT_ONCE = 1_000

/** An action that is over, with the people whom it gave points. */
type OldAction = Pick<typeof disciplinaryActions.$inferSelect, 'id' | 'date'> & { people: string[] }

const timeOf = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

/**
 * The condition for actions that were over before a moment, as far as their own columns tell: they had ended or were
 * revoked, gave no more points, and nobody approved or revised them since.
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

/** Whether a person who was decided on has points that count now. Decisions about them hold as long. */
const hasPoints = (family: Family, now: Date) => {
  const { actions, decisions } = FAMILIES[family]
  return sql`exists (select from ${actions} pointed
    where pointed.user_id = ${decisions.userId} and pointed.points > 0 and ${IS_IN_FORCE} and ${POINTS_UNTIL} > ${timeOf(now)})`
}

/** The decisions at a point threshold that stay. */
export const isDecisionKept = (family: Family, { now, moment }: RemovalTime): SQL =>
  sql`(${FAMILIES[family].decisions.at} >= ${timeOf(moment)} or ${hasPoints(family, now)})`

/** The people to whom an action gave points, now or before a revision. */
function pointedPeople(family: Family): SQL<string[]> {
  const { actions, revisions } = FAMILIES[family]
  return sql`array(
    select ${actions.userId} where ${actions.points} > 0
    union select r.user_id from ${revisions} r where r.action_id = ${actions.id} and r.points > 0)`
}

/** The actions whose removal changes no decision at a point threshold. */
function isNotNeeded(db: Db, family: Family, time: RemovalTime): SQL | undefined {
  const { actions, decisions } = FAMILIES[family]
  const isByIt = and(eq(decisions.actionId, actions.id), isDecisionKept(family, time))
  // Without the action, the person may have reached the threshold after the decision, so that it would wait again.
  const isAboutThem = and(
    sql`${decisions.userId} = any(${pointedPeople(family)})`,
    lt(decisions.at, time.moment),
    hasPoints(family, time.now),
  )
  return and(
    notExists(db.select().from(decisions).where(isByIt)),
    notExists(db.select().from(decisions).where(isAboutThem)),
  )
}

/** Of all actions of these people, those whose points are still needed: at the moment or since, or for a threshold. */
async function listStillNeeded(
  db: Db,
  { pointsRule, thresholds }: RemovalDeps,
  family: Family,
  people: readonly string[],
  { now, moment }: RemovalTime,
): Promise<number[]> {
  if (people.length === 0) return []
  const least = Math.min(...thresholds.flatMap((threshold) => (threshold.family === family ? threshold.points : [])))
  const { histories } = await readPointsHistories(db, FAMILIES[family], people, null)
  return [...histories.values()].flatMap((each) => [
    ...actionsStillNeeded(each, pointsRule.decay, { since: moment, least }, now),
  ])
}

/** The actions of a family that are due for removal, in their order and in small parts. */
export async function* listDueForRemoval(
  db: Db,
  deps: RemovalDeps,
  family: Family,
  time: RemovalTime,
): AsyncGenerator<number[]> {
  const { actions } = FAMILIES[family]
  const { id, date } = actions
  const isDue = and(isOver(family, time.moment, deps.gameTypes), isNotNeeded(db, family, time))
  /** The people whose points were read already, so that nobody's are read twice. */
  const known = new Set<string>()
  const stay = new Set<number>()
  let over: OldAction[] = []
  do {
    const last = over.at(-1)
    over = await db
      .select({ id, date, people: pointedPeople(family) })
      .from(actions)
      .where(and(isDue, last && sql`(${date}, ${id}) > (${timeOf(last.date)}, ${last.id})`))
      .orderBy(asc(date), asc(id))
      .limit(READ_AT_ONCE)
    const ids = over.map((action) => action.id)
    const people = [...new Set(over.flatMap((action) => action.people))].filter((person) => !known.has(person))
    for (const person of people) known.add(person)
    const kept = await deps.actionDependents.listKept(db, family, ids, time.moment)
    for (const each of [...kept, ...(await listStillNeeded(db, deps, family, people, time))]) stay.add(each)
    yield ids.filter((each) => !stay.has(each))
  } while (over.length === READ_AT_ONCE)
}

/** The number of actions of a family that are due for removal. */
export async function countDueForRemoval(
  db: Db,
  deps: RemovalDeps,
  family: Family,
  time: RemovalTime,
): Promise<number> {
  let count = 0
  for await (const some of listDueForRemoval(db, deps, family, time)) count += some.length
  return count
}

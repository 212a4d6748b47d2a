import { and, asc, eq, isNotNull, isNull, lt, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { DAY } from '#lib/dates.ts'
import type { Db } from '#server/database/database.ts'
import type { PointsRule } from '../points-rules.ts'
import { neededSince, type Threshold } from '../threshold-rules.ts'
import { PLAYER_RECORD } from './player-store.ts'
import { STAFF_RECORD } from './record-store.ts'
import {
  type disciplinaryActions,
  playerThresholdDecisions,
  RUNNING_UNTIL,
  STANDS,
  thresholdDecisions,
} from './tables.ts'
import { readPointed } from './threshold-store.ts'

type Family = Threshold['family']
const FAMILIES = {
  staff: { ...STAFF_RECORD, decisions: thresholdDecisions },
  players: { ...PLAYER_RECORD, decisions: playerThresholdDecisions },
} as const

/** What says which actions are due to go. */
export interface DueDeps {
  pointsRule: Pick<PointsRule, 'decay'>
  thresholds: readonly Pick<Threshold, 'family' | 'points'>[]
  /** What in game is over at once: all else without an end, such as a ban, is in force until it is revoked. */
  gameTypes: MomentaryTypes
  withActions: {
    /**
     * Of these actions those with an appeal that is open, has a ban to lift, or ended since this moment, those that
     * somebody waits to hear of, and those with evidence that was added since.
     */
    listHeld(db: Db, family: Family, ids: readonly number[], since: Date): Promise<number[]>
  }
}
type MomentaryTypes = Record<'warn' | 'kick' | 'note', string>

/** When it is asked, and the moment before which an action was over that is due to go. */
export interface DueTime {
  now: Date
  moment: Date
}
export const dueTime = (now: Date, daysKept: number): DueTime => ({
  now,
  moment: new Date(now.getTime() - daysKept * DAY),
})

const READ_AT_ONCE = 1_000

/** An action that was over, with those whom it gave points. */
type OldAction = Pick<typeof disciplinaryActions.$inferSelect, 'id' | 'date'> & { people: string[] }

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

/** Whether the points of somebody who was decided on count now: what was decided about them holds as long. */
const hasPoints = (family: Family, now: Date) => {
  const { actions, decisions } = FAMILIES[family]
  return sql`exists (select from ${actions} pointed
    where pointed.user_id = ${decisions.userId} and pointed.points > 0 and ${STANDS} and ${RUNNING_UNTIL} > ${timeOf(now)})`
}

/** Decisions at a point threshold that stay. */
export const isDecisionKept = (family: Family, { now, moment }: DueTime): SQL =>
  sql`(${FAMILIES[family].decisions.at} >= ${timeOf(moment)} or ${hasPoints(family, now)})`

/** Whom an action gave points, now or before it was revised. */
function pointedPeople(family: Family): SQL<string[]> {
  const { actions, revisions } = FAMILIES[family]
  return sql`array(
    select ${actions.userId} where ${actions.points} > 0
    union select r.user_id from ${revisions} r where r.action_id = ${actions.id} and r.points > 0)`
}

/** Actions without which each decision at a point threshold holds as before. */
function isNotNeeded(db: Db, family: Family, time: DueTime): SQL | undefined {
  const { actions, decisions } = FAMILIES[family]
  const isByIt = and(eq(decisions.actionId, actions.id), isDecisionKept(family, time))
  // Without it they may have reached the threshold after what was decided there, which would wait again.
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

/** Of all actions of these people those whose points are still needed: at the moment or since, or at a threshold. */
async function listCounted(
  db: Db,
  { pointsRule, thresholds }: DueDeps,
  family: Family,
  people: readonly string[],
  { now, moment }: DueTime,
): Promise<number[]> {
  if (people.length === 0) return []
  const least = Math.min(...thresholds.flatMap((threshold) => (threshold.family === family ? threshold.points : [])))
  const { histories } = await readPointed(db, FAMILIES[family], people, null)
  return [...histories.values()].flatMap((each) => [
    ...neededSince(each, pointsRule.decay, { since: moment, least }, now),
  ])
}

/** The actions of a family that go, in their order, some at a time. */
export async function* listDue(db: Db, deps: DueDeps, family: Family, time: DueTime): AsyncGenerator<number[]> {
  const { actions } = FAMILIES[family]
  const { id, date } = actions
  const isDue = and(isOver(family, time.moment, deps.gameTypes), isNotNeeded(db, family, time))
  /** Nobody's points are read twice. */
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
    const held = await deps.withActions.listHeld(db, family, ids, time.moment)
    for (const each of [...held, ...(await listCounted(db, deps, family, people, time))]) stay.add(each)
    yield ids.filter((each) => !stay.has(each))
  } while (over.length === READ_AT_ONCE)
}

/** How many actions of a family are due to go. */
export async function countDue(db: Db, deps: DueDeps, family: Family, time: DueTime): Promise<number> {
  let count = 0
  for await (const some of listDue(db, deps, family, time)) count += some.length
  return count
}

import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { AuditEntry } from '#features/audit/contract.ts'
import { type Audit, asJson, type HiddenFromSubject } from '#features/audit/server/store.ts'
import { auditLog } from '#features/audit/server/tables.ts'
import type { Directory } from '#features/auth/server/directory-store.ts'
import type { Member, Staff } from '#lib/access.ts'
import { earliest } from '#lib/dates.ts'
import { groupBy } from '#lib/group-by.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { HttpError, notAllowed } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { isInForce } from '../approval-rules.ts'
import { UNNAMED } from '../game-rules.ts'
import { type Points, type PointsRule, pointsAt } from '../points-rules.ts'
import { NOTHING_WAITS, type ReachedThreshold } from '../threshold-contract.ts'
import {
  decisionDueAt,
  decisionFor,
  inForceFrom,
  isAddressedTo,
  isOverdue,
  listPointChanges,
  type PointsHistory,
  reachedSince,
  shownThreshold,
  type Threshold,
} from '../threshold-rules.ts'
import type { ActionType } from '../type-rules.ts'
import { knownToPerson } from './about-store.ts'
import { PLAYER_RECORD } from './player-store.ts'
import { MESSAGES, STAFF_RECORD } from './record-store.ts'
import {
  type disciplinaryActions,
  disciplinaryPeople,
  IS_IN_FORCE,
  POINTS_UNTIL,
  playerPeople,
  playerThresholdDecisions,
  subjects,
  thresholdDecisions,
} from './tables.ts'
import { listRemovedAbout } from './tombstone-store.ts'

type Family = Threshold['family']

/** The tables of each family, and the name of its decisions in the audit log. */
const FAMILIES = {
  staff: { ...STAFF_RECORD, people: disciplinaryPeople, decisions: thresholdDecisions, kind: 'point-thresholds' },
  players: {
    ...{ ...PLAYER_RECORD, people: playerPeople, decisions: playerThresholdDecisions },
    kind: 'player-point-thresholds',
  },
} as const
type Tables = Pick<(typeof FAMILIES)[Family], 'actions' | 'revisions' | 'decisions'>

type DecisionRow = typeof thresholdDecisions.$inferSelect
type PointedRow = Pick<
  typeof disciplinaryActions.$inferSelect,
  'id' | 'userId' | 'userName' | 'date' | 'type' | 'points' | 'pointsEndAt'
>

/**
 * A person with at least as many points as the lowest threshold, and everything that tells when they reached which one.
 */
interface PersonWithPoints {
  id: string
  name: string
  points: Points
  actions: PointedRow[]
  histories: PointsHistory[]
  decisions: DecisionRow[]
}

export interface ThresholdStore {
  /** The number of people whom this person is asked to decide on. */
  count(actor: Member): Promise<number>
  /** The time by which the first of these decisions is due. Null when nothing waits for this person. */
  findDue(actor: Member): Promise<Date | null>
  list(actor: Staff): Promise<ReachedThreshold[]>
  /** Decides without an action and gives a reason. */
  decide(by: By & { actor: Staff }, user: string, decision: { points: number; why: string }): Promise<void>
  /** Part of the transaction that logs an action: this action is the decision. */
  decideWith(
    tx: Transaction,
    by: By & { actor: Member },
    action: { id: number; user: string; userName: string },
    points: number,
  ): Promise<AuditEntry>
  /** Part of the transaction that takes back an action which was just logged: what it decided waits again. */
  undoWith(tx: Transaction, action: number): Promise<void>
}

interface ThresholdStoreDeps {
  database: Pick<Database, 'db'>
  audit: Audit
  directory: Pick<Directory, 'list'>
  clock: () => Date
  thresholds: readonly Threshold[]
  pointsRule: Pick<PointsRule, 'decay'>
}

/**
 * Finds who reached which point threshold of a family, computed from the actions on each call, and stores the
 * decisions.
 */
export function createThresholdStore(deps: ThresholdStoreDeps, family: Family): ThresholdStore {
  const { clock, audit, directory } = deps
  const { db } = deps.database
  const tables = FAMILIES[family]
  const { actions, people: counted, topics, kind } = tables
  const thresholds = deps.thresholds.filter((threshold) => threshold.family === family)
  const { decay } = deps.pointsRule
  const least = Math.min(...thresholds.map(({ points }) => points))

  /** The thresholds that a person reached and that are addressed to the actor. */
  function reachedBy({ histories, decisions }: PersonWithPoints, actor: Member, now: Date) {
    const changes = listPointChanges(histories, decay, least, now)
    return thresholds
      .filter((threshold) => isAddressedTo(threshold, actor))
      .flatMap((threshold) => {
        const since = reachedSince(changes, threshold.points)
        return since === null ? [] : [{ threshold, since, decision: decisionFor(threshold, since, decisions) }]
      })
  }

  /** For each person, the threshold that is shown to the actor. */
  async function shownTo(actor: Member, ids: readonly string[], decisions: readonly DecisionRow[], now: Date) {
    const people = await listPeople(db, ids, decisions, { now })
    return people.flatMap((person) => {
      const shown = shownThreshold(reachedBy(person, actor, now))
      return shown === null ? [] : [{ ...shown, person }]
    })
  }

  /** The people who reached a threshold that is addressed to the actor. Nobody sees a threshold about themselves. */
  async function reachedFor(actor: Member, now: Date) {
    const addressed = thresholds.filter((threshold) => isAddressedTo(threshold, actor))
    const isAsked = actor.isStaff && addressed.length > 0
    const all = isAsked ? await listWithPoints(Math.min(...addressed.map(({ points }) => points)), now) : []
    const ids = all.filter((id) => id !== actor.id)
    return { ids, decisions: await readDecisions(db, tables, ids) }
  }

  /**
   * Lists everybody who has this many points now. The database computes for everybody what `pointsAt` computes for one
   * person. It first sums the points that may count, from indexes alone.
   */
  async function listWithPoints(enough: number, now: Date): Promise<string[]> {
    const at = sql`${now.toISOString()}::timestamptz`
    const counts = sql`points > 0 and ${IS_IN_FORCE}`
    const isLatest = decay === 'latest'
    // With `latest`, points that would have ended by themselves count as long as the latest ones. So all points in
    // force may count.
    const most = isLatest
      ? sql`(select sum(points) from ${actions} where user_id = running.user_id and ${counts})`
      : sql`sum`
    const inOrder = sql`partition by user_id order by date, id`
    const endBefore = sql`max(${POINTS_UNTIL}) over (${inOrder} rows between unbounded preceding and 1 preceding)`
    const { rows } = await db.execute<{ id: string }>(sql`
      with running as (
        select user_id, sum(points) from ${actions} where ${counts} and ${POINTS_UNTIL} > ${at} group by user_id
      ), given as (
        select user_id, date, id, points, ${POINTS_UNTIL} as until,
          ${isLatest ? sql`coalesce(date >= ${endBefore}, true)` : sql`true`} as begins
        from ${actions}
        where ${counts} and date <= ${at} and user_id = any(array(select user_id from running where ${most} >= ${enough}))
      ), spans as (
        select user_id, points, until, count(*) filter (where begins) over (${inOrder}) as span from given
      ), active as (
        select user_id, sum(points) from spans group by user_id, span having max(until) > ${at}
      )
      select user_id as id from active group by user_id having sum(sum) >= ${enough}`)
    return rows.map(({ id }) => id)
  }

  /**
   * The current names of these people: an action that was about another person before may still have that person's
   * name.
   */
  const readCurrentNames = async (ids: readonly string[]) =>
    family === 'staff' ? await directory.list(ids) : new Map<string, { name: string }>()

  /** Those of these people who have at least as many points as the lowest threshold. */
  async function listPeople(
    on: Db,
    ids: readonly string[],
    decisions: readonly DecisionRow[],
    { now, without = null }: { now: Date; without?: number | null },
  ): Promise<PersonWithPoints[]> {
    if (ids.length === 0) return []
    const { inForce, histories } = await readPointsHistories(on, tables, ids, without)
    const names = family === 'players' ? await namesInRecord(on, ids) : null
    return ids.flatMap((id) => {
      const own = inForce.get(id) ?? []
      const points = pointsAt(own, decay, now)
      if (points.active < least) return []
      const decided = decisions.filter((decision) => decision.userId === id)
      const name = names?.get(id) ?? own[0]?.userName ?? id
      return [{ id, name, points, actions: own, histories: histories.get(id) ?? [], decisions: decided }]
    })
  }

  /**
   * Part of a transaction: finds what waits for the actor at a threshold, and locks the person against other decisions.
   */
  async function checkWaiting(
    tx: Transaction,
    actor: Member,
    { user, points, without }: { user: string; points: number; without: number | null },
  ): Promise<{ userName: string; at: Date }> {
    if (user === actor.id) throw notAllowed(MESSAGES['about-you'])
    const { id, name } = counted
    const [locked] = await tx.select({ name }).from(counted).where(eq(id, user)).for('update')
    const now = clock()
    const decisions = await readDecisions(tx, tables, [user])
    const [person] = await listPeople(tx, [user], decisions, { now, without })
    const waiting = person && reachedBy(person, actor, now).find(({ threshold }) => threshold.points === points)
    if (!actor.isStaff || locked === undefined || waiting === undefined || waiting.decision !== null)
      throw new HttpError(409, 'nothing_waits', NOTHING_WAITS)
    return { userName: person?.name ?? locked.name, at: now }
  }

  async function write(
    tx: Transaction,
    { actor }: { actor: Member },
    decision: Pick<DecisionRow, 'userId' | 'userName' | 'points' | 'at' | 'why' | 'actionId'>,
  ): Promise<AuditEntry> {
    const by = { byId: actor.id, byName: actor.name.toWellFormed() }
    const [kept] = await tx
      .insert(tables.decisions)
      .values({ ...decision, ...by })
      .returning()
    if (kept === undefined) throw new Error('The database returned no row for the decision it added')
    const { userId: user, userName: user_name, points, why, actionId: action } = kept
    return {
      action: 'decideThreshold',
      target: `${kind}/${kept.id}`,
      after: asJson({ user, user_name, points, why, action }),
    }
  }

  return {
    count: async (actor) => {
      const now = clock()
      const { ids, decisions } = await reachedFor(actor, now)
      const wasDecided = new Set(decisions.map(({ userId }) => userId))
      // A person on whom nobody decided waits, whenever they reached the threshold.
      const [before, never] = [ids.filter((id) => wasDecided.has(id)), ids.filter((id) => !wasDecided.has(id))]
      const shown = await shownTo(actor, before, decisions, now)
      return never.length + shown.filter(({ decision }) => decision === null).length
    },

    findDue: async (actor) => {
      const now = clock()
      const { ids, decisions } = await reachedFor(actor, now)
      const shown = await shownTo(actor, ids, decisions, now)
      const waiting = shown.filter(({ decision }) => decision === null)
      return earliest(waiting.map(({ threshold, since }) => decisionDueAt(since, threshold)))
    },

    list: async (actor) => {
      const now = clock()
      const { ids, decisions } = await reachedFor(actor, now)
      const shown = await shownTo(actor, ids, decisions, now)
      const names = await readCurrentNames(shown.map(({ person }) => person.id))
      return shown.map(({ person, threshold: { points, suggestion, days }, since, decision }) => {
        const dueAt = decisionDueAt(since, { days })
        const row: ReachedThreshold = {
          family,
          ...{ user: person.id, user_name: names.get(person.id)?.name ?? person.name },
          ...{ points: person.points.active, until: person.points.until?.toISOString() ?? null },
          threshold: { points, suggestion },
          ...{ since: since.toISOString(), due_at: dueAt.toISOString() },
          is_overdue: decision === null && isOverdue(dueAt, now),
          actions: person.actions.flatMap(({ id, date, type, points: given }) => {
            const counted = person.points.each.get(id)
            if (!counted?.isActive) return []
            return [{ id, date: date.toISOString(), type, points: given, until: counted.until?.toISOString() ?? null }]
          }),
          decided: decision && {
            ...{ at: decision.at.toISOString(), by: decision.byId, by_name: decision.byName },
            ...{ why: decision.why, action: decision.actionId },
          },
        }
        return row
      })
    },

    decide: async (by, user, { points, why }) => {
      const current = (await readCurrentNames([user])).get(user)
      await audit.change(by, async (tx) => {
        const waiting = await checkWaiting(tx, by.actor, { user, points, without: null })
        const userName = current?.name ?? waiting.userName
        const entry = await write(tx, by, { userId: user, userName, points, at: waiting.at, why, actionId: null })
        return { result: undefined, entries: [entry], topics }
      })
    },

    decideWith: async (tx, by, { id: actionId, user, userName }, points) => {
      // Ignore the new action: the threshold waited before it was logged.
      const waiting = await checkWaiting(tx, by.actor, { user, points, without: actionId })
      const name = family === 'staff' ? userName : waiting.userName
      return write(tx, by, { userId: user, userName: name, points, at: waiting.at, why: null, actionId })
    },

    undoWith: async (tx, action) => {
      await tx.delete(tables.decisions).where(eq(tables.decisions.actionId, action))
    },
  }
}

/**
 * The names of these people in the player record. After a join, an action may still have the name of the other person.
 */
async function namesInRecord(on: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { id, name } = subjects
  const rows = await on
    .select({ id, name })
    .from(subjects)
    .where(and(sql`${id} = any(${sql.param(ids)}::text[])`, ne(name, UNNAMED)))
  return new Map(rows.map((row) => [row.id, row.name]))
}

/**
 * Passes the ids as one parameter. A statement with a parameter for each of a thousand people is slow to build and to
 * parse.
 */
const isOneOf = (column: Tables['actions']['userId'] | Tables['revisions']['userId'], ids: readonly string[]) =>
  sql`${column} = any(${sql.param(ids)}::text[])`

/**
 * Everything that ever gave these people points, with its revisions. `inForce` has only the actions in force, the
 * newest first.
 */
export async function readPointsHistories(
  on: Db,
  { actions, revisions }: Pick<Tables, 'actions' | 'revisions'>,
  ids: readonly string[],
  without: number | null,
) {
  const { id, userId, userName, date, type, points, pointsEndAt } = actions
  const { loggedAt, revokedAt, approval, approvalDueAt, approvalAt } = actions
  const selected = {
    ...{ id, userId, userName, date, type, points, pointsEndAt },
    ...{ loggedAt, revokedAt, approval, approvalDueAt, approvalAt },
    isRevoked: sql<boolean>`${revokedAt} is not null`.as('is_revoked'),
  }
  const isCounted = without === null ? undefined : ne(id, without)
  const wasAboutThem = on
    .select({ id: revisions.actionId })
    .from(revisions)
    .where(and(isOneOf(revisions.userId, ids), sql`points > 0`))
  const rows = await union(
    on
      .select(selected)
      .from(actions)
      .where(and(isOneOf(userId, ids), sql`points > 0`, isCounted)),
    on
      .select(selected)
      .from(actions)
      .where(and(inArray(id, wasAboutThem), isCounted)),
  ).orderBy(desc(date), desc(id))
  const revised = await listRevisions(
    on,
    revisions,
    rows.map((row) => row.id),
  )
  const revisionsOf = groupBy(revised, (version) => version.actionId)
  const histories = new Map<string, PointsHistory[]>(ids.map((person) => [person, []]))
  for (const row of rows) {
    const versions = [
      ...(revisionsOf.get(row.id) ?? []),
      { until: null, userId: row.userId, date: row.date, points: row.points, pointsEndAt: row.pointsEndAt },
    ]
    for (const person of new Set(versions.map((version) => version.userId))) {
      histories.get(person)?.push({
        id: row.id,
        from: inForceFrom(row),
        revokedAt: row.revokedAt,
        versions: versions.map(({ until, userId: about, date: given, points: counted, pointsEndAt: end }) => {
          return { until, isAboutPerson: about === person, date: given, points: counted, pointsEndAt: end }
        }),
      })
    }
  }
  const inForce = groupBy(
    rows.filter((row) => row.points > 0 && isInForce(row)),
    (row) => row.userId,
  )
  return { inForce, histories }
}

/** What these actions said before each of their revisions, and until when. */
async function listRevisions(on: Db, revisions: Tables['revisions'], actions: readonly number[]) {
  const { actionId, version, at, userId, date, points, pointsEndAt } = revisions
  return on
    .select({ actionId, until: at, userId, date, points, pointsEndAt })
    .from(revisions)
    .where(sql`${actionId} = any(${sql.param(actions)}::integer[])`)
    .orderBy(asc(actionId), asc(version))
}

/**
 * The decisions on these people. A decision by an action does not count when the action was expunged or rejected, or is
 * now about another person.
 */
async function readDecisions(on: Db, { actions, decisions }: Tables, ids: readonly string[]): Promise<DecisionRow[]> {
  if (ids.length === 0) return []
  const { userId, actionId, at } = decisions
  const { id, outcome } = actions
  const isAboutThem = or(isNull(actionId), eq(actions.userId, userId))
  const rows = await on
    .select({ decision: decisions })
    .from(decisions)
    .leftJoin(actions, eq(id, actionId))
    .where(and(inArray(userId, [...ids]), sql`${outcome} is distinct from 'expunged'`, isAboutThem))
    .orderBy(desc(at))
  return rows.map(({ decision }) => decision)
}

/**
 * Those of these decisions that went with a removed action which this person knew of. Only the audit log still names
 * the action.
 */
async function listKnownRemoved(db: Db, family: Family, reader: string, ids: readonly string[]): Promise<string[]> {
  const targets = ids.map((id) => `${FAMILIES[family].kind}/${id}`)
  const action = sql<number | null>`(${auditLog.after} ->> 'action')::int`
  const rows = await db
    .select({ target: auditLog.target, action })
    .from(auditLog)
    .where(and(inArray(auditLog.target, targets), sql`${action} is not null`))
  const named = rows.flatMap((row) => row.action ?? [])
  const removed = await listRemovedAbout(db, family, reader, named)
  const known = new Set(removed.filter(({ isKnown }) => isKnown).map(({ actionId }) => actionId))
  return rows.flatMap((row) => (row.action !== null && known.has(row.action) ? idOf(row.target) : []))
}
const idOf = (target: string) => target.slice(target.indexOf('/') + 1)

/** The fields of a decision that the audit log hides from the person whom it is about. */
export const auditVisibilityOfThresholds = (
  { db }: Pick<Database, 'db'>,
  family: Family,
  types: readonly ActionType[],
): HiddenFromSubject => ({
  isKind: (kind) => kind === FAMILIES[family].kind,
  ...{ subject: 'user', fields: ['why'] },
  listAbout: async (reader, ids) => {
    const { decisions } = FAMILIES[family]
    const { id, userId } = decisions
    const known = ids.map(Number).filter(Number.isInteger)
    const rows = await db
      .select({ id })
      .from(decisions)
      .where(and(eq(userId, reader), inArray(id, known)))
    return rows.map((row) => String(row.id))
  },
  existence: {
    // The decision names an action, which the person may not know of.
    isHidden: ({ action }) => typeof action === 'number',
    listKnown: async (reader, ids) => {
      const { actions, decisions } = FAMILIES[family]
      const isKnown = and(eq(actions.userId, reader), knownToPerson(actions, types))
      const rows = await db
        .select({ id: decisions.id })
        .from(decisions)
        .innerJoin(actions, eq(actions.id, decisions.actionId))
        .where(and(inArray(decisions.id, ids.map(Number).filter(Number.isInteger)), isKnown))
      return [...rows.map(({ id }) => String(id)), ...(await listKnownRemoved(db, family, reader, ids))]
    },
  },
})

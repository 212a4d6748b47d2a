import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { AuditEntry } from '#features/audit/contract.ts'
import { type Audit, asJson, type KeptInAudit } from '#features/audit/server/store.ts'
import type { Member, Staff } from '#lib/access.ts'
import { earliest } from '#lib/dates.ts'
import { groupBy } from '#lib/group-by.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { HttpError, notAllowed } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { stands } from '../approval-rules.ts'
import { type Points, type PointsRule, pointsAt } from '../points-rules.ts'
import { NOTHING_WAITS, type ReachedThreshold } from '../threshold-contract.ts'
import {
  closingOf,
  decideBy,
  inForceFrom,
  isAddressedTo,
  isOverdue,
  type PointsHistory,
  pointsBack,
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
  playerPeople,
  playerThresholdDecisions,
  RUNNING_UNTIL,
  STANDS,
  thresholdDecisions,
} from './tables.ts'

type Family = Threshold['family']

/** Where the points of a family lie, what was decided on them, and how the audit log names a decision. */
const FAMILIES = {
  staff: { ...STAFF_RECORD, people: disciplinaryPeople, decisions: thresholdDecisions, kind: 'point-thresholds' },
  players: {
    ...{ ...PLAYER_RECORD, people: playerPeople, decisions: playerThresholdDecisions },
    kind: 'player-point-thresholds',
  },
} as const
type Tables = Pick<(typeof FAMILIES)[Family], 'actions' | 'revisions' | 'decisions'>

type Decision = typeof thresholdDecisions.$inferSelect
type PointedRow = Pick<
  typeof disciplinaryActions.$inferSelect,
  'id' | 'userId' | 'userName' | 'date' | 'type' | 'points' | 'pointsEndAt'
>

/** Somebody with as many points as the lowest threshold, with all that is needed to say which they reached when. */
interface PersonWithPoints {
  id: string
  points: Points
  actions: PointedRow[]
  histories: PointsHistory[]
  decisions: Decision[]
}

export interface ThresholdStore {
  /** Of how many people somebody is asked to decide. */
  count(actor: Member): Promise<number>
  /** By when the first of these decisions is due; null where nobody waits for this person. */
  findDue(actor: Member): Promise<Date | null>
  list(actor: Staff): Promise<ReachedThreshold[]>
  /** Decides without an action, and says why. */
  decide(by: By & { actor: Staff }, user: string, decision: { points: number; why: string }): Promise<void>
  /** Within the change that logs an action: the decision is that action. */
  decideWith(
    tx: Transaction,
    by: By & { actor: Member },
    action: { id: number; user: string },
    points: number,
  ): Promise<AuditEntry>
  /** Within the change that takes back an action that was just logged: what it decided waits again. */
  undoWith(tx: Transaction, action: number): Promise<void>
}

/** Who reached which point threshold of a family, computed from the actions each time, and what was decided then. */
export function createThresholdStore(
  deps: {
    database: Pick<Database, 'db'>
    audit: Audit
    clock: () => Date
    thresholds: readonly Threshold[]
    pointsRule: Pick<PointsRule, 'decay'>
  },
  family: Family,
): ThresholdStore {
  const { clock, audit } = deps
  const { db } = deps.database
  const tables = FAMILIES[family]
  const { actions, people: counted, topics, kind } = tables
  const thresholds = deps.thresholds.filter((threshold) => threshold.family === family)
  const { decay } = deps.pointsRule
  const least = Math.min(...thresholds.map(({ points }) => points))

  /** The thresholds that somebody reached and that are addressed to this person. */
  function reachedBy({ histories, decisions }: PersonWithPoints, actor: Member, now: Date) {
    const back = pointsBack(histories, decay, least, now)
    return thresholds
      .filter((threshold) => isAddressedTo(threshold, actor))
      .flatMap((threshold) => {
        const since = reachedSince(back, threshold.points)
        return since === null ? [] : [{ threshold, since, closing: closingOf(threshold, since, decisions) }]
      })
  }

  /** Of each person the threshold that is shown to somebody; nobody sees what is about themselves. */
  async function shownTo(actor: Member) {
    if (!actor.isStaff || !thresholds.some((threshold) => isAddressedTo(threshold, actor))) return []
    const now = clock()
    const people = await listPeople(db, now)
    return people
      .filter(({ id }) => id !== actor.id)
      .flatMap((person) => {
        const shown = shownThreshold(reachedBy(person, actor, now))
        return shown === null ? [] : [{ ...shown, person, now }]
      })
  }

  const waitingFor = async (actor: Member) => (await shownTo(actor)).filter(({ closing }) => closing === null)

  /** Those who may have as many points as the lowest threshold, from an index; a few too many. */
  async function listCandidates(on: Db, now: Date): Promise<string[]> {
    const { userId, points } = actions
    const at = now.toISOString()
    const running = on
      .select({ id: userId, sum: sql<number>`sum(${points})`.as('sum') })
      .from(actions)
      .where(and(sql`points > 0`, STANDS, sql`${RUNNING_UNTIL} > ${at}::timestamptz`))
      .groupBy(userId)
      .as('running')
    if (decay === 'each') {
      const rows = await on.select({ id: running.id }).from(running).where(sql`${running.sum} >= ${least}`)
      return rows.map(({ id }) => id)
    }
    // Points that would be over by themselves count as long as the latest: all that ever stood may.
    const ever = on
      .select({ sum: sql`sum(${points})` })
      .from(actions)
      .where(and(eq(userId, running.id), sql`points > 0`, STANDS))
    const rows = await on.select({ id: running.id }).from(running).where(sql`(${ever}) >= ${least}`)
    return rows.map(({ id }) => id)
  }

  async function listPeople(on: Db, now: Date, of?: { user: string; without: number | null }) {
    const ids = of === undefined ? await listCandidates(on, now) : [of.user]
    if (ids.length === 0) return []
    const { given, histories } = await readPointed(on, tables, ids, of?.without ?? null)
    const people = ids.flatMap((person) => {
      const theirs = given.get(person) ?? []
      const points = pointsAt(theirs, decay, now)
      return points.active >= least ? [{ id: person, points, actions: theirs }] : []
    })
    if (people.length === 0) return []
    const decisions = await readDecisions(
      on,
      tables,
      people.map((person) => person.id),
    )
    return people.map(
      (person): PersonWithPoints => ({
        ...person,
        histories: histories.get(person.id) ?? [],
        decisions: decisions.filter((decision) => decision.userId === person.id),
      }),
    )
  }

  /** Within a change, what waits at a threshold for somebody; nobody else decides on this person meanwhile. */
  async function checkWaiting(
    tx: Transaction,
    actor: Member,
    { user, points, without }: { user: string; points: number; without: number | null },
  ): Promise<{ userName: string; at: Date }> {
    if (user === actor.id) throw notAllowed(MESSAGES['about-you'])
    const { id, name } = counted
    const [locked] = await tx.select({ name }).from(counted).where(eq(id, user)).for('update')
    const now = clock()
    const [person] = thresholds.length === 0 ? [] : await listPeople(tx, now, { user, without })
    const waiting = person && reachedBy(person, actor, now).find(({ threshold }) => threshold.points === points)
    if (!actor.isStaff || locked === undefined || waiting === undefined || waiting.closing !== null)
      throw new HttpError(409, 'nothing_waits', NOTHING_WAITS)
    return { userName: person?.actions[0]?.userName ?? locked.name, at: now }
  }

  async function write(
    tx: Transaction,
    { actor }: { actor: Member },
    decision: Pick<Decision, 'userId' | 'userName' | 'points' | 'at' | 'why' | 'actionId'>,
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
    count: async (actor) => (await waitingFor(actor)).length,

    findDue: async (actor) =>
      earliest((await waitingFor(actor)).map(({ threshold, since }) => decideBy(since, threshold))),

    list: async (actor) => {
      const shown = await shownTo(actor)
      return shown.map(({ person, threshold: { points, suggestion, days }, since, closing, now }) => {
        const dueAt = decideBy(since, { days })
        const row: ReachedThreshold = {
          family,
          ...{ user: person.id, user_name: person.actions[0]?.userName ?? person.id },
          ...{ points: person.points.active, until: person.points.until?.toISOString() ?? null },
          threshold: { points, suggestion },
          ...{ since: since.toISOString(), due_at: dueAt.toISOString() },
          is_overdue: closing === null && isOverdue(dueAt, now),
          actions: person.actions.flatMap(({ id, date, type, points: given }) => {
            const counted = person.points.each.get(id)
            if (!counted?.isActive) return []
            return [{ id, date: date.toISOString(), type, points: given, until: counted.until?.toISOString() ?? null }]
          }),
          decided: closing && {
            ...{ at: closing.at.toISOString(), by: closing.byId, by_name: closing.byName },
            ...{ why: closing.why, action: closing.actionId },
          },
        }
        return row
      })
    },

    decide: (by, user, { points, why }) =>
      audit.change(by, async (tx) => {
        const { userName, at } = await checkWaiting(tx, by.actor, { user, points, without: null })
        const entry = await write(tx, by, { userId: user, userName, points, at, why, actionId: null })
        return { result: undefined, entries: [entry], topics }
      }),

    decideWith: async (tx, by, { id: actionId, user }, points) => {
      // The new action came after what waits.
      const { userName, at } = await checkWaiting(tx, by.actor, { user, points, without: actionId })
      return write(tx, by, { userId: user, userName, points, at, why: null, actionId })
    },

    undoWith: async (tx, action) => {
      await tx.delete(tables.decisions).where(eq(tables.decisions.actionId, action))
    },
  }
}

/** As one parameter: a statement with one for each of a thousand people takes longer to write and to read. */
const among = (column: Tables['actions']['userId'] | Tables['revisions']['userId'], ids: readonly string[]) =>
  sql`${column} = any(${sql.param(ids)}::text[])`

/** All that ever gave these people points and what was revised of it, and apart, newest first, what stands of it. */
async function readPointed(on: Db, { actions, revisions }: Tables, ids: readonly string[], without: number | null) {
  const { id, userId, userName, date, type, points, pointsEndAt } = actions
  const { loggedAt, revokedAt, approval, approvalDueAt, approvalAt } = actions
  const selected = {
    ...{ id, userId, userName, date, type, points, pointsEndAt },
    ...{ loggedAt, revokedAt, approval, approvalDueAt, approvalAt },
    isRevoked: sql<boolean>`${revokedAt} is not null`.as('is_revoked'),
  }
  const isMeant = without === null ? undefined : ne(id, without)
  const wasTheirs = on
    .select({ id: revisions.actionId })
    .from(revisions)
    .where(and(among(revisions.userId, ids), sql`points > 0`))
  const rows = await union(
    on
      .select(selected)
      .from(actions)
      .where(and(among(userId, ids), sql`points > 0`, isMeant)),
    on
      .select(selected)
      .from(actions)
      .where(and(inArray(id, wasTheirs), isMeant)),
  ).orderBy(desc(date), desc(id))
  const { actionId, version, at } = revisions
  const was = {
    userId: revisions.userId,
    date: revisions.date,
    points: revisions.points,
    pointsEndAt: revisions.pointsEndAt,
  }
  const revised = await on
    .select({ actionId, until: at, ...was })
    .from(revisions)
    .where(sql`${actionId} = any(${sql.param(rows.map((row) => row.id))}::integer[])`)
    .orderBy(asc(actionId), asc(version))
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
          return { until, isTheirs: about === person, date: given, points: counted, pointsEndAt: end }
        }),
      })
    }
  }
  const given = groupBy(
    rows.filter((row) => row.points > 0 && stands(row)),
    (row) => row.userId,
  )
  return { given, histories }
}

/** What was decided on these people: not by an action that a second person rejected, or that is about somebody else now. */
async function readDecisions(on: Db, { actions, decisions }: Tables, ids: readonly string[]): Promise<Decision[]> {
  const { userId, actionId, at } = decisions
  const { id, approval } = actions
  const isAboutThem = or(isNull(actionId), eq(actions.userId, userId))
  const rows = await on
    .select({ decision: decisions })
    .from(decisions)
    .leftJoin(actions, eq(id, actionId))
    .where(and(inArray(userId, [...ids]), sql`${approval} is distinct from 'rejected'`, isAboutThem))
    .orderBy(desc(at))
  return rows.map(({ decision }) => decision)
}

/** What the audit log keeps from whom a decision is about. */
export const keptOfThresholds = (
  { db }: Pick<Database, 'db'>,
  family: Family,
  types: readonly ActionType[],
): KeptInAudit => ({
  isKind: (kind) => kind === FAMILIES[family].kind,
  ...{ subject: 'user', fields: ['why'] },
  about: async (reader, ids) => {
    const { decisions } = FAMILIES[family]
    const { id, userId } = decisions
    const known = ids.map(Number).filter(Number.isInteger)
    const rows = await db
      .select({ id })
      .from(decisions)
      .where(and(eq(userId, reader), inArray(id, known)))
    return rows.map((row) => String(row.id))
  },
  unknown: {
    // It names an action, which may be one that they do not know of.
    isUnknown: ({ action }) => typeof action === 'number',
    known: async (reader, ids) => {
      const { actions, decisions } = FAMILIES[family]
      const isKnown = and(eq(actions.userId, reader), knownToPerson(actions, types))
      const rows = await db
        .select({ id: decisions.id })
        .from(decisions)
        .innerJoin(actions, eq(actions.id, decisions.actionId))
        .where(and(inArray(decisions.id, ids.map(Number).filter(Number.isInteger)), isKnown))
      return rows.map(({ id }) => String(id))
    },
  },
})

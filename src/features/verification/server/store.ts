import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, lt, lte, ne, notInArray } from 'drizzle-orm'
import { type Audit, asJson, wasEverDone } from '#features/audit/server/store.ts'
import type { Directory } from '#features/auth/server/directory-store.ts'
import { users } from '#features/auth/server/tables.ts'
import type { Owner } from '#lib/access.ts'
import { msg } from '#lib/messages.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import { changedMeanwhile, HttpError, notAllowed, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import type { OwnVerification, Verification } from '../contract.ts'
import {
  afterReport,
  afterSilence,
  canDecide,
  type Decision,
  inQueueOrder,
  mostTelling,
  PENDING_AFTER,
  REMOVED_AFTER,
  type Status,
} from '../rules.ts'
import type { VerificationReport } from './gateway.ts'
import { verificationReports, verificationRoles, verificationSessions } from './tables.ts'

type Session = typeof verificationSessions.$inferSelect
type RoleRow = typeof verificationRoles.$inferSelect

/** A past verification, with its role if one was given. */
export type VerificationSeed = Omit<Session, 'id' | 'version'> & Pick<RoleRow, 'roleId'>

export interface VerificationStore {
  /**
   * Stores a verification that was just opened at the provider. The person's earlier ones without a confirmation
   * expire.
   */
  startVerification(by: By, session: { id: string; userId: string }): Promise<void>
  findOwnVerification(userId: string): Promise<OwnVerification | null>
  /** All verifications that are waiting or in progress, and the latest ended ones, in the order of the queue. */
  listVerifications(): Promise<Verification[]>
  /** Applies a provider's reports, each once. Returns the number of reports about unknown verifications. */
  receiveReports(by: By, reports: readonly VerificationReport[]): Promise<number>
  /** Throws a conflict with the current item when `version` is outdated or the item is not awaiting a decision. */
  decide(
    by: By & { actor: Owner },
    decided: { id: string; version: number; decision: Decision; reason: string | null },
  ): Promise<Verification>
  /**
   * Applies the passage of time: verifications without a report become pending and then expired, and old expired ones
   * are deleted.
   */
  settle(by: By): Promise<void>
  /**
   * Inserts past verifications, once per database and only if no verification was ever started. `read` may first insert
   * their users.
   */
  fill(by: By, read: (tx: Transaction) => Promise<VerificationSeed[]>): Promise<void>
}

export interface VerificationStoreDeps {
  database: Database
  audit: Audit
  clock: () => Date
  discord: Pick<Discord, 'avatarUrl'>
  directory: Pick<Directory, 'nameOf'>
  /** Whether an approval gives a Discord role. */
  givesRole: boolean
}

/** The maximum number of ended verifications in the queue. */
const MAX_ENDED = 500
const OPEN: Status[] = ['started', 'pending', 'verified']
const SILENT: Status[] = ['started', 'pending']
export const TOPICS = ['verifications'] as const
export const targetOf = (id: string) => `verifications/${id}`

/** Creates the store of verifications. A rejected call throws an `HttpError` and writes nothing. */
export function createVerificationStore({
  database,
  audit,
  clock,
  discord,
  directory,
  givesRole,
}: VerificationStoreDeps): VerificationStore {
  const { db } = database

  const joined = (on: Db) =>
    on
      .select({ session: verificationSessions, user: users, role: verificationRoles })
      .from(verificationSessions)
      .innerJoin(users, eq(users.id, verificationSessions.userId))
      .leftJoin(verificationRoles, eq(verificationRoles.verificationId, verificationSessions.id))

  type Joined = Awaited<ReturnType<typeof joined>>[number]

  function itemOf({ session, user, role }: Joined): Verification {
    const { decidedById, decidedByName } = session
    return {
      id: session.id,
      version: session.version,
      person: {
        id: user.id,
        username: user.username,
        name: directory.nameOf(user),
        avatarUrl: discord.avatarUrl(user, { avatar: user.guildAvatar }),
      },
      ...verificationOf(session),
      decidedBy: decidedById === null ? null : { id: decidedById, name: decidedByName ?? decidedById },
      role: role && {
        givenAt: isoOf(role.givenAt),
        attempts: role.attempts,
        error: role.error,
        nextAttemptAt: isoOf(role.nextAttemptAt),
      },
    }
  }

  async function itemWith(on: Db, id: string): Promise<Verification> {
    const [found] = await joined(on).where(eq(verificationSessions.id, id))
    if (found === undefined) throw notFound(msg('This verification no longer exists.'))
    return itemOf(found)
  }

  /** Makes one change to a verification and returns its audit entry. */
  async function change(tx: Transaction, action: string, before: Session, set: Partial<Session>) {
    const [after] = await tx
      .update(verificationSessions)
      .set({ ...set, version: before.version + 1 })
      .where(eq(verificationSessions.id, before.id))
      .returning()
    if (after === undefined) throw new Error('the verification went while it was changed')
    return { action, target: targetOf(before.id), before: asJson(before), after: asJson(after) }
  }

  return {
    startVerification: (by, { id, userId }) =>
      audit.change(by, async (tx) => {
        const now = clock()
        const earlier = await tx
          .select()
          .from(verificationSessions)
          .where(and(eq(verificationSessions.userId, userId), inArray(verificationSessions.status, SILENT)))
          .orderBy(verificationSessions.id)
          .for('update')
        const entries = []
        for (const one of earlier) {
          entries.push(await change(tx, 'expireVerification', one, { status: 'expired', expiredAt: now }))
        }
        const [added] = await tx
          .insert(verificationSessions)
          .values({ id, userId, createdAt: now, status: 'started' })
          .returning()
        if (added === undefined) throw new Error('the verification was not written')
        return {
          result: undefined,
          entries: [...entries, { action: 'startVerification', target: targetOf(id), after: asJson(added) }],
          topics: TOPICS,
        }
      }),

    findOwnVerification: async (userId) => {
      const own = await db
        .select({ session: verificationSessions, role: verificationRoles })
        .from(verificationSessions)
        .leftJoin(verificationRoles, eq(verificationRoles.verificationId, verificationSessions.id))
        .where(eq(verificationSessions.userId, userId))
      return mostTelling(own.map(({ session, role }) => ({ ...verificationOf(session), role: stateOf(role) })))
    },

    listVerifications: async () => {
      const open = await joined(db).where(inArray(verificationSessions.status, OPEN))
      const ended = await joined(db)
        .where(notInArray(verificationSessions.status, OPEN))
        .orderBy(desc(verificationSessions.createdAt), verificationSessions.id)
        .limit(MAX_ENDED)
      return inQueueOrder([...open, ...ended].map(itemOf))
    },

    receiveReports: (by, reports) =>
      audit.change(by, async (tx) => {
        const now = clock()
        const entries = []
        let unknown = 0
        // Rows are locked in the order of their ids, as everywhere in this store, to prevent deadlocks.
        const sorted = reports.toSorted((a, b) => ((a.subjectRef ?? '') < (b.subjectRef ?? '') ? -1 : 1))
        for (const { subjectRef, status, group, reportedAt } of sorted) {
          const [before] =
            subjectRef === null
              ? []
              : await tx
                  .select()
                  .from(verificationSessions)
                  .where(eq(verificationSessions.id, subjectRef))
                  .for('update')
          if (before === undefined) {
            unknown++
            const target = subjectRef === null ? 'verifications' : targetOf(subjectRef)
            entries.push({ action: 'receiveUnknownVerification', target, after: { status, group } })
            continue
          }
          const [isNew] = await tx
            .insert(verificationReports)
            .values({ verificationId: before.id, status, group, reportedAt })
            .onConflictDoNothing()
            .returning()
          const next = afterReport(before.status, status)
          const confirms = next === 'verified' && status === 'verified'
          if (isNew === undefined || (next === before.status && !(confirms && before.group !== group))) continue
          const dates = confirms ? { group, verifiedAt: before.verifiedAt ?? now } : { pendingAt: now }
          entries.push(await change(tx, 'receiveVerification', before, { status: next, ...dates }))
        }
        return { result: unknown, entries, topics: TOPICS }
      }),

    decide: (by, { id, version, decision, reason }) =>
      audit.change(by, async (tx) => {
        const [before] = await tx
          .select()
          .from(verificationSessions)
          .where(eq(verificationSessions.id, id))
          .for('update')
        if (before === undefined) throw notFound(msg('This verification no longer exists.'))
        if (before.userId === by.actor.id) throw notAllowed(msg('You cannot decide on your own verification.'))
        if (before.version !== version) throw changedMeanwhile(await itemWith(tx, id))
        if (!canDecide(before.status, decision)) throw notWaiting(await itemWith(tx, id))
        const now = clock()
        const entry = await change(tx, decision === 'approved' ? 'approveVerification' : 'rejectVerification', before, {
          status: decision,
          decidedAt: now,
          decidedById: by.actor.id,
          decidedByName: by.actor.name,
          reason,
        })
        if (decision === 'approved' && givesRole) {
          await tx.insert(verificationRoles).values({ verificationId: id, nextAttemptAt: now })
        }
        return { result: await itemWith(tx, id), entries: [entry], topics: TOPICS }
      }),

    settle: (by) =>
      audit.change(by, async (tx) => {
        const now = clock()
        const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
        const silent = await tx
          .select()
          .from(verificationSessions)
          .where(
            and(inArray(verificationSessions.status, SILENT), lte(verificationSessions.createdAt, ago(PENDING_AFTER))),
          )
          .orderBy(verificationSessions.id)
          .for('update')
        const entries = []
        for (const one of silent) {
          const status = afterSilence(one.status, one.createdAt, now)
          if (status === one.status) continue
          entries.push(
            status === 'expired'
              ? await change(tx, 'expireVerification', one, { status, expiredAt: now })
              : await change(tx, 'awaitVerification', one, { status, pendingAt: now }),
          )
        }
        const removed = await tx
          .delete(verificationSessions)
          .where(
            and(eq(verificationSessions.status, 'expired'), lt(verificationSessions.expiredAt, ago(REMOVED_AFTER))),
          )
          .returning()
        for (const one of removed) {
          entries.push({ action: 'removeVerification', target: targetOf(one.id), before: asJson(one) })
        }
        return { result: undefined, entries, topics: TOPICS }
      }),

    fill: (by, read) =>
      audit.change(by, async (tx) => {
        const isDone = await wasEverDone(tx, ['fillVerifications', 'startVerification'])
        const seeds = isDone ? [] : await read(tx)
        for (const { roleId, ...seed } of seeds) {
          const id = randomUUID()
          await tx.insert(verificationSessions).values({ ...seed, id })
          if (roleId === null) continue
          await tx
            .insert(verificationRoles)
            .values({ verificationId: id, attempts: 1, givenAt: seed.decidedAt, roleId })
        }
        const entry = { action: 'fillVerifications', target: 'verifications', after: { count: seeds.length } }
        return { result: undefined, entries: seeds.length === 0 ? [] : [entry], topics: TOPICS }
      }),
  }
}

/** The number of verifications that wait for this owner's decision. Owners cannot decide on their own. */
export const countWaiting = (db: Db, ownerId: string): Promise<number> =>
  db.$count(
    verificationSessions,
    and(eq(verificationSessions.status, 'verified'), ne(verificationSessions.userId, ownerId)),
  )

const notWaiting = (item: Verification) =>
  new HttpError(409, 'not_waiting', msg('This verification is not awaiting a decision.'), { item })

function verificationOf(session: Session) {
  return {
    status: session.status,
    group: session.group,
    startedAt: session.createdAt.toISOString(),
    pendingAt: isoOf(session.pendingAt),
    verifiedAt: isoOf(session.verifiedAt),
    decidedAt: isoOf(session.decidedAt),
    expiredAt: isoOf(session.expiredAt),
    reason: session.reason,
  }
}

function stateOf(role: RoleRow | null): OwnVerification['role'] {
  if (role === null) return null
  return role.givenAt === null ? 'waiting' : 'given'
}

function isoOf(at: Date | null): string | null {
  return at?.toISOString() ?? null
}

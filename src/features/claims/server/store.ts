import { and, asc, desc, eq, gt, inArray, ne } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import { type Audit, asJson } from '#features/audit/server/store.ts'
import type { Member, Staff } from '#lib/access.ts'
import { DAY } from '#lib/dates.ts'
import { msg } from '#lib/messages.ts'
import type { Topic } from '#lib/topics.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/unique.ts'
import { HttpError, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import type { Claim, OwnClaim } from '../contract.ts'
import { MAX_CLAIMS_A_DAY, type OwnClaimState, stateNow } from '../rules.ts'
import { claims } from './tables.ts'

/** A ban in game of a person without a Discord account. */
export interface UnlinkedBan {
  id: number
  type: string
  date: Date
  name: string
  reason: string
}

/** The access of claims to the player record, which another feature keeps. */
export interface UnlinkedBans {
  findByNativeId(db: Db, nativeId: string): Promise<UnlinkedBan | null>
  find(db: Db, actionId: number): Promise<UnlinkedBan | null>
  /** Those of these bans that exist. */
  findAll(db: Db, actionIds: readonly number[]): Promise<UnlinkedBan[]>
  /** Those of these actions that are about this person. */
  listLinked(db: Db, personId: string, actionIds: readonly number[]): Promise<number[]>
  /** The subjects of those of these actions that exist. */
  subjectsOf(db: Db, actionIds: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** The actions of those of these bans that exist, by their id in txAdmin. */
  listByNativeIds(db: Db, nativeIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Locks the subjects, so that nobody else links a ban until the transaction ends. */
  lock(tx: Transaction): Promise<void>
  /** Joins the subject of the ban and a Discord account into one person. Call `lock` first. */
  link(tx: Transaction, ban: UnlinkedBan, person: { id: string }, importId: number): Promise<AuditEntry>
}

export interface ClaimStoreDeps {
  database: Database
  audit: Audit
  clock: () => Date
  unlinkedBans: UnlinkedBans
}

export const TOPICS: readonly Topic[] = ['claims', 'own-claims']
const MAX_LISTED = 50

type ClaimRecord = typeof claims.$inferSelect

/** The store of claims. Every failure is thrown as an `HttpError`, and then nothing is written. */
export function createClaimStore({ database: { db }, audit, clock, unlinkedBans: bans }: ClaimStoreDeps) {
  /** Locks a waiting claim of another person. */
  async function lock(tx: Transaction, { actor }: { actor: Staff }, id: number): Promise<ClaimRecord> {
    const [row] = await tx.select().from(claims).where(eq(claims.id, id)).for('update')
    if (row === undefined || row.personId === actor.id) throw gone()
    if (row.state !== 'waiting') throw new HttpError(409, 'decided', msg('Someone already decided on this.'))
    return row
  }

  /** The ban that staff decide on. Throws when it is linked already. */
  async function findUnlinked(tx: Transaction, { actionId }: ClaimRecord): Promise<UnlinkedBan> {
    const ban = await bans.find(tx, actionId)
    if (ban !== null) return ban
    throw new HttpError(409, 'linked', msg('This ban is linked to an account now, or no longer exists.'))
  }

  async function decide(tx: Transaction, by: By & { actor: Staff }, row: ClaimRecord, state: 'confirmed' | 'refused') {
    const decided = { decidedAt: clock(), decidedById: by.actor.id, decidedByName: by.actor.name.toWellFormed() }
    await tx
      .update(claims)
      .set({ state, ...decided })
      .where(eq(claims.id, row.id))
    const action = state === 'confirmed' ? 'confirmClaim' : 'refuseClaim'
    return entryOf(action, { ...row, state })
  }

  const listWaitingClaims = (on: Db): Promise<ClaimRecord[]> =>
    on.select().from(claims).where(eq(claims.state, 'waiting')).orderBy(asc(claims.id))

  /** The current state of each claim. */
  async function statesOf(on: Db, rows: readonly ClaimRecord[]): Promise<{ row: ClaimRecord; state: OwnClaimState }[]> {
    const actions = [...new Set(rows.map((row) => row.actionId))]
    const unlinked = new Set((await bans.findAll(on, actions)).map(({ id }) => id))
    const subjects = await bans.subjectsOf(on, actions)
    return rows.map((row) => {
      const isLinked = subjects.get(row.actionId) === row.personId
      const isOfOther = !isLinked && subjects.has(row.actionId) && !unlinked.has(row.actionId)
      return { row, state: stateNow(row.state, { isLinked, isOfOther }) }
    })
  }

  /** Waiting claims whose person was told something that is no longer true, with what they must be told now. */
  async function listOutdatedNotices(on: Db): Promise<{ row: ClaimRecord; told: ClaimRecord['told'] }[]> {
    return (await statesOf(on, await listWaitingClaims(on))).flatMap(({ row, state }) => {
      const told = state === 'confirmed' || state === 'refused' ? state : null
      return told === row.told ? [] : [{ row, told }]
    })
  }

  /** Waiting claims whose ban was removed by undoing an import and was brought again, with the new action. */
  async function listReimportedBans(on: Db): Promise<{ row: ClaimRecord; actionId: number }[]> {
    const rows = await listWaitingClaims(on)
    const subjects = await bans.subjectsOf(
      on,
      rows.map((row) => row.actionId),
    )
    const gone = rows.filter((row) => !subjects.has(row.actionId))
    const actionByNativeId = await bans.listByNativeIds(
      on,
      gone.map((row) => row.nativeId),
    )
    return gone.flatMap((row) => {
      const actionId = actionByNativeId.get(row.nativeId)
      // A person has one waiting claim for a ban, so only their last one is moved.
      const last = rows.findLast(({ personId, nativeId }) => personId === row.personId && nativeId === row.nativeId)
      return actionId === undefined || last !== row ? [] : [{ row, actionId }]
    })
  }

  return {
    listOwnClaims: async (actor: Member): Promise<OwnClaim[]> => {
      const rows = await db
        .select()
        .from(claims)
        .where(eq(claims.personId, actor.id))
        .orderBy(desc(claims.at), desc(claims.id))
        .limit(MAX_LISTED)
      return (await statesOf(db, rows)).map(({ row, state }) => ({ ...ownOf(row), state }))
    },

    addClaim: async (by: By & { actor: Member }, nativeId: string): Promise<OwnClaim> => {
      const { id: personId, name } = by.actor
      const written = audit.change(by, async (tx) => {
        const sinceYesterday = and(eq(claims.personId, personId), gt(claims.at, new Date(clock().getTime() - DAY)))
        if ((await tx.$count(claims, sinceYesterday)) >= MAX_CLAIMS_A_DAY) {
          throw new HttpError(409, 'too_many', msg('You made too many claims today. Ask staff in Discord.'))
        }
        const ban = await bans.findByNativeId(tx, nativeId)
        if (ban === null) throw notFound(msg('There is no unlinked ban with this id. Check the id and try again.'))
        // This includes a claim from before an import was undone and repeated.
        const isOwn = and(eq(claims.personId, personId), eq(claims.nativeId, nativeId), eq(claims.state, 'waiting'))
        if ((await tx.$count(claims, isOwn)) > 0) throw waits()
        const claimed = { personId, personName: name.toWellFormed(), nativeId, actionId: ban.id }
        const [row] = await tx
          .insert(claims)
          .values({ ...claimed, at: clock(), state: 'waiting' })
          .returning()
        if (row === undefined) throw new Error('The database returned no row for the claim it added')
        return { result: ownOf(row), entries: [entryOf('addClaim', row)], topics: TOPICS }
      })
      return written.catch((error: unknown) => {
        throw isUniqueViolation(error) ? waits() : error
      })
    },

    listClaims: async (actor: Staff | Member): Promise<Claim[]> => {
      const rows = await db
        .select()
        .from(claims)
        .where(and(eq(claims.state, 'waiting'), ne(claims.personId, actor.id)))
        .orderBy(asc(claims.at))
      const actions = new Set(rows.map((row) => row.actionId))
      const found = new Map((await bans.findAll(db, [...actions])).map((ban) => [ban.id, ban]))
      const shown = rows.flatMap((row) => {
        const ban = found.get(row.actionId)
        return ban === undefined ? [] : [shownOf(row, ban)]
      })
      return shown.slice(0, MAX_LISTED)
    },

    /** The confirmation is stored as an import of people, so that it can be undone like a join by hand. */
    confirmClaim: (by: By & { actor: Staff }, id: number): Promise<void> =>
      audit.import(by, { list: 'subjects', file: undefined }, async (tx, importId) => {
        // Lock the subjects first. Otherwise two confirmations for the same ban would wait for each other.
        await bans.lock(tx)
        const row = await lock(tx, by, id)
        const ban = await findUnlinked(tx, row)
        const joined = await bans.link(tx, ban, { id: row.personId }, importId)
        const decided = [await decide(tx, by, row, 'confirmed')]
        // When several people claimed the ban, the claims of the others are refused.
        const isOther = and(eq(claims.actionId, ban.id), eq(claims.state, 'waiting'), ne(claims.personId, by.actor.id))
        for (const other of await tx.select().from(claims).where(isOther).for('update')) {
          decided.push(await decide(tx, by, other, 'refused'))
        }
        return { result: undefined, entries: [joined, ...decided], topics: [...TOPICS, 'subjects', 'player-actions'] }
      }),

    refuseClaim: (by: By & { actor: Staff }, id: number): Promise<void> =>
      audit.change(by, async (tx) => {
        // Otherwise a claim could be refused whose ban is linked, or is being linked now, to the person who claims it.
        await bans.lock(tx)
        const row = await lock(tx, by, id)
        await findUnlinked(tx, row)
        return { result: undefined, entries: [await decide(tx, by, row, 'refused')], topics: TOPICS }
      }),

    /**
     * Tells people that their ban was linked another way than by their claim, and withdraws that message when the link
     * was undone. A claim whose ban was removed by undoing an import waits for the same ban again, once it was brought
     * again.
     */
    answerLinked: async (by: By): Promise<void> => {
      if ((await listOutdatedNotices(db)).length + (await listReimportedBans(db)).length === 0) return
      await audit.change(by, async (tx) => {
        await bans.lock(tx)
        const entries: AuditEntry[] = []
        // Staff may decide on the claim at the same moment.
        const set = async ({ id }: ClaimRecord, fields: Partial<ClaimRecord>) =>
          (
            await tx
              .update(claims)
              .set(fields)
              .where(and(eq(claims.id, id), eq(claims.state, 'waiting')))
              .returning()
          )[0]
        for (const { row, actionId } of await listReimportedBans(tx)) {
          const moved = await set(row, { actionId })
          if (moved !== undefined && (await bans.find(tx, actionId)) !== null)
            entries.push(entryOf('reopenClaim', moved))
        }
        for (const { row, told } of await listOutdatedNotices(tx)) {
          const answered = await set(row, { told })
          if (answered === undefined) continue
          const action = told === null ? 'reopenClaim' : 'answerClaim'
          entries.push(entryOf(action, { ...answered, state: told ?? answered.state }))
        }
        return { result: undefined, entries, topics: TOPICS }
      })
    },
  }
}

/** Those of these bans that have a waiting claim on which staff can decide. */
export async function listWaiting(
  db: Db,
  bans: Pick<UnlinkedBans, 'find'>,
  actionIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: claims.actionId })
    .from(claims)
    .where(and(eq(claims.state, 'waiting'), inArray(claims.actionId, [...actionIds])))
  const waiting: number[] = []
  for (const { id } of rows) if ((await bans.find(db, id)) !== null) waiting.push(id)
  return waiting
}

/**
 * Deletes all claims of these bans, which are deleted in the same transaction. Returns the targets by which inboxes
 * know them.
 */
export async function deleteClaimsOf(tx: Transaction, actionIds: readonly number[]): Promise<string[]> {
  const isOfThese = inArray(claims.actionId, [...actionIds])
  return (await tx.delete(claims).where(isOfThese).returning({ id: claims.id })).map(({ id }) => `claims/${id}`)
}

/**
 * The audit entries for confirmed claims whose link was undone: the last confirmed claim of each action, when the
 * action is no longer about that person.
 */
export async function unlinkClaims(
  tx: Transaction,
  bans: Pick<UnlinkedBans, 'listLinked'>,
  actionIds: readonly number[],
): Promise<AuditEntry[]> {
  const confirmed = await tx
    .selectDistinctOn([claims.actionId])
    .from(claims)
    .where(and(eq(claims.state, 'confirmed'), inArray(claims.actionId, [...actionIds])))
    .orderBy(claims.actionId, desc(claims.id))
  const entries: AuditEntry[] = []
  for (const row of confirmed) {
    const linked = await bans.listLinked(tx, row.personId, [row.actionId])
    if (linked.length === 0) entries.push(entryOf('unlinkClaim', { ...row, state: 'unlinked' }))
  }
  return entries
}

const gone = () => notFound(msg('There is no such claim.'))
const waits = () => new HttpError(409, 'waits', msg('Staff are already looking at this.'))

function ownOf({ id, nativeId, at, state }: ClaimRecord): OwnClaim {
  return { id, native_id: nativeId, at: at.toISOString(), state }
}

function shownOf({ id, at, personId, personName, nativeId }: ClaimRecord, ban: UnlinkedBan): Claim {
  return {
    ...{ id, at: at.toISOString(), native_id: nativeId, person: { id: personId, name: personName } },
    action: { ...ban, date: ban.date.toISOString() },
  }
}

type LoggedClaim = Omit<ClaimRecord, 'state'> & { state: OwnClaimState }

const entryOf = (action: string, { id, personId, personName, nativeId, actionId, state }: LoggedClaim): AuditEntry => ({
  action,
  target: `claims/${id}`,
  after: asJson({ user: personId, user_name: personName, native_id: nativeId, action: actionId, state }),
})

import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, gte, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { AuditEntry } from '#features/audit/contract.ts'
import { type Audit, asJson, type Change, type Written } from '#features/audit/server/store.ts'
import type { Member } from '#lib/access.ts'
import { isErased } from '#lib/discord-id.ts'
import { msg } from '#lib/messages.ts'
import type { Topic } from '#lib/topics.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { changedMeanwhile, HttpError, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import type { AppellantMessage } from '../contract.ts'
import {
  bestDeciderRole,
  type Decider,
  type DeciderRoleOrNobody,
  type Parties,
  type Rank,
} from '../independence-rules.ts'
import { type AppealTerms, dueAt, FAMILIES, type Family, type OffenceTerms, OPEN_STATES, stateAt } from '../rules.ts'
import type { AppealedAction, AppealedFacts, AppealedOffence, AppealSnapshot } from '../snapshot-contract.ts'
import { saveFiguresOf } from './figure-store.ts'
import { appealMessages, appeals } from './tables.ts'

export type AppealRecord = typeof appeals.$inferSelect

/**
 * An offence of an action, as the catalogue and the rules described it when the action was given. `today` is how they
 * describe it now. For a retired offence, `today` repeats the old text with the rule that is now at the old address.
 */
export type KnownOffence = Omit<AppealedOffence, 'isRetired'> & { appeal: OffenceTerms; today: AppealedOffence }

/** An action as the records of actions provide it to appeals. */
export interface KnownAction {
  family: Family
  id: number
  version: number
  date: Date
  user: { id: string; name: string }
  issuer: { id: string; name: string; isPerson: boolean }
  /** When only the issuer's name is known: the accounts that gave other actions under this name. */
  namesakes: readonly string[]
  /** Accounts that may belong to the person whom the action is about. */
  linked: readonly string[]
  /** Who added evidence for the action, and when. */
  evidence: readonly { by: string; at: Date }[]
  /** The person who imported the action from a file. */
  importer: string | null
  approver: string | null
  /** The revisions of the action. `approver` had approved the version before the revision. */
  revisions: readonly { by: string; at: Date; approver: string | null }[]
  type: string
  reason: string | null
  endsAt: Date | null
  points: number
  isRevoked: boolean
  isShown: boolean
  txadminBan: string | null
  /** When the action ends in its game, which is not told of revisions. Null when it never ends there. */
  endsInGame: Date | null
}

type Author = By & { actor: Member }
type ActionKey = Pick<KnownAction, 'family' | 'id'>

/** The operations on actions that appeals need. Each write runs in the transaction of the appeal. */
export interface AppealedActions {
  find(db: Db, family: Family, id: number): Promise<KnownAction | null>
  /** The existing actions among these ids of one family. */
  findAll(db: Db, family: Family, ids: readonly number[]): Promise<KnownAction[]>
  /** Finds an action and locks it against other writers. */
  lock(tx: Transaction, family: Family, id: number): Promise<KnownAction | null>
  /** All actions against a person that they may see. `terms` are the limits that the offences set for appeals. */
  listOf(userId: string): Promise<(KnownAction & { terms: readonly OffenceTerms[] })[]>
  /** The offences of an action. Call it only when an appeal is shown or filed, because rules may be long. */
  listOffences(on: Db, action: ActionKey): Promise<KnownOffence[]>
  revoke(tx: Transaction, by: Author, action: ActionKey, why: string): Promise<Written>
  reduce(
    tx: Transaction,
    by: Author,
    action: ActionKey,
    less: { type?: string | undefined; ends_at?: string | undefined; points?: number | undefined },
    why: string,
  ): Promise<Written>
  /** The types below this type that the actor may give. */
  lighterTypes(actor: Member, family: Family, type: string): string[]
  /** Whether an action of this type keeps its person out of the game. */
  isBan(type: string): boolean
}

/** The people with the right to decide on appeals now, and everybody's position. */
export interface Deciders {
  rankOf(id: string): Rank
  people: readonly Decider[]
}

export interface AppealStoreDeps {
  database: Database
  audit: Audit
  clock: () => Date
  appealTerms: AppealTerms
  appealedActions: AppealedActions
  deciders: () => Promise<Deciders>
  /** Whether an issuer could give a statement or take the action back now. */
  canAnswer: (on: Db, id: string) => Promise<boolean>
}

/**
 * Makes a change that needs the people with the right to decide. Reads them before the transaction, which would
 * otherwise block other writers for longer.
 */
export const changeWithDeciders =
  ({ audit, deciders }: Pick<AppealStoreDeps, 'audit' | 'deciders'>) =>
  async <B extends By, T>(by: B, work: (tx: Transaction, deciders: Deciders) => Promise<Change<T>>): Promise<T> => {
    const now = await deciders()
    return audit.change(by, (tx) => work(tx, now))
  }

export const TOPICS = ['appeals', 'given-appeals', 'my-appeals'] as const
/** The most messages, and the most comments, of one appeal. */
const MAX_TEXTS = 100

export const appealNotFound = () => notFound(msg('There is no such appeal.'))

export const ended = () => new HttpError(409, 'appeal_ended', msg('This appeal is closed.'))

/** Reads an appeal and locks it against other writers. */
export async function lockAppeal(tx: Transaction, id: number): Promise<AppealRecord> {
  const [row] = await tx.select().from(appeals).where(eq(appeals.id, id)).for('update')
  if (row === undefined) throw appealNotFound()
  return row
}

/** Locks an appeal and its action. Locks the action first, as every change of an action does. */
export async function lockWithAction(tx: Transaction, actions: AppealedActions, id: number) {
  const [known] = await tx.select().from(appeals).where(eq(appeals.id, id))
  if (known === undefined) throw appealNotFound()
  const action = await actions.lock(tx, known.family, known.actionId)
  return { row: await lockAppeal(tx, id), action }
}

/** Adds the action to each of these appeals with one query per family. Keeps the order. */
export async function knownActions(on: Db, actions: AppealedActions, rows: readonly AppealRecord[]) {
  const found = await Promise.all(
    FAMILIES.map((family) => {
      const ids = rows.flatMap((row) => (row.family === family ? row.actionId : []))
      return actions.findAll(on, family, ids)
    }),
  )
  const byKey = new Map(found.flat().map((action) => [`${action.family}-${action.id}`, action]))
  return rows.map((row) => ({ row, action: byKey.get(`${row.family}-${row.actionId}`) ?? null }))
}

/** Those of these actions that have an open appeal. */
export async function listWithOpenAppeal(db: Db, family: Family, ids: readonly number[]): Promise<number[]> {
  const rows = await db.select({ action: appeals.actionId }).from(appeals).where(isOpenOf(family, ids))
  return rows.map(({ action }) => action)
}

/**
 * Throws a 409 when the appeal was changed since the writer read it. `itemOf` reads the appeal as the writer may see
 * it.
 */
export async function checkVersion(row: AppealRecord, version: number, itemOf: () => Promise<unknown>): Promise<void> {
  if (row.version !== version) throw changedMeanwhile(await itemOf())
}

export function checkRoom(texts: number): void {
  if (texts >= MAX_TEXTS) throw new HttpError(409, 'too_many', msg('This appeal has reached its limit of messages.'))
}

/**
 * Those of these actions with an appeal that is open, that ended since this moment, or whose ban is still to be lifted
 * and did not end before this moment. `isLongerInGame` is an SQL condition: whether the action still runs in its game
 * at this moment although it was already shorter here when it was appealed.
 */
export async function listAppealedSince(
  db: Db,
  family: Family,
  ids: readonly number[],
  since: Date,
  isLongerInGame: (actionId: AnyPgColumn) => SQL,
): Promise<number[]> {
  const { actionId, state, snapshot, liftId, liftedAt, endedAt } = appeals
  const isNotOver = sql`coalesce((${snapshot} ->> 'endsAt')::timestamptz >= ${since}, true)`
  const keepsOut = or(isNotOver, isLongerInGame(actionId))
  const isWaiting = or(inArray(state, [...OPEN_STATES]), and(isNotNull(liftId), isNull(liftedAt), keepsOut))
  const rows = await db
    .select({ action: actionId })
    .from(appeals)
    .where(and(isOf(family, ids), or(isWaiting, gte(endedAt, since))))
  return rows.map(({ action }) => action)
}

/**
 * Deletes all appeals of these actions, which the same transaction deletes too. The public figures still count the
 * appeals. Returns the names of the appeals in inbox messages.
 */
export async function deleteAppealsOf(tx: Transaction, family: Family, ids: readonly number[]): Promise<string[]> {
  await saveFiguresOf(tx, isOf(family, ids))
  const deleted = await tx.delete(appeals).where(isOf(family, ids)).returning({ id: appeals.id })
  return deleted.flatMap(({ id }) => [targetOf({ id }), `given-appeals/${id}`])
}

const targetOf = ({ id }: { id: number }) => `appeals/${id}`

/** Whether an action was ever appealed. */
export const isAppealed = async (db: Db, family: Family, actionId: number): Promise<boolean> =>
  (await db.$count(appeals, isOf(family, [actionId]))) > 0

/** The IDs of the people who decided on appeals of an action. */
export async function listDeciders(db: Db, family: Family, actionId: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: appeals.deciderId })
    .from(appeals)
    .where(and(isOf(family, [actionId]), isNotNull(appeals.deciderId)))
  return rows.flatMap(({ id }) => id ?? [])
}

/** The actions on whose appeals this person decided. */
export async function listDecidedBy(db: Db, family: Family, personId: string): Promise<number[]> {
  const isTheirs = and(eq(appeals.family, family), eq(appeals.deciderId, personId))
  return (await db.selectDistinct({ id: appeals.actionId }).from(appeals).where(isTheirs)).map(({ id }) => id)
}

/** The id of the open appeal of an action. Null when there is none. */
export async function findOpenAppeal(db: Db, family: Family, actionId: number): Promise<number | null> {
  const [row] = await db
    .select({ id: appeals.id })
    .from(appeals)
    .where(isOpenOf(family, [actionId]))
  return row?.id ?? null
}

/** Whether one of these actions has an open appeal. */
export const hasOpenAppeal = async (db: Db, family: Family, actionIds: readonly number[]): Promise<boolean> =>
  (await db.$count(appeals, isOpenOf(family, actionIds))) > 0

/** A condition for the appeals of these actions. */
const isOf = (family: Family, actionIds: readonly number[]) =>
  and(eq(appeals.family, family), inArray(appeals.actionId, [...actionIds]))

const isOpenOf = (family: Family, actionIds: readonly number[]) =>
  and(isOf(family, actionIds), inArray(appeals.state, [...OPEN_STATES]))

const isOpenBy = (appellantId: string) =>
  and(eq(appeals.appellantId, appellantId), inArray(appeals.state, [...OPEN_STATES]))

/** How many appeals somebody has open. */
export const countOpenBy = (db: Db, appellantId: string): Promise<number> => db.$count(appeals, isOpenBy(appellantId))

/** Withdraws the open appeals of a person who was erased. `appellantId` is their pseudonym. */
export async function withdrawErased(tx: Db, appellantId: string, now: Date): Promise<AuditEntry[]> {
  const open = await tx.select().from(appeals).where(isOpenBy(appellantId)).for('update')
  const entries: AuditEntry[] = []
  for (const before of open) {
    const after = await replaceAppeal(tx, before, { state: 'withdrawn', endedAt: now })
    entries.push(entryOf('withdrawErasedAppeal', before, after))
  }
  return entries
}

/** Those of these player actions whose ban was lifted in txAdmin because of an appeal. */
export async function listLifted(on: Db, actionIds: readonly number[]): Promise<number[]> {
  const isOfThese = sql`${appeals.actionId} = any(${sql.param(actionIds)}::int[])`
  const rows = await on
    .select({ action: appeals.actionId })
    .from(appeals)
    .where(and(eq(appeals.family, 'players'), isNotNull(appeals.liftedAt), isOfThese))
  return rows.map(({ action }) => action)
}

export const isLifted = async (on: Db, actionId: number): Promise<boolean> =>
  (await listLifted(on, [actionId])).length > 0

/** A condition for the appeals of an action whose ban is still to be lifted in txAdmin. */
const isToLift = (family: Family, actionId: number) =>
  and(isOf(family, [actionId]), isNotNull(appeals.liftId), isNull(appeals.liftedAt))

/**
 * Updates the appeals of a revised action: a ban that is still to be lifted is to be lifted from another time on. Null
 * means that it is not to be lifted while the action stays as it is.
 */
export async function moveLiftOf(
  tx: Transaction,
  family: Family,
  actionId: number,
  from: Date | null,
): Promise<readonly Topic[]> {
  const moved = await tx
    .update(appeals)
    .set({ liftFrom: from, version: sql`${appeals.version} + 1` })
    .where(isToLift(family, actionId))
    .returning({ id: appeals.id })
  return moved.length === 0 ? [] : TOPICS
}

/**
 * Updates the appeals of a revoked action: a ban that was to be lifted later is to be lifted now, and an open appeal is
 * closed. `ban` is the action's id in txAdmin if somebody must still lift the ban there.
 */
export async function closeAppealOf(
  tx: Transaction,
  family: Family,
  actionId: number,
  now: Date,
  ban: string | null = null,
): Promise<Written> {
  const moved = await tx
    .update(appeals)
    // Without `ban` the game itself took the ban back.
    .set({
      ...(ban === null ? { liftId: null, liftFrom: null } : { liftFrom: now }),
      version: sql`${appeals.version} + 1`,
    })
    .where(and(isToLift(family, actionId), or(isNull(appeals.liftFrom), gt(appeals.liftFrom, now))))
    .returning({ id: appeals.id })
  const [before] = await tx
    .select()
    .from(appeals)
    .where(isOpenOf(family, [actionId]))
    .for('update')
  if (before === undefined) return { entries: [], topics: moved.length === 0 ? [] : TOPICS }
  const lift = ban === null || (await isLifted(tx, actionId)) ? null : { liftId: ban, liftFrom: now }
  const after = await replaceAppeal(tx, before, { state: 'closed', endedAt: now, ...lift })
  return { entries: [entryOf('closeAppeal', before, after)], topics: TOPICS }
}

/**
 * Writes the next version of a locked appeal. If it has a ban to lift, the ban is removed from earlier appeals of the
 * action, because the action has only one ban.
 */
export async function replaceAppeal(tx: Db, before: AppealRecord, set: Partial<AppealRecord>) {
  if (set.liftId != null) {
    await tx
      .update(appeals)
      .set({ liftId: null, liftFrom: null, version: sql`${appeals.version} + 1` })
      .where(and(isToLift(before.family, before.actionId), ne(appeals.id, before.id)))
  }
  const [after] = await tx
    .update(appeals)
    .set({ ...set, version: before.version + 1 })
    .where(eq(appeals.id, before.id))
    .returning()
  if (after === undefined) throw appealNotFound()
  return after
}

/** The audit entry of an appeal. It records the people, the action and the state, and no text that anybody wrote. */
export function entryOf(action: string, before: AppealRecord | null, after: AppealRecord): AuditEntry {
  const logged = (row: AppealRecord) => ({
    user: row.appellantId,
    user_name: row.appellantName,
    // The inbox reads this to tell the issuer about the appeal.
    issuer: row.issuerId,
    family: row.family,
    action: row.actionId,
    state: row.state,
    outcome: row.outcome,
    ended_by: row.endedBy,
    decided_as: row.decidedAs,
    said_not_issuer: row.saidNotIssuer,
    issuer_reduced: isoOf(row.issuerReducedAt),
  })
  const entry = { action, target: targetOf(after), after: asJson(logged(after)) }
  return before === null ? entry : { ...entry, before: asJson(logged(before)) }
}

const isoOf = (at: Date | null) => at?.toISOString() ?? null

/** The fields of an action that lists contain. */
export const factsOf = ({ type, date, reason, endsAt, points, isRevoked }: Facts): AppealedFacts => ({
  ...{ type, date: date.toISOString(), reason, endsAt: isoOf(endsAt), points, isRevoked },
})

type Facts = Pick<KnownAction, 'type' | 'date' | 'reason' | 'endsAt' | 'points' | 'isRevoked'>

/** The fields of the kept action that lists contain. */
export const snapshotFactsOf = ({ snapshot: { offences: _, ...facts } }: AppealRecord): AppealedFacts => facts

/** The copy of an action for an appeal that is filed now. */
export const snapshotForAppeal = (
  action: KnownAction,
  offences: readonly KnownOffence[],
): AppealRecord['snapshot'] => ({
  ...factsOf(action),
  offences: offences.map(({ name, text, rule, today }) => {
    const kept = { name, text, rule }
    return { ...kept, appealed: isDeepStrictEqual(kept, today) ? null : today }
  }),
})

/** The action as the appeal kept it, and as it is now. `today` is null when the action no longer exists. */
export async function readAction(
  on: Db,
  actions: Pick<AppealedActions, 'listOffences'>,
  { snapshot }: Pick<AppealRecord, 'snapshot'>,
  action: KnownAction | null,
) {
  const offences = action === null ? [] : await actions.listOffences(on, action)
  return { snapshot: snapshotOf(snapshot, offences), today: action && todayOf(action, offences) }
}

/** An action with its offences as the catalogue and the rules describe them now. */
export const todayOf = (action: KnownAction, offences: readonly KnownOffence[]): AppealedAction => ({
  ...factsOf(action),
  offences: offences.map(({ today }) => today),
})

/** The action as an appeal kept it. Appeals from before links were kept get the links of the action. */
export const snapshotOf = (
  snapshot: AppealRecord['snapshot'],
  known: readonly Pick<KnownOffence, 'rule'>[],
): AppealSnapshot => ({
  ...snapshot,
  offences: snapshot.offences.map(({ appealed, ...kept }, place) => {
    const { rule = linkOf(known[place]?.rule) } = kept
    if (appealed === undefined) return { ...kept, rule: linkOf(rule), appealed: { ...kept, rule } }
    return { ...kept, rule, appealed: appealed ?? { ...kept, rule } }
  }),
})

/** A rule of which only the address is known. */
const linkOf = (rule: AppealedOffence['rule'] | undefined) => (rule == null ? null : { ...rule, passage: null })

/** The fields of an appeal that everybody who may read it sees. */
export function commonOf(row: AppealRecord, terms: AppealTerms, now: Date) {
  const state = stateAt(row, now)
  return {
    id: row.id,
    version: row.version,
    family: row.family,
    action: row.actionId,
    state,
    filedAt: row.filedAt.toISOString(),
    dueAt: dueAt(row.filedAt, terms).toISOString(),
    issuerUntil: isoOf(row.issuerUntil),
    reviewSince: state === 'in_review' ? isoOf(row.reviewFrom) : null,
    outcome: row.outcome,
    endedAt: isoOf(row.endedAt),
    endedBy: row.endedBy,
    decidedAs: row.decidedAs,
    issuerReduction:
      row.issuerReducedAt === null || row.issuerMessage === null
        ? null
        : { at: row.issuerReducedAt.toISOString(), message: row.issuerMessage },
  }
}

/**
 * The ban that somebody must lift in txAdmin, or has lifted there. Null when it ended there by itself, or will do so
 * before it is to be lifted.
 */
export function liftTaskOf({ liftId, liftFrom, liftedAt }: AppealRecord, action: KnownAction | null, now: Date) {
  if (liftId === null || liftFrom === null) return null
  const endsAt = action?.endsInGame ?? null
  if (liftedAt === null && endsAt !== null && (endsAt <= now || endsAt <= liftFrom)) return null
  return { id: liftId, from: liftFrom.toISOString(), doneAt: isoOf(liftedAt) }
}

/**
 * The people who are involved in an appeal, by the current state of the action. It can still be approved and revised
 * while its appeal is open.
 */
export const partiesOf = (row: AppealRecord, action: KnownAction | null, { rankOf }: Deciders): Parties => {
  const issuer = action?.issuer.isPerson === true ? action.issuer.id : row.issuerId
  const until = row.endedAt?.getTime() ?? Number.POSITIVE_INFINITY
  const revisions = (action?.revisions ?? []).filter(({ at }) => at.getTime() <= until)
  const approver = action?.approver ?? row.approverId
  return {
    appellant: row.appellantId,
    issuer: { id: issuer, rank: higher(row.issuerRank, rankOf(issuer)) },
    importer: action?.importer ?? null,
    approvers: approversOf({ approver, revisions }),
    revisers: revisions.map(({ by }) => by).filter((by) => by !== row.deciderId),
    namesakes: action?.namesakes ?? [],
    linked: action?.linked ?? [],
    witnesses: (action?.evidence ?? []).filter(({ at }) => at <= row.filedAt).map(({ by }) => by),
  }
}

const approversOf = ({ approver, revisions }: Pick<KnownAction, 'approver' | 'revisions'>) =>
  [approver, ...revisions.map((revision) => revision.approver)].filter((id) => id !== null)

/** The higher of two positions. An issuer who lost or gained a position since the appeal counts with the higher one. */
const higher = (a: Rank, b: Rank): Rank => (a === null ? b : b === null ? a : Math.min(a, b))

/** Whether an issuer is a Discord account. False for the game server, a name in a file and a person who was erased. */
export const isAccount = (issuerId: string) => /^\d{17,20}$/.test(issuerId) && !isErased(issuerId)

/** Who would decide if the action were appealed now. */
export const deciderRoleForAction = (
  action: KnownAction,
  deciders: Deciders,
  ranksAbove: number,
): DeciderRoleOrNobody =>
  bestDeciderRole(
    {
      appellant: action.user.id,
      issuer: { id: action.issuer.id, rank: deciders.rankOf(action.issuer.id) },
      importer: action.importer,
      approvers: approversOf(action),
      revisers: action.revisions.map(({ by }) => by),
      namesakes: action.namesakes,
      linked: action.linked,
      witnesses: action.evidence.map(({ by }) => by),
    },
    deciders.people,
    ranksAbove,
  )

/** Who would decide on an open appeal now. Null once the appeal has ended. */
export const deciderRoleForAppeal = (
  row: AppealRecord,
  action: KnownAction | null,
  deciders: Deciders,
): DeciderRoleOrNobody | null =>
  row.endedAt === null ? bestDeciderRole(partiesOf(row, action, deciders), deciders.people, row.ranksAbove) : null

export function statementOf({ statement, statementAt }: AppealRecord) {
  return statement === null || statementAt === null ? null : { at: statementAt.toISOString(), text: statement }
}

export async function readMessages(db: Db, appealId: number): Promise<AppellantMessage[]> {
  const rows = await db
    .select()
    .from(appealMessages)
    .where(eq(appealMessages.appealId, appealId))
    .orderBy(appealMessages.id)
  return rows.map(({ at, isFromAppellant, text }) => {
    return { audience: 'appellant', at: at.toISOString(), isFromAppellant, text }
  })
}

import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, gte, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { AuditEntry } from '#features/audit/contract.ts'
import { type Audit, asJson, type Change } from '#features/audit/server/store.ts'
import type { Member } from '#lib/access.ts'
import { isErased } from '#lib/discord-id.ts'
import { msg } from '#lib/messages.ts'
import type { Topic } from '#lib/topics.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { changedMeanwhile, HttpError, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import type { AppellantMessage } from '../contract.ts'
import { type Deciding, decidingOf, type Holder, type Parties, type Rank } from '../independence-rules.ts'
import { type AppealTerms, dueAt, FAMILIES, type Family, type OffenceTerms, OPEN_STATES, stateAt } from '../rules.ts'
import type { AppealedAction, AppealedFacts, AppealedOffence, AppealSnapshot } from '../snapshot-contract.ts'
import { keepDecided } from './figure-store.ts'
import { appealMessages, appeals } from './tables.ts'

export type AppealRecord = typeof appeals.$inferSelect

/**
 * For what an action was given, as the catalogue and the rules said it then; `today` is what they say now. Of an offence
 * that is retired it is what was said then, with the rule that stands now where that stood.
 */
export type KnownOffence = Omit<AppealedOffence, 'isRetired'> & { appeal: OffenceTerms; today: AppealedOffence }

/** An action as the records of actions give it. */
export interface KnownAction {
  family: Family
  id: number
  version: number
  date: Date
  user: { id: string; name: string }
  issuer: { id: string; name: string; isPerson: boolean }
  /** Where only a name is known of who gave it: the accounts that gave other actions under that name. */
  namesakes: readonly string[]
  /** Accounts that may belong to the person it is about. */
  linked: readonly string[]
  /** Who added evidence of it when. */
  evidence: readonly { by: string; at: Date }[]
  /** Who brought it in a file. */
  importer: string | null
  approver: string | null
  /** `approver`: who had approved what was revised. */
  revisions: readonly { by: string; at: Date; approver: string | null }[]
  type: string
  reason: string | null
  endsAt: Date | null
  points: number
  isRevoked: boolean
  isShown: boolean
  txadminBan: string | null
  /** When it ends in its game, which hears of no revision; null where it does not. */
  endsInGame: Date | null
}

type Author = By & { actor: Member }
type Written = { entries: AuditEntry[]; topics: readonly Topic[] }
type ActionKey = Pick<KnownAction, 'family' | 'id'>

/** What appeals do with actions, each within the transaction of the appeal. */
export interface AppealedActions {
  find(db: Db, family: Family, id: number): Promise<KnownAction | null>
  /** Several of one family, those that there are. */
  findAll(db: Db, family: Family, ids: readonly number[]): Promise<KnownAction[]>
  /** The same, which nobody else writes meanwhile. */
  lock(tx: Transaction, family: Family, id: number): Promise<KnownAction | null>
  /** All that somebody may see of themselves; `terms` is what each offence says of appeals. */
  listOf(userId: string): Promise<(KnownAction & { terms: readonly OffenceTerms[] })[]>
  /** What an action was given for: read only where an appeal is shown or filed, since rules may be long. */
  listOffences(on: Db, action: ActionKey): Promise<KnownOffence[]>
  revoke(tx: Transaction, by: Author, action: ActionKey, why: string): Promise<Written>
  reduce(
    tx: Transaction,
    by: Author,
    action: ActionKey,
    less: { type?: string | undefined; ends_at?: string | undefined; points?: number | undefined },
    why: string,
  ): Promise<Written>
  /** The types below another one that somebody may give. */
  lighterTypes(actor: Member, family: Family, type: string): string[]
  /** Whether an action of this type keeps somebody out of the game. */
  isBan(type: string): boolean
}

/** Who may decide on appeals now, and where anybody stands. */
export interface Deciders {
  rankOf(id: string): Rank
  holders: readonly Holder[]
}

export interface AppealStoreDeps {
  database: Database
  audit: Audit
  clock: () => Date
  appealTerms: AppealTerms
  appealedActions: AppealedActions
  deciders: () => Promise<Deciders>
  /** Whether an issuer could give a statement now. */
  canAnswer: (on: Db, id: string) => Promise<boolean>
}

/** A change that needs to know who may decide: that is read before it, since its transaction keeps others waiting. */
export const changeWithDeciders =
  ({ audit, deciders }: Pick<AppealStoreDeps, 'audit' | 'deciders'>) =>
  async <B extends By, T>(by: B, work: (tx: Transaction, deciders: Deciders) => Promise<Change<T>>): Promise<T> => {
    const now = await deciders()
    return audit.change(by, (tx) => work(tx, now))
  }

export const TOPICS = ['appeals', 'given-appeals', 'my-appeals'] as const
/** So many messages and so many comments one appeal may have. */
const MAX_TEXTS = 100

export const gone = () => notFound(msg('There is no such appeal.'))

export const ended = () => new HttpError(409, 'appeal_ended', msg('This appeal is closed.'))

/** An appeal that is about to be written; nobody else writes it meanwhile. */
export async function lockAppeal(tx: Transaction, id: number): Promise<AppealRecord> {
  const [row] = await tx.select().from(appeals).where(eq(appeals.id, id)).for('update')
  if (row === undefined) throw gone()
  return row
}

/** An appeal that is about to be written, with its action; the action is locked first, as by every change of it. */
export async function lockWithAction(tx: Transaction, actions: AppealedActions, id: number) {
  const [known] = await tx.select().from(appeals).where(eq(appeals.id, id))
  if (known === undefined) throw gone()
  const action = await actions.lock(tx, known.family, known.actionId)
  return { row: await lockAppeal(tx, id), action }
}

/** These appeals in their order, each with its action; one query for each family. */
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

/** Of these actions those that have an open appeal. */
export async function findAppealed(db: Db, family: Family, ids: readonly number[]): Promise<number[]> {
  const isOfThese = and(eq(appeals.family, family), inArray(appeals.actionId, [...ids]))
  const rows = await db
    .select({ action: appeals.actionId })
    .from(appeals)
    .where(and(isOfThese, inArray(appeals.state, [...OPEN_STATES])))
  return rows.map(({ action }) => action)
}

/** Refuses to write over what somebody else wrote meanwhile; `itemOf` reads the appeal as the writer may see it. */
export async function checkVersion(row: AppealRecord, version: number, itemOf: () => Promise<unknown>): Promise<void> {
  if (row.version !== version) throw changedMeanwhile(await itemOf())
}

export function checkRoom(texts: number): void {
  if (texts >= MAX_TEXTS) throw new HttpError(409, 'too_many', msg('This appeal has reached its limit of messages.'))
}

/**
 * Of these actions those with an appeal that is open, has a ban to lift that did not end before this moment, or ended since.
 * `isLongerInGame`: whether an action does not end in its game before this moment, as it was shorter here when it was appealed.
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
    .where(and(eq(appeals.family, family), inArray(actionId, [...ids]), or(isWaiting, gte(endedAt, since))))
  return rows.map(({ action }) => action)
}

/**
 * Deletes all appeals of these actions, which go in the same transaction; the public figures go on to count them. Answers
 * by what inboxes know them.
 */
export async function deleteAppealsOf(tx: Transaction, family: Family, ids: readonly number[]): Promise<string[]> {
  const isOfThese = and(eq(appeals.family, family), inArray(appeals.actionId, [...ids]))
  await keepDecided(tx, isOfThese)
  const deleted = await tx.delete(appeals).where(isOfThese).returning({ id: appeals.id })
  return deleted.flatMap(({ id }) => [targetOf({ id }), `given-appeals/${id}`])
}

const targetOf = ({ id }: { id: number }) => `appeals/${id}`

/** Whether an action was ever appealed. */
export const isAppealed = async (db: Db, family: Family, actionId: number): Promise<boolean> =>
  (await db.$count(appeals, and(eq(appeals.family, family), eq(appeals.actionId, actionId)))) > 0

/** Who decided on appeals of an action. */
export async function listDeciders(db: Db, family: Family, actionId: number): Promise<string[]> {
  const isOfThis = and(eq(appeals.family, family), eq(appeals.actionId, actionId), isNotNull(appeals.deciderId))
  const rows = await db.selectDistinct({ id: appeals.deciderId }).from(appeals).where(isOfThis)
  return rows.flatMap(({ id }) => id ?? [])
}

/** On appeals of which actions somebody decided. */
export async function listDecidedBy(db: Db, family: Family, personId: string): Promise<number[]> {
  const isTheirs = and(eq(appeals.family, family), eq(appeals.deciderId, personId))
  return (await db.selectDistinct({ id: appeals.actionId }).from(appeals).where(isTheirs)).map(({ id }) => id)
}

/** The open appeal of an action; null where there is none. */
export async function findOpenAppeal(db: Db, family: Family, actionId: number): Promise<number | null> {
  const [row] = await db.select({ id: appeals.id }).from(appeals).where(isOpenOf(family, actionId))
  return row?.id ?? null
}

/** Whether an appeal of one of these actions is open. */
export const areAppealed = async (db: Db, family: Family, actionIds: readonly number[]): Promise<boolean> => {
  const { actionId, state } = appeals
  const isOpen = and(eq(appeals.family, family), inArray(actionId, [...actionIds]), inArray(state, [...OPEN_STATES]))
  return (await db.$count(appeals, isOpen)) > 0
}

const isOpenOf = (family: Family, actionId: number) =>
  and(eq(appeals.family, family), eq(appeals.actionId, actionId), inArray(appeals.state, [...OPEN_STATES]))

const isOpenBy = (appellantId: string) =>
  and(eq(appeals.appellantId, appellantId), inArray(appeals.state, [...OPEN_STATES]))

/** How many appeals somebody has open. */
export const countOpenBy = (db: Db, appellantId: string): Promise<number> => db.$count(appeals, isOpenBy(appellantId))

/** Withdraws what somebody who was erased, and who is known by a pseudonym now, had open. */
export async function withdrawErased(tx: Db, appellantId: string, now: Date): Promise<AuditEntry[]> {
  const open = await tx.select().from(appeals).where(isOpenBy(appellantId)).for('update')
  const entries: AuditEntry[] = []
  for (const before of open) {
    const after = await replaceAppeal(tx, before, { state: 'withdrawn', endedAt: now })
    entries.push(entryOf('withdrawErasedAppeal', before, after))
  }
  return entries
}

/** Of these player actions those that an appeal made less and that are lifted in txAdmin since. */
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

/** The bans of an action that nobody has lifted in txAdmin yet. */
const isToLift = (family: Family, actionId: number) =>
  and(eq(appeals.family, family), eq(appeals.actionId, actionId), isNotNull(appeals.liftId), isNull(appeals.liftedAt))

/**
 * What follows for its appeals when an action was revised: what is still to be lifted is to be lifted from another day on;
 * null: not as long as the action stays as it is.
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
 * What follows for its appeals when an action was revoked: what was to be lifted later is to be lifted now, and of an open
 * one there is nothing left to decide. `ban`: its id in txAdmin, where that still holds it, so that somebody must lift it
 * there.
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
    // Without a ban there it was the game that took it back.
    .set({
      ...(ban === null ? { liftId: null, liftFrom: null } : { liftFrom: now }),
      version: sql`${appeals.version} + 1`,
    })
    .where(and(isToLift(family, actionId), or(isNull(appeals.liftFrom), gt(appeals.liftFrom, now))))
    .returning({ id: appeals.id })
  const [before] = await tx.select().from(appeals).where(isOpenOf(family, actionId)).for('update')
  if (before === undefined) return { entries: [], topics: moved.length === 0 ? [] : TOPICS }
  const lift = ban === null || (await isLifted(tx, actionId)) ? null : { liftId: ban, liftFrom: now }
  const after = await replaceAppeal(tx, before, { state: 'closed', endedAt: now, ...lift })
  return { entries: [entryOf('closeAppeal', before, after)], topics: TOPICS }
}

/**
 * Writes the next version of a locked appeal. A ban that it says is to be lifted is no longer to be lifted as an earlier
 * appeal of the action said: there is one ban.
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
  if (after === undefined) throw gone()
  return after
}

/** What the audit log keeps of an appeal: whose, of what and whom, and how it stands; nothing that anybody wrote. */
export function entryOf(action: string, before: AppealRecord | null, after: AppealRecord): AuditEntry {
  const said = (row: AppealRecord) => ({
    user: row.appellantId,
    user_name: row.appellantName,
    // Who gave the action is told of its appeal.
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
  const entry = { action, target: targetOf(after), after: asJson(said(after)) }
  return before === null ? entry : { ...entry, before: asJson(said(before)) }
}

const isoOf = (at: Date | null) => at?.toISOString() ?? null

/** An action as lists have it. */
export const factsOf = ({ type, date, reason, endsAt, points, isRevoked }: Facts): AppealedFacts => ({
  ...{ type, date: date.toISOString(), reason, endsAt: isoOf(endsAt), points, isRevoked },
})

type Facts = Pick<KnownAction, 'type' | 'date' | 'reason' | 'endsAt' | 'points' | 'isRevoked'>

/** What lists have of a kept action. */
export const keptFactsOf = ({ snapshot: { offences: _, ...facts } }: AppealRecord): AppealedFacts => facts

/** An action as an appeal keeps it that is filed now. */
export const keptOf = (action: KnownAction, offences: readonly KnownOffence[]): AppealRecord['snapshot'] => ({
  ...factsOf(action),
  offences: offences.map(({ name, text, rule, today }) => {
    const kept = { name, text, rule }
    return { ...kept, appealed: isDeepStrictEqual(kept, today) ? null : today }
  }),
})

/** The action as an appeal kept it, and as it is; `today` is null where it is no longer there. */
export async function readAction(
  on: Db,
  actions: Pick<AppealedActions, 'listOffences'>,
  { snapshot }: Pick<AppealRecord, 'snapshot'>,
  action: KnownAction | null,
) {
  const offences = action === null ? [] : await actions.listOffences(on, action)
  return { snapshot: snapshotOf(snapshot, offences), today: action && todayOf(action, offences) }
}

/** An action with its offences as the catalogue and the rules say them now. */
export const todayOf = (action: KnownAction, offences: readonly KnownOffence[]): AppealedAction => ({
  ...factsOf(action),
  offences: offences.map(({ today }) => today),
})

/** What an appeal kept. One from before links were kept has those of the action. */
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

/** A rule of which is known only where it stood. */
const linkOf = (rule: AppealedOffence['rule'] | undefined) => (rule == null ? null : { ...rule, passage: null })

/** What everybody who may read an appeal reads of it. */
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
 * The ban that somebody must lift in txAdmin, or has lifted: null once it ended there by itself, or where it does so before it
 * is to be lifted.
 */
export function liftTaskOf({ liftId, liftFrom, liftedAt }: AppealRecord, action: KnownAction | null, now: Date) {
  if (liftId === null || liftFrom === null) return null
  const endsAt = action?.endsInGame ?? null
  if (liftedAt === null && endsAt !== null && (endsAt <= now || endsAt <= liftFrom)) return null
  return { id: liftId, from: liftFrom.toISOString(), doneAt: isoOf(liftedAt) }
}

/** Whom an appeal concerns, as the action is now: it can be approved and revised while an appeal of it is open. */
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

/** Anyone who lost a position since is still above those who stood below; the person who won one is, too. */
const higher = (a: Rank, b: Rank): Rank => (a === null ? b : b === null ? a : Math.min(a, b))

/** Whether an issuer is a Discord account, not the game server, a name in a file or a person who was erased. */
export const isAccount = (issuerId: string) => /^\d{17,20}$/.test(issuerId) && !isErased(issuerId)

/** Who would decide on an action that is not appealed yet. */
export const decidingOfAction = (action: KnownAction, deciders: Deciders, ranksAbove: number): Deciding =>
  decidingOf(
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
    deciders.holders,
    ranksAbove,
  )

/** Who would decide on an open appeal now; null once it has ended. */
export const decidingOfAppeal = (row: AppealRecord, action: KnownAction | null, deciders: Deciders): Deciding | null =>
  row.endedAt === null ? decidingOf(partiesOf(row, action, deciders), deciders.holders, row.ranksAbove) : null

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

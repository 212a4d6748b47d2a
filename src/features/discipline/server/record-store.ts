import { eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { Written } from '#features/audit/server/store.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'
import type { Topic } from '#lib/topics.ts'
import type { Db, Transaction } from '#server/database/database.ts'
import { invalid, notFound } from '#server/http/http-error.ts'
import { wasInForce } from '../approval-rules.ts'
import type { DaEntry, DaRevision } from '../contract.ts'
import { type BanTypes, isBan } from '../game-rules.ts'
import { type ActionFields, type Denied, dateProblem, shownTo } from '../rules.ts'
import { type ActionType, isBetweenStaff } from '../type-rules.ts'
import type { Issuer } from './issuer-store.ts'
import { accountsLinkedTo } from './subject-store.ts'
import {
  type ActionTable,
  actionOffences,
  disciplinaryActions,
  disciplinaryRevisions,
  type SharedColumn,
} from './tables.ts'

/** The storage of an action: one row for the action, and one more for each revision. */
const { search: _search, userKey: _userKey, adminKey: _adminKey, ...shown } = getTableColumns(disciplinaryActions)
/** The columns that are read of an action. The others only serve to find it. */
export const columns = shown
type StaffRow = Pick<typeof disciplinaryActions.$inferSelect, keyof typeof columns>

/** The columns that both families have. */
export type ActionRow = Pick<StaffRow, SharedColumn>
type NewAction = Pick<typeof disciplinaryActions.$inferInsert, Exclude<SharedColumn, 'id'>>

/** One family of actions: its tables, and what differs between the families. */
export interface ActionRecord<R extends ActionRow = ActionRow, E extends DaEntry = DaEntry> {
  family: 'staff' | 'players'
  /** The name of the list, with which the audit log names each action. */
  list: 'staff-da' | 'player-actions'
  topics: readonly Topic[]
  actions: ActionTable
  revisions: typeof disciplinaryRevisions
  offences: typeof actionOffences
  /** `isLocked`: nobody else writes the row until the transaction ends. */
  find(on: Db | Transaction, id: number, isLocked?: boolean): Promise<R | undefined>
  listRows(db: Db, where: SQL | undefined, order: readonly SQL[], limit?: number): Promise<R[]>
  insert(tx: Transaction, values: NewAction): Promise<R | undefined>
  update(tx: Transaction, id: number, set: Partial<ActionRow>): Promise<R | undefined>
  entryOf(row: R): E
  /**
   * True unless the action came from the game or a file of another program. The person is then told of it even without
   * an external reason.
   */
  isGivenHere(row: R): boolean
  /** The id of the action in txAdmin. Null when it does not come from there. */
  txadminId(row: R): string | null
  /** The issuers, by the id of the action, of those actions whose issuer has a name but no account. */
  issuersOf(on: Db, rows: readonly R[]): Promise<ReadonlyMap<number, Issuer>>
  /** Makes sure that the record knows the person, before the action is written. */
  knowPerson(tx: Transaction, about: { user: string; user_name: string }): Promise<void>
}

/** The maximum number of rows of one call. */
export const MAX_LISTED = 1000

export const STAFF_RECORD: ActionRecord<StaffRow> = {
  ...{ family: 'staff', list: 'staff-da', topics: ['staff-da'] },
  ...{ actions: disciplinaryActions, revisions: disciplinaryRevisions, offences: actionOffences },
  find: async (on, id, isLocked = false) => {
    const query = on.select(columns).from(disciplinaryActions).where(eq(disciplinaryActions.id, id))
    return (await (isLocked ? query.for('update') : query))[0]
  },
  listRows: (db, where, order, limit = MAX_LISTED) =>
    db
      .select(columns)
      .from(disciplinaryActions)
      .where(where)
      .orderBy(...order)
      .limit(limit),
  insert: async (tx, values) => (await tx.insert(disciplinaryActions).values(values).returning(columns))[0],
  update: async (tx, id, set) => {
    const update = tx.update(disciplinaryActions).set(set).where(eq(disciplinaryActions.id, id))
    return (await update.returning(columns))[0]
  },
  entryOf,
  isGivenHere: () => true,
  txadminId: () => null,
  issuersOf: () => Promise.resolve(new Map()),
  knowPerson: () => Promise.resolve(),
}

/** What actions need to know about their appeals. */
export interface ActionAppeals {
  /** The people who decided on appeals of an action. */
  listDeciders(db: Db, family: ActionRecord['family'], id: number): Promise<string[]>
  /** The actions on whose appeals a person decided. */
  listDecidedBy(db: Db, family: ActionRecord['family'], personId: string): Promise<number[]>
  /** The open appeal of an action. Null when there is none. */
  findOpen(db: Db, family: ActionRecord['family'], id: number): Promise<number | null>
  /**
   * Updates the appeals of a revoked action, in the same transaction. `ban`: its id in txAdmin, when txAdmin still has
   * the ban.
   */
  closeOf(tx: Transaction, family: ActionRecord['family'], id: number, now: Date, ban?: string | null): Promise<Written>
  /**
   * Updates the appeals of a revised action, in the same transaction: its ban must be lifted in txAdmin from another
   * moment on, or not at all (null).
   */
  moveLiftOf(tx: Transaction, family: ActionRecord['family'], id: number, from: Date | null): Promise<readonly Topic[]>
  /**
   * Updates the appeals of a player action that was lifted in its game, in the same transaction. Null when no appeal
   * asked for that. `from`: the time from which it was to be lifted.
   */
  onLifted(tx: Transaction, id: number, now: Date): Promise<(Written & { from: Date }) | null>
  /** Those of these player actions that were lifted in their game because of an appeal. */
  listLifted(db: Db, ids: readonly number[]): Promise<number[]>
}

export const actionNotFound = () => notFound(msg('There is no such action.'))

/**
 * The txAdmin id of a ban, even when the action is no longer a ban here, because txAdmin does not learn of revisions.
 * Null for every other action. `revisions`: those of the action, the first one first.
 */
export const txadminBanOf = <R extends ActionRow>(
  { txadminId }: Pick<ActionRecord<R>, 'txadminId'>,
  row: R,
  [first]: readonly { type: string }[],
  gameTypes: BanTypes,
) => (isBan((first ?? row).type, gameTypes) ? txadminId(row) : null)

/** The same, with a query for the revisions. */
export async function findTxadminBan<R extends ActionRow>(
  on: Db,
  record: Pick<ActionRecord<R>, 'txadminId' | 'revisions'>,
  row: R,
  gameTypes: BanTypes,
) {
  const { actionId, type, version } = record.revisions
  const query = on.select({ type }).from(record.revisions).where(eq(actionId, row.id))
  return txadminBanOf(record, row, await query.orderBy(version).limit(1), gameTypes)
}

export const targetOf = ({ list }: Pick<ActionRecord, 'list'>, { id }: { id: number }) => `${list}/${id}`

/** The messages for people who may not do something. */
export const MESSAGES: Record<Exclude<Denied, 'revoked'>, PlainMessage> = {
  'about-you': msg('This action is about you. Somebody else must do this.'),
  linked: msg('Your account shares a game licence with theirs. Somebody else must do this.'),
  'not-author': msg('Only its author, within 24 hours, or management may change this action.'),
  'too-late': msg('More than 24 hours have passed. Only management may revise this action now.'),
}

export function checkDate(date: Date, now: Date): void {
  const problem = dateProblem(date, now)
  if (problem !== null) throw invalid({ date: problem })
}

/**
 * Whether a person may know of an action. Of actions against themselves, only those that were in force and are not
 * between staff.
 */
export const mayKnowOf = (actor: { id: string }, row: ActionRow, types: readonly ActionType[]) =>
  row.userId !== actor.id || (wasInForce(row) && !isBetweenStaff(row, types))

/**
 * Finds and locks an action that is about to be written. Throws `actionNotFound` when there is none or the reader may
 * not know of it.
 */
export async function lockAction<R extends ActionRow>(
  tx: Transaction,
  record: Pick<ActionRecord<R>, 'find'>,
  id: number,
  reader?: { actor: { id: string }; types: readonly ActionType[] },
): Promise<R> {
  const row = await record.find(tx, id, true)
  if (row === undefined || (reader !== undefined && !mayKnowOf(reader.actor, row, reader.types))) throw actionNotFound()
  return row
}

/** Keeps the version of an action that is about to be replaced. */
export async function saveRevision(
  tx: Transaction,
  { revisions }: Pick<ActionRecord, 'revisions'>,
  before: ActionRow,
  revision: { at: Date; byId: string; byName: string; why: string },
): Promise<void> {
  const { id: actionId, version, acknowledgedAt, approverId } = before
  await tx
    .insert(revisions)
    .values({ actionId, version, ...revision, ...valuesOf(fieldsOf(before)), acknowledgedAt, approverId })
}

/** Writes the next version of an action. The transaction has locked the action. */
export async function replaceAction<R extends ActionRow>(
  tx: Transaction,
  record: Pick<ActionRecord<R>, 'update'>,
  before: R,
  set: Partial<ActionRow>,
): Promise<R> {
  const after = await record.update(tx, before.id, { ...set, version: before.version + 1 })
  if (after === undefined) throw actionNotFound()
  return after
}

/**
 * An action as a person reads it. When it is about them, the reasons for a revocation and a rejection are hidden too.
 */
export function entryShownTo<E extends DaEntry>(actor: { id: string }, entry: E): E {
  const shown = shownTo(actor, entry)
  if (entry.user !== actor.id) return shown
  return {
    ...shown,
    revoked: entry.revoked && { ...entry.revoked, why: null },
    approval: entry.approval && { ...entry.approval, why: null },
  }
}

export function entryOf(row: ActionRow & { gameEvent: string | null }): DaEntry {
  const { revokedAt, revokedById, revokedByName, outcome, revokedWhy } = row
  const isRevoked = revokedAt !== null
  return {
    id: row.id,
    version: row.version,
    ...fieldsOf(row),
    admin: row.adminId,
    admin_name: row.adminName,
    is_revised: row.version > 1 + Number(isRevoked) + Number(row.approval === 'approved'),
    is_from_game: row.gameEvent !== null,
    revoked:
      isRevoked && revokedById !== null && revokedByName !== null && outcome !== null && revokedWhy !== null
        ? { at: revokedAt.toISOString(), by: revokedById, by_name: revokedByName, outcome, why: revokedWhy }
        : null,
    acknowledged_at: textOf(row.acknowledgedAt),
    approval: row.approval && {
      state: row.approval,
      due_at: textOf(row.approvalDueAt),
      at: textOf(row.approvalAt),
      by: row.approverId,
      by_name: row.approverName,
      why: row.approvalWhy,
    },
  }
}

const textOf = (moment: Date | null) => moment?.toISOString() ?? null

type FieldColumn = 'date' | 'userId' | 'userName' | 'type' | 'internalReason' | 'externalReason'

export function fieldsOf(row: Pick<ActionRow, FieldColumn | 'endsAt' | 'points' | 'pointsEndAt'>): ActionFields {
  return {
    date: row.date.toISOString(),
    user: row.userId,
    user_name: row.userName,
    type: row.type,
    internal_reason: row.internalReason,
    external_reason: row.externalReason,
    ends_at: textOf(row.endsAt),
    points: row.points,
    points_end_at: textOf(row.pointsEndAt),
  }
}

const dateOf = (moment: string | null) => (moment === null ? null : new Date(moment))

export function valuesOf(fields: ActionFields) {
  return {
    date: new Date(fields.date),
    userId: fields.user,
    userName: fields.user_name,
    type: fields.type,
    internalReason: fields.internal_reason,
    externalReason: fields.external_reason,
    endsAt: dateOf(fields.ends_at),
    points: fields.points,
    pointsEndAt: dateOf(fields.points_end_at),
  }
}

/** The fields that the rules check before somebody changes an action. */
export async function stateOf(on: Db | Transaction, { userId, adminId, importerId, loggedAt, revokedAt }: ActionRow) {
  const linked = await accountsLinkedTo(on, userId)
  return { user: userId, linked, admin: adminId, importer: importerId, loggedAt, isRevoked: revokedAt !== null }
}

export function revisionOf(row: typeof disciplinaryRevisions.$inferSelect): DaRevision {
  const { version, at, byId, byName, why } = row
  const acknowledged_at = textOf(row.acknowledgedAt)
  return { version, at: at.toISOString(), by: byId, by_name: byName, why, was: fieldsOf(row), acknowledged_at }
}

import { eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { Change } from '#features/audit/server/store.ts'
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

/** How an action lies in its tables: a row of its own, and one more for each revision. */
const { search: _search, userKey: _userKey, adminKey: _adminKey, ...shown } = getTableColumns(disciplinaryActions)
/** What is read of an action; the other columns are for finding it. */
export const columns = shown
type StaffRow = Pick<typeof disciplinaryActions.$inferSelect, keyof typeof columns>

/** What both families keep of an action. */
export type ActionRow = Pick<StaffRow, SharedColumn>
type NewAction = Pick<typeof disciplinaryActions.$inferInsert, Exclude<SharedColumn, 'id'>>

/** One family of actions: where they lie, and what differs in the other. */
export interface ActionRecord<R extends ActionRow = ActionRow, E extends DaEntry = DaEntry> {
  family: 'staff' | 'players'
  /** Its list, by which the audit log names each action. */
  list: 'staff-da' | 'player-actions'
  topics: readonly Topic[]
  actions: ActionTable
  revisions: typeof disciplinaryRevisions
  offences: typeof actionOffences
  /** `isLocked`: nobody else writes it until the transaction ends. */
  find(on: Db | Transaction, id: number, isLocked?: boolean): Promise<R | undefined>
  listRows(db: Db, where: SQL | undefined, order: readonly SQL[], limit?: number): Promise<R[]>
  insert(tx: Transaction, values: NewAction): Promise<R | undefined>
  update(tx: Transaction, id: number, set: Partial<ActionRow>): Promise<R | undefined>
  entryOf(row: R): E
  /** Not by the game, nor by a file of another program: then the person is told of it also without a reason for them. */
  isGivenHere(row: R): boolean
  /** Its id in txAdmin; null where it is not from there. */
  txadminId(row: R): string | null
  /** Who gave these, by their ids, where the record knows no account of theirs but a name. */
  issuersOf(on: Db, rows: readonly R[]): Promise<ReadonlyMap<number, Issuer>>
  /** Sees to it that the record knows whom an action is about, before the action is written. */
  knowPerson(tx: Transaction, about: { user: string; user_name: string }): Promise<void>
}

/** More is never asked for at once. */
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

export type Written = Pick<Change<unknown>, 'entries' | 'topics'>

/** What actions know of the appeals against them. */
export interface ActionAppeals {
  /** Who decided on appeals of an action. */
  listDeciders(db: Db, family: ActionRecord['family'], id: number): Promise<string[]>
  /** On appeals of which actions somebody decided. */
  listDecidedBy(db: Db, family: ActionRecord['family'], personId: string): Promise<number[]>
  /** The open appeal of an action; null where there is none. */
  findOpen(db: Db, family: ActionRecord['family'], id: number): Promise<number | null>
  /**
   * What follows for its appeals when an action was revoked, within the same transaction. `ban`: its id in txAdmin,
   * where that still holds it.
   */
  closeOf(tx: Transaction, family: ActionRecord['family'], id: number, now: Date, ban?: string | null): Promise<Written>
  /**
   * What follows for its appeals when an action was revised, within the same transaction: its ban is to be lifted in txAdmin
   * from another moment on, or not at all (null).
   */
  moveLiftOf(tx: Transaction, family: ActionRecord['family'], id: number, from: Date | null): Promise<readonly Topic[]>
  /**
   * What follows when its game says that a player action was lifted there, within the same transaction; null where no
   * appeal asked for that. `from`: when it was to be lifted.
   */
  onLifted(tx: Transaction, id: number, now: Date): Promise<(Written & { from: Date }) | null>
  /** Of these player actions those of which it was said so. */
  listLifted(db: Db, ids: readonly number[]): Promise<number[]>
}

export const gone = () => notFound(msg('There is no such action.'))

/**
 * The id of a ban that came from txAdmin, which hears of no revision: also of one that is no ban here any more. Null of any
 * other action. `revisions`: its own, the first one first.
 */
export const txadminBanOf = <R extends ActionRow>(
  { txadminId }: Pick<ActionRecord<R>, 'txadminId'>,
  row: R,
  [first]: readonly { type: string }[],
  gameTypes: BanTypes,
) => (isBan((first ?? row).type, gameTypes) ? txadminId(row) : null)

/** The same, where its revisions are still to be read. */
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

/** What somebody reads who may not. */
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

/** Whether somebody may know of an action: of what is about them only of what was in force and is not between staff. */
export const mayKnowOf = (actor: { id: string }, row: ActionRow, types: readonly ActionType[]) =>
  row.userId !== actor.id || (wasInForce(row) && !isBetweenStaff(row, types))

/** An action that is about to be written; nobody else writes it meanwhile. To a caller who may not know of it there is none. */
export async function lockAction<R extends ActionRow>(
  tx: Transaction,
  record: Pick<ActionRecord<R>, 'find'>,
  id: number,
  reader?: { actor: { id: string }; types: readonly ActionType[] },
): Promise<R> {
  const row = await record.find(tx, id, true)
  if (row === undefined || (reader !== undefined && !mayKnowOf(reader.actor, row, reader.types))) throw gone()
  return row
}

/** Writes the next version of an action that this transaction has locked. */
export async function replaceAction<R extends ActionRow>(
  tx: Transaction,
  record: Pick<ActionRecord<R>, 'update'>,
  before: R,
  set: Partial<ActionRow>,
): Promise<R> {
  const after = await record.update(tx, before.id, { ...set, version: before.version + 1 })
  if (after === undefined) throw gone()
  return after
}

/** An action as somebody reads it: why it was revoked is between staff too. */
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

/** What the rules ask of an action before somebody changes it. */
export async function stateOf(on: Db | Transaction, { userId, adminId, importerId, loggedAt, revokedAt }: ActionRow) {
  const linked = await accountsLinkedTo(on, userId)
  return { user: userId, linked, admin: adminId, importer: importerId, loggedAt, isRevoked: revokedAt !== null }
}

export function revisionOf(row: typeof disciplinaryRevisions.$inferSelect): DaRevision {
  const { version, at, byId, byName, why } = row
  const acknowledged_at = textOf(row.acknowledgedAt)
  return { version, at: at.toISOString(), by: byId, by_name: byName, why, was: fieldsOf(row), acknowledged_at }
}

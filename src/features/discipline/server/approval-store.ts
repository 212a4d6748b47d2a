import { and, eq, isNotNull, isNull, ne, notExists, notInArray, or, sql } from 'drizzle-orm'
import { type Audit, asJson } from '#features/audit/server/store.ts'
import type { Capable } from '#lib/access.ts'
import { earliest } from '#lib/dates.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'
import { type Sentence, withValues } from '#lib/sentence.ts'
import type { Db, Transaction } from '#server/database/database.ts'
import { changedMeanwhile, HttpError, notAllowed } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { type NotApproved, whyNotApprove } from '../approval-rules.ts'
import { type DaEntry, MAX_TO_APPROVE } from '../contract.ts'
import type { BanTypes } from '../game-rules.ts'
import type { ActionType } from '../type-rules.ts'
import {
  type ActionAppeals,
  type ActionRecord,
  type ActionRow,
  actionNotFound,
  findTxadminBan,
  MESSAGES,
  mayKnowOf,
  replaceAction,
  stateOf,
  targetOf,
} from './record-store.ts'
import { accountsLinkedTo } from './subject-store.ts'
import { IS_WAITING } from './tables.ts'

const REFUSED: Record<Exclude<NotApproved, 'not-waiting'>, PlainMessage> = {
  'about-you': MESSAGES['about-you'],
  linked: msg('Your account shares a game licence with theirs. Somebody else must approve it.'),
  'given-by-you': msg('You gave, imported or revised this action. Somebody else must approve it.'),
  'decided-by-you': msg('You decided on an appeal of this action. Somebody else must approve it.'),
}

/**
 * Approves an action that waits for approval, or rejects it. A rejection also revokes the action, so that it does not
 * count.
 */
export function decideOnApproval<R extends ActionRow, E extends DaEntry>(
  {
    audit,
    clock,
    actionAppeals,
    gameTypes,
    types,
  }: {
    audit: Audit
    clock: () => Date
    actionAppeals: ActionAppeals
    gameTypes: BanTypes
    types: readonly ActionType[]
  },
  record: ActionRecord<R, E>,
  by: By & { actor: Capable<'discipline.approve'> },
  id: number,
  { decision, why = null, version }: { decision: 'approve' | 'reject'; why?: string | null; version: number },
): Promise<E> {
  const { entryOf } = record
  return audit.change(by, async (tx) => {
    const before = await record.find(tx, id, true)
    const isKnown = before !== undefined && mayKnowOf(by.actor, before, types)
    const refused = isKnown ? await findWhyNotApprove(tx, { ...record, ...actionAppeals }, before, by.actor) : null
    const isRefused = !isKnown || refused !== null
    // People outside of the staff read only the actions that wait for them. They do not learn whether another action
    // exists.
    if (isRefused && !by.actor.isStaff) throw new HttpError(409, 'nothing_waits', NOTHING_FOR_THEM)
    if (!isKnown) throw actionNotFound()
    if (refused === 'not-waiting') {
      throw new HttpError(409, 'nothing_waits', whyNothingWaits(before), { item: entryOf(before) })
    }
    if (refused !== null) throw notAllowed(REFUSED[refused])
    if (before.version !== version) throw changedMeanwhile(entryOf(before))
    const now = clock()
    const name = by.actor.name.toWellFormed()
    const approved = { approvalAt: now, approverId: by.actor.id, approverName: name, approvalWhy: why }
    const row = await replaceAction(
      tx,
      record,
      before,
      decision === 'approve'
        ? { ...approved, approval: 'approved' }
        : {
            ...approved,
            approval: 'rejected',
            revokedAt: now,
            revokedById: by.actor.id,
            revokedByName: name,
            outcome: 'expunged',
            revokedWhy: why ?? '',
          },
    )
    const after = entryOf(row)
    const action = decision === 'approve' ? 'approveAction' : 'rejectAction'
    const entry = { action, target: targetOf(record, before), before: asJson(entryOf(before)) }
    const revisers = await listRevisers(tx, record, id)
    const ban = await findTxadminBan(tx, record, before, gameTypes)
    const closed = row.revokedAt === null ? null : await actionAppeals.closeOf(tx, record.family, id, now, ban)
    const logged = asJson({ ...after, ...(revisers.length > 0 && { revised_by: revisers }) })
    return {
      result: after,
      // Everybody who revised the action is told the decision.
      entries: [{ ...entry, after: logged }, ...(closed?.entries ?? [])],
      topics: [...record.topics, ...(closed?.topics ?? [])],
    }
  })
}

const NOTHING_WAITS = msg('This action does not wait for approval.')
/** The same message for a caller who may not learn whether the action exists. */
const NOTHING_FOR_THEM = msg('Somebody has decided on this action already, or it does not wait for approval.')

/** When two people decide at the same time, the second one reads what the first one decided. */
function whyNothingWaits({ approval, approverName: name }: ActionRow): PlainMessage | Sentence {
  if (name === null) return NOTHING_WAITS
  return approval === 'rejected'
    ? withValues('{name} has rejected this action already.', { name })
    : withValues('{name} has approved this action already.', { name })
}

/** Why a person may not decide on the approval of an action, including the revisions of it. Null when they may. */
export async function findWhyNotApprove(
  on: Db | Transaction,
  record: ApprovalTables,
  row: ActionRow,
  actor: { id: string },
) {
  return whyNotApprove(await readForApproval(on, record, row), actor)
}

type ApprovalTables = Pick<ActionRecord, 'revisions' | 'family'> & Pick<ActionAppeals, 'listDeciders'>

const readForApproval = async (on: Db | Transaction, record: ApprovalTables, row: ActionRow) => ({
  ...(await stateOf(on, row)),
  approval: row.approval,
  revisedBy: await listRevisers(on, record, row.id),
  decidedBy: await record.listDeciders(on, record.family, row.id),
})

/**
 * Whether an action waits for approval and nobody may approve it: each approver had a part in it, or it is about them.
 */
export async function isStuck(
  on: Db,
  record: ApprovalTables,
  row: ActionRow,
  listApprovers: () => Promise<readonly { id: string }[]>,
): Promise<boolean> {
  if (row.approval !== 'waiting' || row.revokedAt !== null) return false
  const action = await readForApproval(on, record, row)
  return (await listApprovers()).every((approver) => whyNotApprove(action, approver) !== null)
}

/** The number of actions of a family that wait for approval and that none of these people may approve. */
export async function countStuck<R extends ActionRow>(
  db: Db,
  record: Pick<ActionRecord<R>, 'listRows'> & ApprovalTables,
  approvers: readonly { id: string }[],
): Promise<number> {
  let count = 0
  for (const row of await record.listRows(db, IS_WAITING, [])) {
    if (await isStuck(db, record, row, async () => approvers)) count += 1
  }
  return count
}

async function listRevisers(
  on: Db | Transaction,
  { revisions: { actionId, byId }, revisions }: Pick<ActionRecord, 'revisions'>,
  id: number,
): Promise<string[]> {
  const revised = await on.selectDistinct({ by: byId }).from(revisions).where(eq(actionId, id))
  return revised.map(({ by }) => by)
}

type WaitingTables = Pick<ActionRecord, 'actions' | 'revisions' | 'family'> & Pick<ActionAppeals, 'listDecidedBy'>

/**
 * The condition for actions that a person may approve: they wait, are not about this person or a linked account, were
 * not given, imported or revised by them, and have no appeal on which they decided.
 */
async function approvableBy(
  db: Db,
  { actions: { id, userId, adminId, importerId }, revisions, family, listDecidedBy }: WaitingTables,
  actor: { id: string },
) {
  const ownRevisions = db
    .select({ one: sql`1` })
    .from(revisions)
    .where(and(eq(revisions.actionId, id), eq(revisions.byId, actor.id)))
  const isImportedByOthers = or(isNull(importerId), ne(importerId, actor.id))
  const linked = await accountsLinkedTo(db, actor.id)
  return and(
    IS_WAITING,
    notInArray(userId, [actor.id, ...linked]),
    ne(adminId, actor.id),
    isImportedByOthers,
    notExists(ownRevisions),
    notInArray(id, await listDecidedBy(db, family, actor.id)),
  )
}

/** The number of actions of a family that a person may approve. */
export async function countToApprove(db: Db, record: WaitingTables, actor: { id: string }): Promise<number> {
  return db.$count(record.actions, await approvableBy(db, record, actor))
}

/** Whether a person may approve this action, which waits for approval. */
export const mayApprove = async (db: Db, record: WaitingTables, actor: { id: string }, id: number): Promise<boolean> =>
  (await db.$count(record.actions, and(eq(record.actions.id, id), await approvableBy(db, record, actor)))) > 0

/**
 * The earliest time by which a person must approve an action of these families. Null when no action has such a time.
 */
export async function findApprovalDue(
  db: Db,
  records: readonly WaitingTables[],
  actor: { id: string },
): Promise<Date | null> {
  const found = records.map(async (record) => {
    const at = record.actions.approvalDueAt
    const where = and(await approvableBy(db, record, actor), isNotNull(at))
    const [first] = await db.select({ at }).from(record.actions).where(where).orderBy(at).limit(1)
    return first?.at ?? null
  })
  return earliest(await Promise.all(found))
}

/** The ids of the actions that a person may approve, the oldest first. */
export async function listIdsToApprove(db: Db, record: WaitingTables, actor: { id: string }): Promise<number[]> {
  const rows = await db
    .select({ id: record.actions.id })
    .from(record.actions)
    .where(await approvableBy(db, record, actor))
    .orderBy(record.actions.id)
    .limit(MAX_TO_APPROVE)
  return rows.map(({ id }) => id)
}

import { HOUR } from '#lib/dates.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'
import type { ActionFields } from './rules.ts'

/** The approval states of an action that a second person must approve. */
export const APPROVALS = ['waiting', 'approved', 'rejected'] as const
export const APPROVAL_LABELS: Record<(typeof APPROVALS)[number], PlainMessage> = {
  waiting: msg('waiting'),
  approved: msg('approved // an action'),
  rejected: msg('rejected // an action'),
}

/** When a type needs approval: before the action is in force, or within 24 hours while it is already in force. */
export const APPROVAL_MODES = ['before', 'within24Hours'] as const
export type ApprovalMode = (typeof APPROVAL_MODES)[number]

const APPROVE_WITHIN = 24 * HOUR

/** The state of an action after it was logged. */
export interface ApprovalState {
  isRevoked: boolean
  approval: (typeof APPROVALS)[number] | null
  /**
   * The time by which an action must be approved that is in force while it waits. Null when it is not in force
   * meanwhile.
   */
  approvalDueAt: Date | null
}

/**
 * Whether an action is in force: it is neither revoked nor rejected, and if it waits, its type puts it in force
 * meanwhile. An overdue action stays in force, because only a person decides on it.
 */
export function isInForce({ isRevoked, approval, approvalDueAt }: ApprovalState): boolean {
  return (
    !isRevoked && (approval === null || approval === 'approved' || (approval === 'waiting' && approvalDueAt !== null))
  )
}

type PastApproval = Pick<ApprovalState, 'approval' | 'approvalDueAt'> & {
  /** When the author took the action back right after logging it. */
  undoneAt: Date | null
}

/** Whether an action was ever in force, so that the person may know of it. */
export function wasInForce({ approval, approvalDueAt, undoneAt }: PastApproval): boolean {
  return undoneAt === null && (approval === null || approval === 'approved' || approvalDueAt !== null)
}

type InitialApproval = { approval: 'waiting' | null; approvalDueAt: Date | null }

/** The approval state that an action of a type starts with. */
export function initialApproval(mode: ApprovalMode | undefined, now: Date): InitialApproval {
  if (mode === undefined) return { approval: null, approvalDueAt: null }
  return {
    approval: 'waiting',
    approvalDueAt: mode === 'before' ? null : new Date(now.getTime() + APPROVE_WITHIN),
  }
}

/**
 * The approval state of a revised action. An earlier decision does not count, because it was about another version. An
 * action that needs approval and was already in force stays in force meanwhile, so that nobody suspends it by revising
 * it. A harsher action (`isEscalated`) waits as its type requires, so that nobody gives alone what a second person must
 * approve first.
 */
export function approvalAfterRevision(
  before: PastApproval,
  mode: ApprovalMode | undefined,
  { isEscalated }: { isEscalated: boolean },
  now: Date,
) {
  const staysInForce = mode !== undefined && !isEscalated && before.approval !== null && wasInForce(before)
  return {
    ...initialApproval(staysInForce ? 'within24Hours' : mode, now),
    ...{ approvalAt: null, approverId: null, approverName: null, approvalWhy: null },
  }
}

/**
 * Whether a revised action must be approved again before it is in force, if its type requires that. `harsher` lists the
 * fields that became harsher, `modeBefore` is the approval that the type before the revision required.
 */
export const isEscalation = (harsher: readonly string[], modeBefore: ApprovalMode | undefined) =>
  modeBefore !== 'before' || touchesApproval(harsher.filter((field) => field !== 'date'))

/**
 * The fields that an approver approves. A revision of one of them must be approved again. The wording may change
 * without approval.
 */
const APPROVED_FIELDS: readonly (keyof ActionFields)[] = ['date', 'user', 'type', 'ends_at', 'points', 'points_end_at']

/** Whether a revision of these fields changes what was approved. */
export const touchesApproval = (changed: readonly string[]) => APPROVED_FIELDS.some((field) => changed.includes(field))

export type NotApproved = 'about-you' | 'linked' | 'given-by-you' | 'decided-by-you' | 'not-waiting'

/**
 * Why a person may not approve or reject an action; null when they may. Not allowed are the person whom it is about,
 * their linked accounts, whoever gave, imported or revised it, and whoever decided on an appeal of it.
 */
export function whyNotApprove(
  action: {
    user: string
    linked: readonly string[]
    admin: string
    importer: string | null
    revisedBy: readonly string[]
    decidedBy: readonly string[]
  } & Pick<ApprovalState, 'isRevoked' | 'approval'>,
  actor: { id: string },
): NotApproved | null {
  if (action.user === actor.id) return 'about-you'
  if (action.linked.includes(actor.id)) return 'linked'
  if (action.isRevoked || action.approval !== 'waiting') return 'not-waiting'
  if ([action.admin, action.importer, ...action.revisedBy].includes(actor.id)) return 'given-by-you'
  return action.decidedBy.includes(actor.id) ? 'decided-by-you' : null
}

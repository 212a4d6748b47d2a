import { HOUR } from '#lib/dates.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'
import type { ActionFields } from './rules.ts'

/** How far an action is that a second person must approve. */
export const APPROVALS = ['waiting', 'approved', 'rejected'] as const
export const APPROVAL_LABELS: Record<(typeof APPROVALS)[number], PlainMessage> = {
  waiting: msg('waiting'),
  approved: msg('approved // an action'),
  rejected: msg('rejected // an action'),
}

/** What a type asks for: it is not in force before it is approved, or it is at once and must be approved in 24 hours. */
export const APPROVAL_MODES = ['before', 'within24Hours'] as const
export type ApprovalMode = (typeof APPROVAL_MODES)[number]

const APPROVE_WITHIN = 24 * HOUR

/** What became of an action after it was given. */
export interface Standing {
  isRevoked: boolean
  approval: (typeof APPROVALS)[number] | null
  /** It is in force although it waits, and must be approved until then. */
  approvalDueAt: Date | null
}

/**
 * Whether an action was given and neither revoked nor rejected: one that waits stands only where it is in force
 * meanwhile. One that is overdue still does: somebody decides on it, no clock.
 */
export function stands({ isRevoked, approval, approvalDueAt }: Standing): boolean {
  return (
    !isRevoked && (approval === null || approval === 'approved' || (approval === 'waiting' && approvalDueAt !== null))
  )
}

type Past = Pick<Standing, 'approval' | 'approvalDueAt'> & {
  /** When it was taken back right after it was logged. */
  undoneAt: Date | null
}

/** Whether an action ever was in force, so that the person may know of it. */
export function wasInForce({ approval, approvalDueAt, undoneAt }: Past): boolean {
  return undoneAt === null && (approval === null || approval === 'approved' || approvalDueAt !== null)
}

type Waiting = { approval: 'waiting' | null; approvalDueAt: Date | null }

/** What an action of a type waits for from now on. */
export function waitingFrom(mode: ApprovalMode | undefined, now: Date): Waiting {
  if (mode === undefined) return { approval: null, approvalDueAt: null }
  return {
    approval: 'waiting',
    approvalDueAt: mode === 'before' ? null : new Date(now.getTime() + APPROVE_WITHIN),
  }
}

/**
 * What a changed action waits for: what was decided on before was another action. One that was in force already and had to
 * be approved stays in force meanwhile, so that nobody suspends it by changing it; one that was made more waits as its type
 * does, so that nobody gives alone what a second person must approve first.
 */
export function waitingAnew(before: Past, mode: ApprovalMode | undefined, { isMore }: { isMore: boolean }, now: Date) {
  const staysInForce = mode !== undefined && !isMore && before.approval !== null && wasInForce(before)
  return {
    ...waitingFrom(staysInForce ? 'within24Hours' : mode, now),
    ...{ approvalAt: null, approverId: null, approverName: null, approvalWhy: null },
  }
}

/** Whether a revision made more of an action than its type lets stay in force unapproved: what became harsher, by field. */
export const makesMore = (harsher: readonly string[], modeBefore: ApprovalMode | undefined) =>
  modeBefore !== 'before' || touchesApproval(harsher.filter((field) => field !== 'date'))

/** What somebody approves: after a revision of any of these it must be approved anew. The wording may be improved without. */
const APPROVED_FIELDS: readonly (keyof ActionFields)[] = ['date', 'user', 'type', 'ends_at', 'points', 'points_end_at']

/** Whether a revision of these fields must be approved, or no longer must. */
export const touchesApproval = (changed: readonly string[]) => APPROVED_FIELDS.some((field) => changed.includes(field))

export type NotApproved = 'about-you' | 'linked' | 'given-by-you' | 'decided-by-you' | 'not-waiting'

/**
 * Why somebody may not approve or reject an action; null when they may. Refused are the person it is about, an account of
 * theirs, who gave, imported or revised it, and who decided on an appeal of it.
 */
export function whyNotApprove(
  action: {
    user: string
    linked: readonly string[]
    admin: string
    importer: string | null
    revisedBy: readonly string[]
    decidedBy: readonly string[]
  } & Pick<Standing, 'isRevoked' | 'approval'>,
  actor: { id: string },
): NotApproved | null {
  if (action.user === actor.id) return 'about-you'
  if (action.linked.includes(actor.id)) return 'linked'
  if (action.isRevoked || action.approval !== 'waiting') return 'not-waiting'
  if ([action.admin, action.importer, ...action.revisedBy].includes(actor.id)) return 'given-by-you'
  return action.decidedBy.includes(actor.id) ? 'decided-by-you' : null
}

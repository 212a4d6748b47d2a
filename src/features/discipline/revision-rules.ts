import { type ActionFields, changedFields, type ShownFields } from './rules.ts'

/** The fields that a revision may only make milder while an appeal of the action is open. */
const LESSENED = ['ends_at', 'points', 'points_end_at', 'type'] as const
/** The fields that a revision may change freely, because the appeal is not about them. */
const NOT_APPEALED: readonly (keyof ShownFields)[] = ['internal_reason', 'user_name']

/**
 * The fields of a revision that make an action harsher or different. Nobody may change them while an appeal of the
 * action is open. `lighter` are the types that are lighter than that of the action.
 */
export function harsherFields(was: ActionFields, is: ActionFields, lighter: readonly string[]): (keyof ShownFields)[] {
  const isEarlier = (field: 'ends_at' | 'points_end_at') =>
    is[field] !== null &&
    Date.parse(is[field]) < (was[field] === null ? Number.POSITIVE_INFINITY : Date.parse(was[field]))
  const isLess = {
    ends_at: isEarlier('ends_at'),
    points: is.points < was.points,
    points_end_at: isEarlier('points_end_at'),
    type: lighter.includes(is.type),
  }
  return changedFields(was, is).filter((field) => {
    const lessened = LESSENED.find((one) => one === field)
    return lessened === undefined ? !NOT_APPEALED.includes(field) : !isLess[lessened]
  })
}

/** The fields that the person reads. After a change of one of them, they must confirm reading again. */
const READ_FIELDS: readonly string[] = ['user', 'type', 'ends_at', 'points', 'external_reason']

/** Whether the person must confirm reading again after a revision of these fields. */
export const touchesReading = (changed: readonly string[]) => changed.some((field) => READ_FIELDS.includes(field))

/** The last revision after an action was approved. Null when the action still reads as it was approved. */
export function changedSinceApproval<R extends { at: string }>(
  { approval }: { approval: { state: string; at: string | null } | null },
  revisions: readonly R[],
): R | null {
  const at = approval?.state === 'approved' ? approval.at : null
  return at === null ? null : (revisions.findLast((revision) => revision.at > at) ?? null)
}

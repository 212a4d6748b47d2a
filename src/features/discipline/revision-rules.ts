import { type ActionFields, changedFields, type ShownFields } from './rules.ts'

/** What a revision may change while an appeal of the action is open, each only to less. */
const LESSENED = ['ends_at', 'points', 'points_end_at', 'type'] as const
/** What the appeal does not answer to: it may change. */
const NOT_APPEALED: readonly (keyof ShownFields)[] = ['internal_reason', 'user_name']

/**
 * The fields of a revision that would make an action harsher than it was, or another one: what nobody may change while an
 * appeal of it is open. `lighter` are the types below its own.
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

/** What the person reads of an action: what changes of it they read anew. */
const READ_FIELDS: readonly string[] = ['user', 'type', 'ends_at', 'points', 'external_reason']

/** Whether a revision of these fields must be read anew. */
export const touchesReading = (changed: readonly string[]) => changed.some((field) => READ_FIELDS.includes(field))

/** The last revision since an action was approved; null where it says what was approved. */
export function changedSinceApproval<R extends { at: string }>(
  { approval }: { approval: { state: string; at: string | null } | null },
  revisions: readonly R[],
): R | null {
  const at = approval?.state === 'approved' ? approval.at : null
  return at === null ? null : (revisions.findLast((revision) => revision.at > at) ?? null)
}

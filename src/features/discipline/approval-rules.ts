/** How far an action is that a second person must approve. */
export const APPROVALS = ['waiting', 'approved', 'rejected'] as const

/** What became of an action after it was given. */
export interface Standing {
  isRevoked: boolean
  approval: (typeof APPROVALS)[number] | null
  /** It is in force until then although it waits. */
  approvalDueAt: Date | null
}

/** Whether an action was given and neither revoked nor declined: one that waits stands only where it is in force meanwhile. */
export function stands({ isRevoked, approval, approvalDueAt }: Standing): boolean {
  return (
    !isRevoked && (approval === null || approval === 'approved' || (approval === 'waiting' && approvalDueAt !== null))
  )
}

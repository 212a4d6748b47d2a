/** Parts of the site that a community may do without; `community/navigation.yaml` names those it turns off. */
export const PARTS = ['ten-codes', 'penal-codes', 'verify', 'es', 'dev-roster', 'supporters', 'training-queue'] as const
export type Part = (typeof PARTS)[number]

/** Whether a community has what belongs to this part; what belongs to none is everywhere. */
export const isOn = (off: readonly Part[], part: Part | null | undefined) => part == null || !off.includes(part)

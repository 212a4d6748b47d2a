/** Parts of the site that a community may turn off in `community/navigation.yaml`. */
export const PARTS = ['ten-codes', 'penal-codes', 'verify', 'es', 'dev-roster', 'supporters', 'training-queue'] as const
export type Part = (typeof PARTS)[number]

/** Whether a part is turned on. Without a part the answer is always true. */
export const isOn = (off: readonly Part[], part: Part | null | undefined) => part == null || !off.includes(part)

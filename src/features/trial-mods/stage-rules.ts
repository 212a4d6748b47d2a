/** Spec, section 4: completion statuses, in the order of the list. A missing one is the first. */
export const COMPLETION_STATUSES = ['In-Training', 'Passed', 'Failed'] as const
export type CompletionStatus = (typeof COMPLETION_STATUSES)[number]

/** The stages as calls name them, in the order of the table. */
export const STAGE_KEYS = [
  'classroom',
  'in_game',
  'supervised1',
  'supervised2',
  'supervised3',
  'supervised4',
  'supervised5',
] as const
export type StageKey = (typeof STAGE_KEYS)[number]

/** What the table and the dialog call each stage (spec section 2): five supervised slots, of which two are so named. */
export const STAGE_LABELS: Record<StageKey, { column: string; title: string }> = {
  classroom: { column: 'Classroom', title: 'Classroom' },
  in_game: { column: 'In-Game', title: 'In-Game' },
  supervised1: { column: 'Supervised 1', title: 'Supervised Sit 1' },
  supervised2: { column: 'Supervised 2', title: 'Supervised Sit 2' },
  supervised3: { column: 'In-Game 1', title: 'In-Game Sit 1' },
  supervised4: { column: 'In-Game 2', title: 'In-Game Sit 2' },
  supervised5: { column: 'In-Game 3', title: 'In-Game Sit 3' },
}

/** The states that exclude each other, in the order of the dialog. */
export const STAGE_STATES = ['done', 'failed', 'inProgress'] as const
export type StageState = (typeof STAGE_STATES)[number]
export const STATE_LABELS: Record<StageState, string> = {
  done: 'Completed',
  failed: 'Failed',
  inProgress: 'In-Progress',
}

export const REVIEW_TYPES = ['instructor', 'trainee'] as const
export type ReviewType = (typeof REVIEW_TYPES)[number]

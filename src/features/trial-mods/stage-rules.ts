import type { Access } from '#lib/access.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'

/** Spec, section 4: the completion statuses, in the order of the list. A missing status is the first. */
export const COMPLETION_STATUSES = ['In-Training', 'Passed', 'Failed'] as const
export type CompletionStatus = (typeof COMPLETION_STATUSES)[number]

/** The keys of the stages in calls, in table order. */
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

/** A stage in the community's file. */
export interface ChecklistStage {
  key: StageKey
  /** The heading in the table. */
  column: string
  /** The title of the dialog. */
  title: string
  aliases?: readonly string[] | undefined
  /** The lowest level that may sign it off. Default: staff. */
  signedOffBy?: Extract<Access, 'staff' | 'management' | 'owner'> | undefined
}

/** The names of a status on the pages and in spreadsheets. */
export interface Outcome {
  label: string
  /** The label of its count above the table. */
  short?: string | undefined
  aliases?: readonly string[] | undefined
}

/** A checklist in the community's file. */
export interface Checklist {
  title: string
  /** The heading of the column with people's names. */
  person: string
  stages: readonly ChecklistStage[]
  /** Whether a stage can only be signed off when all stages before it are done. */
  inOrder: boolean
  outcomes: Readonly<Record<CompletionStatus, Outcome>>
  /** The promotion suggested for people who passed: from a group to a title, and from one status to another. */
  promotion?:
    | { roster?: string | undefined; from: string; to: string; status?: { from: string; to: string } | undefined }
    | undefined
}

/** The title of a stage, or its key if the community does not have it. */
export function stageTitle(key: StageKey, { stages }: Pick<Checklist, 'stages'>): string {
  return stages.find((stage) => stage.key === key)?.title ?? key
}

/** The stage at a path in a record, such as `supervised › 1`. Null if there is none. */
export function stageKeyAt(way: readonly string[]): StageKey | null {
  const place = way.join('') === 'inGame' ? 'in_game' : way.join('')
  return STAGE_KEYS.find((key) => key === place) ?? null
}

/** The states of a stage, which exclude each other, in the order of the dialog. */
export const STAGE_STATES = ['done', 'failed', 'inProgress'] as const
export type StageState = (typeof STAGE_STATES)[number]
export const STATE_LABELS: Record<StageState, PlainMessage> = {
  done: msg('Completed'),
  failed: msg('Failed'),
  inProgress: msg('In-Progress'),
}

export const REVIEW_TYPES = ['instructor', 'trainee'] as const
export type ReviewType = (typeof REVIEW_TYPES)[number]

/** The parts of a record besides stages and details. Everyone who may read the checklist may edit them. */
export const COMPLETION_PARTS = ['completion', 'instructorReview', 'traineeReview'] as const
export type CompletionPart = (typeof COMPLETION_PARTS)[number]

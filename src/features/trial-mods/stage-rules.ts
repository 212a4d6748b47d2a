import type { Access } from '#lib/access.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'

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

/** A stage as the community's file describes it. */
export interface ChecklistStage {
  key: StageKey
  /** Above the table. */
  column: string
  /** In the dialog. */
  title: string
  aliases?: readonly string[] | undefined
  /** Who may sign it off, and everyone above them; staff unless said. */
  signedOffBy?: Extract<Access, 'staff' | 'management' | 'owner'> | undefined
}

/** What a status is called on the pages and in spreadsheets. */
export interface Outcome {
  label: string
  /** Above the table, where it is counted. */
  short?: string | undefined
  aliases?: readonly string[] | undefined
}

/** The checklist as the community's file describes it. */
export interface Checklist {
  title: string
  /** What the table calls the person who is on it. */
  person: string
  stages: readonly ChecklistStage[]
  /** A stage can only be signed off when those before it are done. */
  inOrder: boolean
  outcomes: Readonly<Record<CompletionStatus, Outcome>>
  /** What management is offered for people who passed: from a group to a title, and from one status to another. */
  promotion?:
    | { roster?: string | undefined; from: string; to: string; status?: { from: string; to: string } | undefined }
    | undefined
}

/** What people call a stage; one that the community does not have goes by its key. */
export function stageTitle(key: StageKey, { stages }: Pick<Checklist, 'stages'>): string {
  return stages.find((stage) => stage.key === key)?.title ?? key
}

/** The stage that a record keeps at a place, such as `supervised › 1`; null where it keeps none. */
export function stageKeyAt(way: readonly string[]): StageKey | null {
  const place = way.join('') === 'inGame' ? 'in_game' : way.join('')
  return STAGE_KEYS.find((key) => key === place) ?? null
}

/** The states that exclude each other, in the order of the dialog. */
export const STAGE_STATES = ['done', 'failed', 'inProgress'] as const
export type StageState = (typeof STAGE_STATES)[number]
export const STATE_LABELS: Record<StageState, PlainMessage> = {
  done: msg('Completed'),
  failed: msg('Failed'),
  inProgress: msg('In-Progress'),
}

export const REVIEW_TYPES = ['instructor', 'trainee'] as const
export type ReviewType = (typeof REVIEW_TYPES)[number]

/** What of a record is not a stage, and who edits it needs no rights beside reading it. */
export const COMPLETION_PARTS = ['completion', 'instructorReview', 'traineeReview'] as const
export type CompletionPart = (typeof COMPLETION_PARTS)[number]

import { allowsRights, type Rights } from '#lib/access.ts'
import { compareText } from '#lib/compare.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { matchesSearch } from '#lib/search.ts'
import type { OwnProgress, Stage, TrialMod } from './contract.ts'
import {
  type Checklist,
  COMPLETION_PARTS,
  COMPLETION_STATUSES,
  type CompletionPart,
  type CompletionStatus,
  type ReviewType,
  STAGE_KEYS,
  STAGE_STATES,
  type StageKey,
  type StageState,
} from './stage-rules.ts'

/** The page's texts about its people: the spec's for trial mods, otherwise with the community's word. */
export const checklistTexts = ({ person, title }: Checklist) =>
  person === 'Trial Mod'
    ? {
        add: t('Add trial mod'),
        addTo: t('Add a trial moderator'),
        loading: t('Loading trial mods…'),
        nobody: t('No trial mods found'),
        shown: (counts: { shown: number; total: number }) => t('{shown} of {total} trial mods', counts),
      }
    : {
        add: t('Add {person}', { person }),
        addTo: t('Add to the {title}', { title }),
        loading: t('Loading {name}…', { name: title }),
        nobody: t('Nobody found'),
        shown: (counts: { shown: number; total: number }) => t('{shown} of {total} people', counts),
      }

export const EMPTY_STAGE: Stage = { done: false, failed: false, inProgress: false, by: null, notes: null }

export function stateOf(stage: Pick<Stage, StageState>): StageState | null {
  return STAGE_STATES.find((state) => stage[state]) ?? null
}

/** Spec, section 4: ticking a state clears the others. Unticking it leaves none. */
export function stateFlags(state: StageState | null): Pick<Stage, StageState> {
  return { done: state === 'done', failed: state === 'failed', inProgress: state === 'inProgress' }
}

/** Spec, section 5: the trimmed supervisor name and a status must be given together. Null: no problem. */
export function stageProblem({ by, ...states }: Pick<Stage, StageState | 'by'>): PlainMessage | null {
  const hasSupervisor = (by ?? '').trim() !== ''
  const state = stateOf(states)
  if (hasSupervisor && state === null) {
    return msg('Pick a status (Completed / In-Progress / Failed) when setting a supervisor.')
  }
  if (!hasSupervisor && state !== null) return msg('Enter a Supervising Admin when selecting a status.')
  return null
}

/** The stage of a record. Records store stages as `classroom`, `inGame` and the list `supervised`. */
export function stageOf(record: Pick<TrialMod, 'classroom' | 'inGame' | 'supervised'>, key: StageKey): Stage {
  if (key === 'classroom') return record.classroom
  if (key === 'in_game') return record.inGame
  return record.supervised[STAGE_KEYS.indexOf(key) - 2] ?? EMPTY_STAGE
}

/** The record with one stage replaced and its tallies recomputed. */
export function withStage(record: TrialMod, key: StageKey, stage: Stage): TrialMod {
  const stages = STAGE_KEYS.map((each) => (each === key ? stage : stageOf(record, each)))
  return { ...record, ...stagesOf(stages), ...talliesOf(stages) }
}

/** Converts stages in the order of `STAGE_KEYS` to the fields of a record. */
export function stagesOf([classroom = EMPTY_STAGE, inGame = EMPTY_STAGE, ...supervised]: Stage[]) {
  return { classroom, inGame, supervised }
}

/** Spec, section 4: notes counts stages with notes, failed the failed ones, passed those done and not failed. */
export function talliesOf(stages: readonly Stage[]): Pick<TrialMod, 'notes' | 'failed' | 'passed'> {
  return {
    notes: stages.filter(({ notes }) => notes !== null && notes !== '').length,
    failed: stages.filter(({ failed }) => failed).length,
    passed: stages.filter(({ done, failed }) => done && !failed).length,
  }
}

/** The first stage that is not done, which is next for a trainee. If all are done, the last stage. */
export function nextStage(record: TrialMod, checklist: Checklist): StageKey | undefined {
  return unfinishedStages(record, checklist)[0] ?? checklist.stages.at(-1)?.key
}

/** The stages that are not done, in table order. */
export function unfinishedStages(record: TrialMod, { stages }: Checklist): StageKey[] {
  return stages.map(({ key }) => key).filter((key) => !stageOf(record, key).done)
}

/** If stages go in order: the first stage that must be done before this one. Null if this one may be signed off. */
export function stageBefore(record: TrialMod, key: StageKey, checklist: Checklist): StageKey | null {
  const [first] = unfinishedStages(record, checklist)
  const place = (one: StageKey) => checklist.stages.findIndex((stage) => stage.key === one)
  return checklist.inOrder && first !== undefined && place(first) < place(key) ? first : null
}

/** Whether a person's rights allow them to sign off this stage. */
export function maySignOff(key: StageKey, { stages }: Checklist, rights: Rights): boolean {
  return allowsRights(stages.find((stage) => stage.key === key)?.signedOffBy ?? 'staff', rights)
}

/** The changes of one call to completion and reviews. Fields that are left out follow the rules. */
export interface CompletionChanges {
  status?: CompletionStatus
  officialInstructorName?: string | null
  completedAt?: string | null
  instructorReviewName?: string | null
  instructorReviewDate?: string | null
  traineeReviewName?: string | null
  traineeReviewDate?: string | null
}

/** The record after a change of completion or review names (spec section 4). `now` is ISO 8601. */
export function withCompletion(before: TrialMod, changes: CompletionChanges, now: string): TrialMod {
  const official = changes.officialInstructorName
  return {
    ...before,
    completion: { status: changes.status ?? before.completion.status },
    dates: { completed: completionDate(before, changes, now) },
    officialInstructor: official === undefined ? before.officialInstructor : official || null,
    ...nameAndDate('instructor', changes.instructorReviewName, changes.instructorReviewDate, now),
    ...nameAndDate('trainee', changes.traineeReviewName, changes.traineeReviewDate, now),
  }
}

/**
 * The completion date after a change. Passed, Failed and an official instructor's name set it to the existing date or
 * to now. In-Training clears it. So does clearing the official instructor's name of a person In-Training, because the
 * date then belongs to that name. A date in the call is stored as is, except with In-Training.
 */
function completionDate(before: TrialMod, changes: CompletionChanges, now: string): string | null {
  if (changes.status === 'In-Training') return null
  const existing = before.dates.completed
  const completes = changes.status !== undefined || Boolean(changes.officialInstructorName)
  if (completes) return changes.completedAt ?? existing ?? now
  if (changes.completedAt !== undefined) return changes.completedAt
  const isCleared = changes.officialInstructorName !== undefined && before.officialInstructor !== null
  return isCleared && before.completion.status === 'In-Training' ? null : existing
}

/** Setting a review name sets the review date to now. Clearing the name clears both. */
function nameAndDate(
  type: ReviewType,
  name: string | null | undefined,
  date: string | null | undefined,
  now: string,
): Partial<TrialMod> {
  const keys = REVIEW_KEYS[type]
  if (name) return { [keys.name]: name, [keys.date]: date ?? now }
  if (name !== undefined) return { [keys.name]: null, [keys.date]: null }
  return date === undefined ? {} : { [keys.date]: date }
}

/** The fields of each review in a record. */
export const REVIEW_KEYS = {
  instructor: { name: 'instructorReviewName', date: 'instructorReviewDate', rating: 'instructorReviewRating' },
  trainee: { name: 'traineeReviewName', date: 'traineeReviewDate', rating: 'traineeReviewRating' },
} as const

/** The record after a rating. A rating without a date is dated now. Removing a rating keeps the date. */
export function withRating(
  before: TrialMod,
  { type, rating, reviewedAt }: { type: ReviewType; rating: number | null; reviewedAt?: string | null },
  now: string,
): TrialMod {
  const keys = REVIEW_KEYS[type]
  const date = reviewedAt ?? (rating === null ? before[keys.date] : now)
  return { ...before, [keys.rating]: rating, [keys.date]: date }
}

/** The parts of a record that are edited separately: writes to different parts do not conflict. */
export type Part = 'details' | CompletionPart | StageKey

export const isCompletionPart = (part: Part): part is CompletionPart => COMPLETION_PARTS.some((each) => each === part)

/** A record with its completion, or one of its reviews, taken from another record. */
export function withPart(record: TrialMod, part: CompletionPart, other: TrialMod): TrialMod {
  if (part === 'completion') {
    const { completion, dates, officialInstructor } = other
    return { ...record, completion, dates, officialInstructor }
  }
  const keys = Object.values(REVIEW_KEYS[part === 'traineeReview' ? 'trainee' : 'instructor'])
  return { ...record, ...Object.fromEntries(keys.map((key) => [key, other[key]])) }
}

/** The parts that a change of completion writes. */
export function partsOf(changes: CompletionChanges): CompletionPart[] {
  const has = (keys: readonly (keyof CompletionChanges)[]) => keys.some((key) => changes[key] !== undefined)
  return [
    ...(has(['status', 'officialInstructorName', 'completedAt']) ? ['completion' as const] : []),
    ...(has(['instructorReviewName', 'instructorReviewDate']) ? ['instructorReview' as const] : []),
    ...(has(['traineeReviewName', 'traineeReviewDate']) ? ['traineeReview' as const] : []),
  ]
}

/**
 * Spec, section 4: In-Training first, then Passed, then Failed; finished records by most recent completion date, then
 * by the trial mod's name.
 */
export function compareTrialMods(a: TrialMod, b: TrialMod): number {
  const rank = ({ completion }: TrialMod) => COMPLETION_STATUSES.indexOf(completion.status)
  const byDate = () => {
    const [dateA, dateB] = [a.dates.completed ?? '', b.dates.completed ?? '']
    return a.completion.status === 'In-Training' || dateA === dateB ? 0 : dateA < dateB ? 1 : -1
  }
  return rank(a) - rank(b) || byDate() || compareText(a.trialMod.name, b.trialMod.name)
}

export interface ChecklistFilter {
  search: string
  /** Null: All Statuses. */
  status: CompletionStatus | null
  /** Null: all instructors. */
  instructor: string | null
  hidesArchived: boolean
}

/** Spec, section 4: by default Passed and Failed records are hidden; filters by status, instructor and text. */
export function matches(record: TrialMod, { search, status, instructor, hidesArchived }: ChecklistFilter): boolean {
  return (
    !(hidesArchived && record.completion.status !== 'In-Training') &&
    (status === null || record.completion.status === status) &&
    (instructor === null || instructorsOf(record).includes(instructor)) &&
    matchesSearch(search, [record.trialMod.name, record.staffId, ...instructorsOf(record)])
  )
}

/** The instructors of a person: the assigned and the official one. */
function instructorsOf({ assignedInstructor, officialInstructor }: TrialMod): string[] {
  return [assignedInstructor, officialInstructor].flatMap((name) => name ?? [])
}

/** All instructors of the records, by name. */
export function allInstructors(records: readonly TrialMod[]): string[] {
  return [...new Set(records.flatMap(instructorsOf))].sort(compareText)
}

/** Spec, section 2: the counts of all records and of each status. */
export function countsOf(records: readonly TrialMod[]) {
  const having = (status: CompletionStatus) => records.filter(({ completion }) => completion.status === status).length
  return {
    total: records.length,
    'In-Training': having('In-Training'),
    Passed: having('Passed'),
    Failed: having('Failed'),
  }
}

/** The people who have no record on the checklist. */
export function withoutChecklist<P extends { discordId: string }>(
  people: readonly P[],
  records: readonly TrialMod[],
): P[] {
  const listed = new Set(records.map(({ traineeId }) => traineeId))
  return people.filter(({ discordId }) => !listed.has(discordId))
}

/** The people who have passed. */
export function withPassedChecklist<P extends { discordId: string }>(
  people: readonly P[],
  records: readonly TrialMod[],
): P[] {
  const passed = new Set(
    records.filter(({ completion }) => completion.status === 'Passed').map(({ traineeId }) => traineeId),
  )
  return people.filter(({ discordId }) => passed.has(discordId))
}

/** A record as a person may read it: people never read the notes on their own stages. */
export function withoutOwnNotes(reader: { id: string }, record: TrialMod): TrialMod {
  if (record.traineeId !== reader.id) return record
  const stages = STAGE_KEYS.map((key): Stage => ({ ...stageOf(record, key), notes: null }))
  return { ...record, ...stagesOf(stages), ...talliesOf(stages) }
}

/** What trainees may read of their own record: their progress, and nothing that staff wrote about them. */
export function ownProgress(record: TrialMod, { stages }: Checklist): OwnProgress {
  return {
    traineeId: record.traineeId,
    staffId: record.staffId,
    status: record.completion.status,
    completed: record.dates.completed,
    assignedInstructor: record.assignedInstructor,
    officialInstructor: record.officialInstructor,
    passed: record.passed,
    stages: stages.map(({ key }) => ({ stage: key, state: stateOf(stageOf(record, key)) })),
  }
}

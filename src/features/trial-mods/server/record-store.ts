import { and, asc, desc, eq } from 'drizzle-orm'
import type { Db, Transaction } from '#server/database/database.ts'
import type { By } from '#server/http/serve.ts'
import type { Stage, TrialMod } from '../contract.ts'
import { compareTrialMods, EMPTY_STAGE, type Part, stageOf, stagesOf, talliesOf } from '../rules.ts'
import { type Checklist, STAGE_KEYS, type StageKey } from '../stage-rules.ts'
import { trialModStages, trialMods } from './tables.ts'

/**
 * A record's row in `trial_mods`. `trial_mod_stages` has one more row for each time that one of its stages was saved.
 */
export type RecordRow = typeof trialMods.$inferSelect
type StageRow = typeof trialModStages.$inferSelect

/** The condition for a trainee's record on a checklist. */
export const ofRecord = (table: typeof trialMods | typeof trialModStages, key: string, traineeId: string) =>
  and(eq(table.checklist, key), eq(table.traineeId, traineeId))

/** The current rows of all stages of a checklist that were ever saved, for one trainee or for all. */
export function currentStages(from: Db | Transaction, key: string, traineeId?: string): Promise<StageRow[]> {
  const ofChecklist = eq(trialModStages.checklist, key)
  return from
    .selectDistinctOn([trialModStages.traineeId, trialModStages.stage])
    .from(trialModStages)
    .where(traineeId === undefined ? ofChecklist : ofRecord(trialModStages, key, traineeId))
    .orderBy(asc(trialModStages.traineeId), asc(trialModStages.stage), desc(trialModStages.version))
}

/** All records of a checklist, in the order of the page. */
export async function listRecords(from: Db | Transaction, key: string, checklist: Checklist): Promise<TrialMod[]> {
  const rows = await from.select().from(trialMods).where(eq(trialMods.checklist, key))
  const stageRows = await currentStages(from, key)
  const stagesOfTrainee = new Map<string, StageRow[]>(rows.map(({ traineeId }) => [traineeId, []]))
  for (const stage of stageRows) stagesOfTrainee.get(stage.traineeId)?.push(stage)
  return rows.map((row) => recordOf(row, stagesOfTrainee.get(row.traineeId) ?? [], checklist)).sort(compareTrialMods)
}

/** Saves parts of an existing record as its next version. */
export async function saveRecord(
  tx: Transaction,
  by: By,
  key: string,
  { after, parts, version, at }: { after: TrialMod; parts: readonly Part[]; version: number; at: Date },
): Promise<TrialMod> {
  const { traineeId } = after
  await tx
    .update(trialMods)
    .set({ ...columnsOf(after), version, ...versionsOf(parts, version) })
    .where(ofRecord(trialMods, key, traineeId))
  for (const stage of parts.filter(isStageKey)) {
    await tx.insert(trialModStages).values({
      checklist: key,
      traineeId,
      stage,
      version,
      ...stageOf(after, stage),
      at,
      actorId: by.actor?.id ?? null,
      actorName: by.actor?.name ?? null,
    })
  }
  return { ...after, version }
}

/** The record's version at which a part was last written. 0 for a stage that was never saved. */
export function versionOf(part: Part, row: RecordRow, stages: readonly StageRow[]): number {
  switch (part) {
    case 'details':
      return row.detailsVersion
    case 'completion':
      return row.completionVersion
    case 'instructorReview':
      return row.instructorReviewVersion
    case 'traineeReview':
      return row.traineeReviewVersion
    default:
      return stages.find(({ stage }) => stage === part)?.version ?? 0
  }
}

/** The version columns to set for the written parts. */
function versionsOf(parts: readonly Part[], version: number) {
  return {
    ...(parts.includes('details') ? { detailsVersion: version } : {}),
    ...(parts.includes('completion') ? { completionVersion: version } : {}),
    ...(parts.includes('instructorReview') ? { instructorReviewVersion: version } : {}),
    ...(parts.includes('traineeReview') ? { traineeReviewVersion: version } : {}),
  }
}

/**
 * Builds a record from its row and its current stage rows, one for each stage. Rows of stages that the community
 * removed stay in the database, but their stages are open in the record.
 */
export function recordOf(row: RecordRow, stageRows: readonly StageRow[], checklist: Checklist): TrialMod {
  const stages = STAGE_KEYS.map((key): Stage => {
    const saved = stageRows.find(({ stage }) => stage === key)
    if (saved === undefined || !checklist.stages.some((stage) => stage.key === key)) return EMPTY_STAGE
    const { done, failed, inProgress, by, notes } = saved
    return { done, failed, inProgress, by, notes }
  })
  return {
    traineeId: row.traineeId,
    version: row.version,
    staffId: row.staffId,
    trialMod: { name: row.name },
    assignedInstructor: row.assignedInstructor,
    officialInstructor: row.officialInstructor,
    completion: { status: row.status },
    dates: { completed: timeOf(row.completedAt) },
    instructorReviewName: row.instructorReviewName,
    instructorReviewDate: timeOf(row.instructorReviewDate),
    instructorReviewRating: row.instructorReviewRating,
    traineeReviewName: row.traineeReviewName,
    traineeReviewDate: timeOf(row.traineeReviewDate),
    traineeReviewRating: row.traineeReviewRating,
    ...stagesOf(stages),
    ...talliesOf(stages),
  }
}

/** The columns of a record's own row. */
export function columnsOf(record: TrialMod) {
  return {
    staffId: record.staffId,
    name: record.trialMod.name,
    assignedInstructor: record.assignedInstructor,
    status: record.completion.status,
    completedAt: dateOf(record.dates.completed),
    officialInstructor: record.officialInstructor,
    instructorReviewName: record.instructorReviewName,
    instructorReviewDate: dateOf(record.instructorReviewDate),
    instructorReviewRating: record.instructorReviewRating,
    traineeReviewName: record.traineeReviewName,
    traineeReviewDate: dateOf(record.traineeReviewDate),
    traineeReviewRating: record.traineeReviewRating,
  }
}

const timeOf = (date: Date | null) => date?.toISOString() ?? null
const dateOf = (time: string | null) => (time === null ? null : new Date(time))

function isStageKey(part: Part): part is StageKey {
  return STAGE_KEYS.some((key) => key === part)
}

import { eq, sql } from 'drizzle-orm'
import { boolean, check, foreignKey, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { COMPLETION_STATUSES, STAGE_KEYS } from '../stage-rules.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The key of the record's checklist in the community's file. A checklist that left the file keeps its records. */
const checklist = () => text().notNull().default('trial-mods')

/** The records of every checklist. The `…Version` columns hold the version at which each part was last written. */
export const trialMods = pgTable(
  'trial_mods',
  {
    checklist: checklist(),
    traineeId: text('trainee_id').notNull(),
    version: integer().notNull().default(1),
    staffId: text('staff_id'),
    name: text().notNull(),
    assignedInstructor: text('assigned_instructor'),
    detailsVersion: integer('details_version').notNull().default(1),
    status: text({ enum: COMPLETION_STATUSES }).notNull().default('In-Training'),
    completedAt: moment('completed_at'),
    officialInstructor: text('official_instructor'),
    completionVersion: integer('completion_version').notNull().default(1),
    instructorReviewName: text('instructor_review_name'),
    instructorReviewDate: moment('instructor_review_date'),
    instructorReviewRating: integer('instructor_review_rating'),
    instructorReviewVersion: integer('instructor_review_version').notNull().default(1),
    traineeReviewName: text('trainee_review_name'),
    traineeReviewDate: moment('trainee_review_date'),
    traineeReviewRating: integer('trainee_review_rating'),
    traineeReviewVersion: integer('trainee_review_version').notNull().default(1),
    addedAt: moment('added_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.checklist, t.traineeId] })],
)

/** Every saved state of every stage. The highest version is the current state, the others are its history. */
export const trialModStages = pgTable(
  'trial_mod_stages',
  {
    checklist: checklist(),
    traineeId: text('trainee_id').notNull(),
    stage: text({ enum: STAGE_KEYS }).notNull(),
    /** The version of the record when this row was written. */
    version: integer().notNull(),
    done: boolean().notNull(),
    failed: boolean().notNull(),
    inProgress: boolean('in_progress').notNull(),
    by: text(),
    notes: text(),
    at: moment('at').notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
  },
  (t) => [
    primaryKey({ columns: [t.checklist, t.traineeId, t.stage, t.version] }),
    foreignKey({
      name: 'trial_mod_stages_record_fk',
      columns: [t.checklist, t.traineeId],
      foreignColumns: [trialMods.checklist, trialMods.traineeId],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    check('trial_mod_stages_one_state', sql`${t.done}::int + ${t.failed}::int + ${t.inProgress}::int <= 1`),
  ],
)

/** For undoing imports into one checklist. */
export const importedRecords = (key: string) => ({
  table: trialMods,
  part: eq(trialMods.checklist, key),
  key: trialMods.traineeId,
  name: trialMods.name,
  about: trialMods.traineeId,
  history: {
    table: trialModStages,
    part: eq(trialModStages.checklist, key),
    key: trialModStages.traineeId,
    version: trialModStages.version,
  },
})

/*
 * The checklist of trial moderators: seven stages on the way to Moderator, each signed off by a supervising admin, then
 * a completion and two reviews. Staff work on it, nobody on their own record, nor do they read the notes on it;
 * management adds and removes people, nobody themselves.
 * `{id}` is the trainee's Discord ID. What surprises: a record has one `version`, but a write is only stale when the
 * part that it changes (one stage, completion, one of the reviews, the details) was changed since, so that two who sign
 * off different stages do not disturb each other; then it answers 409 with the record as it stands. The spec's bodies
 * have no `version`: without one the last write wins, and the page always sends it. Names are kept as typed; who wrote
 * each state of a stage is kept beside it. A spreadsheet is taken literally: it stamps no dates, an empty cell clears,
 * and only dates that it leaves empty stay, and Passed is taken over with whatever stages it names. Whoever chooses a
 * status may undo that for some seconds, and what is announced of it waits as long.
 */

import * as z from 'zod/mini'
import { DiscordId } from '#lib/discord-id.ts'
import { endpoint } from '#lib/endpoint.ts'
import { msg, t } from '#lib/messages.ts'
import { RecordReport, recordSheetCall } from '#lib/sheet.ts'
import { changedLines, changedText, optionalText, text } from '#lib/text.ts'
import { SHEET_FIELDS } from './sheet-rules.ts'
import { COMPLETION_STATUSES, REVIEW_TYPES, STAGE_KEYS, STAGE_STATES } from './stage-rules.ts'

const Name = text(60)
const Outcome = z.strictObject({ label: Name, short: z.optional(Name), aliases: z.optional(z.array(Name)) })

/** The checklist as `community/checklists.yaml` describes it; what a promotion may name, the roster says. */
export const Checklist = z.strictObject({
  title: Name,
  person: Name,
  stages: z
    .array(
      z.strictObject({
        key: z.enum(STAGE_KEYS),
        column: Name,
        title: Name,
        aliases: z.optional(z.array(Name)),
        signedOffBy: z.optional(z.enum(['staff', 'management', 'owner'])),
      }),
    )
    .check(z.minLength(1, 'at least one stage')),
  inOrder: z.boolean(),
  outcomes: z.strictObject({ 'In-Training': Outcome, Passed: Outcome, Failed: Outcome }),
  promotion: z.optional(
    z.strictObject({
      from: z.string(),
      to: z.string(),
      status: z.optional(z.strictObject({ from: z.string(), to: z.string() })),
    }),
  ),
})
export type Checklist = z.infer<typeof Checklist>

declare module '#lib/topics.ts' {
  interface Topics {
    trialmods: true
  }
}

const StageFields = {
  done: z.boolean(),
  failed: z.boolean(),
  inProgress: z.boolean(),
  /** The supervising admin, as typed. */
  by: z.nullable(z.string()),
  notes: z.nullable(z.string()),
}

export const Stage = z.object(StageFields)
export type Stage = z.infer<typeof Stage>

export const TrialMod = z.object({
  /** 17 to 20 digits, never a number. */
  traineeId: z.string(),
  version: z.number(),
  staffId: z.nullable(z.string()),
  trialMod: z.object({ name: z.string() }),
  assignedInstructor: z.nullable(z.string()),
  officialInstructor: z.nullable(z.string()),
  completion: z.object({ status: z.enum(COMPLETION_STATUSES) }),
  /** ISO 8601 in UTC, as the other dates. */
  dates: z.object({ completed: z.nullable(z.string()) }),
  instructorReviewName: z.nullable(z.string()),
  instructorReviewDate: z.nullable(z.string()),
  instructorReviewRating: z.nullable(z.number()),
  traineeReviewName: z.nullable(z.string()),
  traineeReviewDate: z.nullable(z.string()),
  traineeReviewRating: z.nullable(z.number()),
  classroom: Stage,
  inGame: Stage,
  /** supervised1 to supervised5. */
  supervised: z.array(Stage),
  /** How many stages have notes, are failed, are passed. */
  notes: z.number(),
  failed: z.number(),
  passed: z.number(),
})
export type TrialMod = z.infer<typeof TrialMod>

/** One saved state of a stage. */
export const StageEntry = z.object({
  stage: z.enum(STAGE_KEYS),
  ...StageFields,
  at: z.string(),
  /** Who was signed in; null where the site arrived with it. */
  actorId: z.nullable(z.string()),
  actorName: z.nullable(z.string()),
})
export type StageEntry = z.infer<typeof StageEntry>

/** What a trainee may know of their own record. */
export const OwnProgress = z.object({
  traineeId: z.string(),
  staffId: z.nullable(z.string()),
  status: z.enum(COMPLETION_STATUSES),
  completed: z.nullable(z.string()),
  assignedInstructor: z.nullable(z.string()),
  officialInstructor: z.nullable(z.string()),
  /** How many stages are passed. */
  passed: z.number(),
  stages: z.array(z.object({ stage: z.enum(STAGE_KEYS), state: z.nullable(z.enum(STAGE_STATES)) })),
})
export type OwnProgress = z.infer<typeof OwnProgress>

const Id = z.object({ id: DiscordId })
const Version = z.optional(
  z.int(msg('The version that was read.')).check(z.positive(msg('The version that was read.'))),
)

/** A time of this century, with its zone; the database has no year 0. */
const Moment = z.optional(
  z.nullable(
    z.pipe(
      z.iso
        .datetime({ offset: true, error: msg('There is no such time. Write 2026-03-14T18:30:00Z.') })
        .check(z.refine((time) => /^20\d\d/.test(time), msg('Use a year from 2000 to 2099.'))),
      z.transform((time) => new Date(time).toISOString()),
    ),
  ),
)

/** One of these words. */
const oneOf = <const T extends readonly string[]>(names: T) =>
  z.enum(names, { error: () => t('One of {names}.', { names: names.join(', ') }) })

const Details = { staffId: optionalText(20), name: text(100), assignedInstructor: optionalText(100) }

/** What management submits of somebody. */
export const TrialModDraft = z.strictObject({ traineeId: DiscordId, ...Details })
export type TrialModDraft = z.infer<typeof TrialModDraft>

export const StageChange = z.strictObject({
  stage: oneOf(STAGE_KEYS),
  done: z.optional(z.boolean(msg('True or false.'))),
  failed: z.optional(z.boolean(msg('True or false.'))),
  inProgress: z.optional(z.boolean(msg('True or false.'))),
  notes: changedLines(4000),
  byName: changedText(100),
  version: Version,
})
export type StageChange = z.infer<typeof StageChange>

const Changed = z.object({ ok: z.literal(true), item: TrialMod })

/** Nobody reads what staff noted on their own stages. */
const STAGE_NOTES = ['notes']

export const listTrialMods = endpoint({
  method: 'GET',
  path: '/api/trialmods',
  access: 'staff',
  topic: 'trialmods',
  summary:
    'Every trial moderator with their stages, completion and reviews: In-Training first, then Passed, then Failed.',
  reply: z.array(TrialMod),
  hiddenFromSubject: STAGE_NOTES,
})

export const findChecklist = endpoint({
  method: 'GET',
  path: '/api/trialmods/checklist',
  access: 'member',
  summary: 'Which stages the checklist has, in their order, who signs them off, and what follows when somebody passes.',
  reply: Checklist,
})

export const findOwnProgress = endpoint({
  method: 'GET',
  path: '/api/trialmods/mine',
  access: 'member',
  summary: 'How far your own training is; null when you are no trial moderator. Without what staff noted.',
  reply: z.object({ data: z.nullable(OwnProgress) }),
})

export const addTrialMod = endpoint({
  method: 'POST',
  path: '/api/trialmods',
  access: 'management',
  summary: 'Adds a trial moderator to the checklist, not yourself.',
  body: TrialModDraft,
  reply: Changed,
})

export const changeTrialMod = endpoint({
  method: 'PUT',
  path: '/api/trialmods/{id}',
  access: 'management',
  summary:
    "Changes a trial moderator's staff id, name and assigned instructor, not your own. 409 when someone else did meanwhile.",
  params: Id,
  body: z.strictObject({
    ...Details,
    version: z.int(msg('The version that was edited is needed.')).check(z.positive()),
  }),
  reply: Changed,
})

export const removeTrialMod = endpoint({
  method: 'DELETE',
  path: '/api/trialmods/{id}',
  access: 'management',
  summary: 'Removes a trial moderator with all their stages from the checklist, not yourself.',
  params: Id,
  reply: z.object({ ok: z.literal(true) }),
})

export const changeStage = endpoint({
  method: 'PATCH',
  path: '/api/trialmods/{id}/stage',
  access: 'staff',
  summary:
    'Signs off one stage, not of your own record. Done, failed and inProgress exclude each other; a status and byName belong together.',
  params: Id,
  body: StageChange,
  reply: Changed,
})

export const changeCompletion = endpoint({
  method: 'POST',
  path: '/api/trialmods/{id}/completion',
  access: 'staff',
  summary:
    'Changes status, official instructor or reviewers, not of your own record: only what is sent. Dates left out follow the rules. Passed with unfinished stages needs management, and says why.',
  params: Id,
  body: z
    .strictObject({
      status: z.optional(oneOf(COMPLETION_STATUSES)),
      officialInstructorName: changedText(100),
      completedAt: Moment,
      instructorReviewName: changedText(100),
      instructorReviewDate: Moment,
      traineeReviewName: changedText(100),
      traineeReviewDate: Moment,
      /** Why somebody passes with unfinished stages; it is kept in the audit log. */
      why: changedLines(4000),
      version: Version,
    })
    .check(
      z.refine(
        ({ version: _, why: __, ...changes }) => Object.values(changes).some((value) => value !== undefined),
        msg('Say what changes.'),
      ),
    ),
  reply: Changed,
})

export const undoCompletion = endpoint({
  method: 'POST',
  path: '/api/trialmods/{id}/completion/undo',
  access: 'staff',
  summary:
    'Takes back your own last change of a status, with its date and its announcement. Only for some seconds, then 409.',
  params: Id,
  body: z.strictObject({ version: z.int(msg('The version that the change led to.')).check(z.positive()) }),
  reply: Changed,
})

export const changeReview = endpoint({
  method: 'POST',
  path: '/api/trialmods/{id}/review',
  access: 'staff',
  summary: 'Rates the instructor or the trainee, not on your own record: a whole number from 1 to 5, or null.',
  params: Id,
  body: z.strictObject({
    type: oneOf(REVIEW_TYPES),
    rating: z.nullable(
      z
        .int(msg('A whole number from 1 to 5.'))
        .check(z.minimum(1, msg('At least 1.')), z.maximum(5, msg('At most 5.'))),
    ),
    reviewedAt: Moment,
    version: Version,
  }),
  reply: Changed,
})

export const listStageHistory = endpoint({
  method: 'GET',
  path: '/api/trialmods/{id}/history',
  access: 'staff',
  summary: 'Every saved state of the stages of a trial moderator, newest first: who set what, and when.',
  params: Id,
  reply: z.object({ data: z.array(StageEntry) }),
  hiddenFromSubject: STAGE_NOTES,
})

/** What an import does, or would do, to one record; `fields` in the order of the table, only those that differ. */
const TrialModImportChange = z.object({
  kind: z.enum(['added', 'changed', 'missing']),
  traineeId: z.string(),
  staffId: z.nullable(z.string()),
  name: z.string(),
  fields: z.array(
    z.object({ field: z.enum(SHEET_FIELDS), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
})
export type TrialModImportChange = z.infer<typeof TrialModImportChange>

export const TrialModImport = z.extend(RecordReport, {
  /** In the order of the file, the missing ones last. */
  changes: z.array(TrialModImportChange),
})
export type TrialModImport = z.infer<typeof TrialModImport>

/** The most rows of a spreadsheet. */
export const MAX_ROWS = 1000

export const importTrialMods = endpoint({
  method: 'POST',
  path: '/api/trialmods/import',
  access: 'management',
  summary:
    'Takes over a spreadsheet of trial moderators: all of it or nothing, unless rows=good takes those with which nothing is wrong. With dryRun=true it only says what would change; with the basis of a dry run it is refused where something else would change by now.',
  ...recordSheetCall,
  reply: TrialModImport,
})

export const endpoints = [
  listTrialMods,
  findChecklist,
  findOwnProgress,
  addTrialMod,
  changeTrialMod,
  removeTrialMod,
  changeStage,
  changeCompletion,
  undoCompletion,
  changeReview,
  listStageHistory,
  importTrialMods,
]

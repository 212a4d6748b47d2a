/*
 * The checklist of trial moderators: seven stages on the way to Moderator, each signed off by a supervising admin, then
 * a completion and two reviews. The further checklists of a community have the same calls. Staff work on the records,
 * but not on their own, and they cannot read the notes on their own. Management adds and removes people, but not
 * themselves.
 *
 * Things to know:
 * - `{id}` is the trainee's Discord ID.
 * - A record has one `version`. A write is stale only if the part it changes (one stage, completion, one of the
 *   reviews, the details) was changed since. Two people who sign off different stages do not conflict. A stale write
 *   returns 409 with the current record.
 * - The spec's bodies have no `version`. Without it, the last write wins. The page always sends it.
 * - Names are stored as typed. Beside each state of a stage, the checklist stores who wrote it.
 * - A spreadsheet is taken literally: it sets no dates by itself and an empty cell clears its field. Only empty dates
 *   keep the stored ones. Passed is accepted with any stages.
 * - People can undo their own change of a status for some seconds. Its announcement waits until then.
 */

import * as z from 'zod/mini'
import { type Access, can, STAFF_LEVELS, type StaffAccess, type StaffLevel } from '#lib/access.ts'
import { DiscordId } from '#lib/discord-id.ts'
import { endpoint } from '#lib/endpoint.ts'
import { exportCalls, exportsOf } from '#lib/export.ts'
import { furtherPlaces, type Place } from '#lib/further-places.ts'
import { msg, t } from '#lib/messages.ts'
import { RecordReport, recordSheetCallFor } from '#lib/sheet.ts'
import { changedLines, changedText, optionalText, text } from '#lib/text.ts'
import type { Topic } from '#lib/topics.ts'
import { SHEET_FIELDS } from './sheet-rules.ts'
import { COMPLETION_PARTS, COMPLETION_STATUSES, REVIEW_TYPES, STAGE_KEYS, STAGE_STATES } from './stage-rules.ts'

const Name = text(60)
const Outcome = z.strictObject({ label: Name, short: z.optional(Name), aliases: z.optional(z.array(Name)) })

/** A checklist in `community/checklists.yaml`. The names in its promotion are checked against its roster. */
export const Checklist = z.strictObject({
  title: Name,
  person: Name,
  /** Only for further checklists. Default: staff for `readBy` and management for `changedBy`. */
  readBy: z.optional(z.enum(STAFF_LEVELS)),
  changedBy: z.optional(z.enum(STAFF_LEVELS)),
  stages: z
    .array(
      z.strictObject({
        key: z.enum(STAGE_KEYS),
        column: Name,
        title: Name,
        aliases: z.optional(z.array(Name)),
        signedOffBy: z.optional(z.enum(STAFF_LEVELS)),
      }),
    )
    .check(z.minLength(1, 'at least one stage')),
  inOrder: z.boolean(),
  outcomes: z.strictObject({ 'In-Training': Outcome, Passed: Outcome, Failed: Outcome }),
  promotion: z.optional(
    z.strictObject({
      /** Its key in `rosters.yaml`. Default: the Staff Roster. */
      roster: z.optional(z.string()),
      from: z.string(),
      to: z.string(),
      status: z.optional(z.strictObject({ from: z.string(), to: z.string() })),
    }),
  ),
})
export type Checklist = z.infer<typeof Checklist>

/** All checklists of the file, by their keys there. */
export interface Checklists {
  'trial-mods': Checklist
  [key: string]: Checklist
}

/** The file's entry for one checklist. Throws if there is none. */
export function checklistIn(checklists: Readonly<Record<string, Checklist>>, key: string): Checklist {
  const checklist = checklists[key]
  if (checklist === undefined) throw new Error(`checklists.yaml has no checklist ${key}`)
  return checklist
}

declare module '#lib/topics.ts' {
  interface Topics {
    trialmods: true
    [further: `checklist-${string}`]: true
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
  /** 17 to 20 digits, as text: a number would lose digits. */
  traineeId: z.string(),
  version: z.number(),
  staffId: z.nullable(z.string()),
  trialMod: z.object({ name: z.string() }),
  assignedInstructor: z.nullable(z.string()),
  officialInstructor: z.nullable(z.string()),
  completion: z.object({ status: z.enum(COMPLETION_STATUSES) }),
  /** ISO 8601 in UTC, like the other dates. */
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
  /** The number of stages with notes, of failed stages and of passed stages. */
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
  /** The person who was signed in. Null for records that the site was set up with. */
  actorId: z.nullable(z.string()),
  actorName: z.nullable(z.string()),
})
export type StageEntry = z.infer<typeof StageEntry>

/** The parts of their own record that trainees may read. */
export const OwnProgress = z.object({
  traineeId: z.string(),
  staffId: z.nullable(z.string()),
  status: z.enum(COMPLETION_STATUSES),
  completed: z.nullable(z.string()),
  assignedInstructor: z.nullable(z.string()),
  officialInstructor: z.nullable(z.string()),
  /** The number of passed stages. */
  passed: z.number(),
  stages: z.array(z.object({ stage: z.enum(STAGE_KEYS), state: z.nullable(z.enum(STAGE_STATES)) })),
})
export type OwnProgress = z.infer<typeof OwnProgress>

const Id = z.object({ id: DiscordId })
const Version = z.optional(
  z.int(msg('The version that was read.')).check(z.positive(msg('The version that was read.'))),
)

/** A time of this century with a time zone. The database has no year 0. */
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

/** One of these texts. */
const oneOf = <const T extends readonly string[]>(names: T) =>
  z.enum(names, { error: () => t('One of {names}.', { names: names.join(', ') }) })

const Details = { staffId: optionalText(20), name: text(100), assignedInstructor: optionalText(100) }

/** The details of a person that management submits. */
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

/** The fields that staff cannot read on their own stages. */
const STAGE_NOTES = ['notes']

/** What an import changes, or would change, about one record. `fields` has only those that differ, in table order. */
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
  /** In the order of the file, with the missing records last. */
  changes: z.array(TrialModImportChange),
})
export type TrialModImport = z.infer<typeof TrialModImport>

/** The maximum number of rows of a spreadsheet. */
export const MAX_ROWS = 1000

type ChecklistName = Extract<Topic, 'trialmods' | `checklist-${string}`>

interface ChecklistWords<N extends ChecklistName> {
  /** The topic of the checklist, and the prefix of its targets in the audit log. */
  name: N
  /** The key of the checklist in `community/checklists.yaml`. */
  key: string
  title: string
  page: string
  path: `/api/${string}`
  readBy?: StaffLevel
  changedBy?: StaffLevel
  importedBy?: StaffAccess
  /** Who may read its stages. Default: the readers of the checklist. */
  describedTo?: Access
}

/**
 * Defines the calls of a checklist and its page. Over 60 lines because it lists every call with its documentation and
 * its own rules for the body, and `ChecklistCalls` is inferred from that list.
 */
function callsOf<N extends ChecklistName>(words: ChecklistWords<N>) {
  const { name, key, title, page, path, readBy = 'staff', changedBy = 'management', describedTo = readBy } = words
  const { importedBy = changedBy } = words
  const list = endpoint({
    method: 'GET',
    path,
    access: readBy,
    topic: name,
    summary: `Lists the people on the ${title} with their stages, completion and reviews: In-Training first, then Passed, then Failed.`,
    reply: z.array(TrialMod),
    hiddenFromSubject: STAGE_NOTES,
  })
  return {
    name,
    key,
    page,
    importPage: `${page}/import`,
    list,
    exports: exportsOf(list, { name, summary: `the ${title}`, row: TrialMod, key: 'traineeId' }),
    content: endpoint({
      method: 'GET',
      path: `${path}/checklist`,
      access: describedTo,
      summary: `Returns the stages of the ${title} in their order, who signs them off, and what follows when a person passes.`,
      reply: Checklist,
    }),
    own: endpoint({
      method: 'GET',
      path: `${path}/mine`,
      access: 'member',
      summary: `Returns the progress of the caller on the ${title}, without the notes of staff. \`data\` is null if the caller is not on it.`,
      reply: z.object({ data: z.nullable(OwnProgress) }),
    }),
    add: endpoint({
      method: 'POST',
      path,
      access: changedBy,
      summary: `Adds a person to the ${title}. Returns 403 if the person is the caller.`,
      body: TrialModDraft,
      reply: Changed,
    }),
    change: endpoint({
      method: 'PUT',
      path: `${path}/{id}`,
      access: changedBy,
      summary: `Replaces the staff id, name and assigned instructor of a person on the ${title}. Returns 403 for the record of the caller, and 409 if these fields were changed since the given version.`,
      params: Id,
      body: z.strictObject({
        ...Details,
        version: z.int(msg('The version that was edited is needed.')).check(z.positive()),
      }),
      reply: Changed,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/{id}`,
      access: changedBy,
      summary: `Removes a person and all their stages from the ${title}. Returns 403 for the record of the caller.`,
      params: Id,
      reply: z.object({ ok: z.literal(true) }),
    }),
    changeStage: endpoint({
      method: 'PATCH',
      path: `${path}/{id}/stage`,
      access: readBy,
      summary:
        'Signs off one stage. Only one of `done`, `failed` and `inProgress` can be true. A state requires `byName`, and `byName` requires a state. Returns 403 for the record of the caller.',
      params: Id,
      body: StageChange,
      reply: Changed,
    }),
    changeCompletion: endpoint({
      method: 'POST',
      path: `${path}/{id}/completion`,
      access: readBy,
      summary:
        'Updates the status, official instructor or reviewers of a record. Only the fields that are sent change, and dates that are left out follow the rules. Passing with unfinished stages requires management and `why`. Returns 403 for the record of the caller.',
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
          /** Why the person passes with unfinished stages. It is kept in the audit log. */
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
    }),
    undoCompletion: endpoint({
      method: 'POST',
      path: `${path}/{id}/completion/undo`,
      access: readBy,
      summary:
        'Undoes a change that the caller made to the status (with its date and announcement), the official instructor or a review. Returns 409 after some seconds, when the time to undo is over.',
      params: Id,
      body: z.strictObject({
        part: z._default(oneOf(COMPLETION_PARTS), COMPLETION_PARTS[0]),
        version: z.int(msg('The version that the change led to.')).check(z.positive()),
      }),
      reply: Changed,
    }),
    changeReview: endpoint({
      method: 'POST',
      path: `${path}/{id}/review`,
      access: readBy,
      summary:
        'Rates the instructor or the trainee with a whole number from 1 to 5, or removes the rating with null. Returns 403 for the record of the caller.',
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
    }),
    history: endpoint({
      method: 'GET',
      path: `${path}/{id}/history`,
      access: readBy,
      summary: `Lists every saved state of the stages of a person on the ${title}, newest first, with who set it and when.`,
      params: Id,
      reply: z.object({ data: z.array(StageEntry) }),
      hiddenFromSubject: STAGE_NOTES,
    }),
    import: endpoint({
      method: 'POST',
      path: `${path}/import`,
      access: importedBy,
      ...recordSheetCallFor(title),
      reply: TrialModImport,
    }),
  }
}

export type ChecklistCalls = ReturnType<typeof callsOf<ChecklistName>>

export const trialModCalls = callsOf({
  name: 'trialmods',
  key: 'trial-mods',
  title: 'Trial Mod Checklist',
  page: '/trial-mod-checklist',
  path: '/api/trialmods',
  importedBy: can('import.run'),
  describedTo: 'member',
})

export const {
  list: listTrialMods,
  content: findChecklist,
  own: findOwnProgress,
  add: addTrialMod,
  change: changeTrialMod,
  remove: removeTrialMod,
  changeStage,
  changeCompletion,
  undoCompletion,
  changeReview,
  history: listStageHistory,
  import: importTrialMods,
} = trialModCalls

export const listOwnChecklists = endpoint({
  method: 'GET',
  path: '/api/me/checklists',
  access: 'member',
  summary:
    'Lists the further checklists that the caller is on, with their stages and the progress of the caller, without the notes of staff.',
  reply: z.object({ data: z.array(z.object({ checklist: Checklist, progress: OwnProgress })) }),
})

/** The calls of a further checklist of this community. */
export const furtherCalls = ({ key, ...words }: Place): ChecklistCalls =>
  callsOf({ name: `checklist-${key}`, key, page: `/checklists/${key}`, path: `/api/checklists/${key}`, ...words })

/** The further checklists of this community, in their order. */
export const furtherChecklists = (checklists: Checklists) => furtherPlaces(checklists, [trialModCalls.key])

/** The calls of all checklists of this community. */
export const allCalls = (checklists: Checklists): ChecklistCalls[] => [
  trialModCalls,
  ...furtherChecklists(checklists).map(furtherCalls),
]

export const endpointsOf = (calls: ChecklistCalls) => [
  calls.list,
  calls.content,
  calls.own,
  calls.add,
  calls.change,
  calls.remove,
  calls.changeStage,
  calls.changeCompletion,
  calls.undoCompletion,
  calls.changeReview,
  calls.history,
  calls.import,
  ...exportCalls(calls.exports),
]

export const endpoints = [...endpointsOf(trialModCalls), listOwnChecklists]

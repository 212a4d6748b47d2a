/*
 * The training queue: every trial moderator In-Training, oldest first, and their mentors. Staff read it in the side
 * panel of the roster. Management assigns and removes mentors.
 *
 * Things to know:
 * - This feature only stores who mentors whom. Other features tell it who is in training and who is on the staff.
 * - A mentor who left the roster does not count as one until they return.
 * - `version` counts the changes of a trainee's mentor. A request with an outdated version returns 409 with the current
 *   entry.
 * - The mentors of several trainees are changed in one call, for all or none.
 */

import * as z from 'zod/mini'
import { DiscordId } from '#lib/discord-id.ts'
import { endpoint } from '#lib/endpoint.ts'
import { exportCalls, exportsOf } from '#lib/export.ts'
import { msg, t } from '#lib/messages.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    training: true
  }
}

export const TrainingQueueEntry = z.object({
  traineeId: z.string(),
  traineeName: z.string(),
  mentorId: z.nullable(z.string()),
  mentorName: z.nullable(z.string()),
  version: z.number(),
})
export type TrainingQueueEntry = z.infer<typeof TrainingQueueEntry>

export const listTrainingQueue = endpoint({
  method: 'GET',
  path: '/api/training/queue',
  access: 'staff',
  topic: 'training',
  part: 'training-queue',
  summary: 'Lists the trial moderators In-Training with their mentors, oldest first.',
  reply: z.object({ data: z.array(TrainingQueueEntry) }),
})

export const exportTrainingQueue = exportsOf(listTrainingQueue, {
  name: 'training',
  summary: 'the training queue',
  row: TrainingQueueEntry,
  key: 'traineeId',
})

const MentorId = z.nullable(DiscordId)
const Version = z.int(msg('The version that was read.')).check(z.minimum(0, msg('The version that was read.')))
/** The maximum number of trainees in one change of mentors. */
const MAX_CHOSEN = 200

export const changeMentor = endpoint({
  method: 'PUT',
  path: '/api/training/queue/{traineeId}',
  access: 'management',
  part: 'training-queue',
  summary:
    'Assigns a mentor from the Staff Roster to a trainee, or removes the mentor with null. Returns 409 if the version is outdated.',
  params: z.object({ traineeId: DiscordId }),
  body: z.strictObject({
    mentorId: MentorId,
    version: z.optional(Version),
  }),
  reply: z.object({ ok: z.literal(true), item: TrainingQueueEntry }),
})

export const changeMentors = endpoint({
  method: 'POST',
  path: '/api/training/mentors',
  access: 'management',
  part: 'training-queue',
  summary:
    'Assigns mentors to several trainees, or removes them with null, for all or none. Returns 409 with the trainees whose version is outdated.',
  body: z.strictObject({
    trainees: z.array(z.strictObject({ traineeId: DiscordId, mentorId: MentorId, version: Version })).check(
      z.minLength(1, msg('Choose at least one trainee.')),
      z.maxLength(MAX_CHOSEN, { error: () => t('Choose at most {max} trainees.', { max: MAX_CHOSEN }) }),
      z.refine(
        (trainees) => new Set(trainees.map(({ traineeId }) => traineeId)).size === trainees.length,
        msg('Name each trainee once.'),
      ),
    ),
  }),
  reply: z.object({ ok: z.literal(true), data: z.array(TrainingQueueEntry) }),
})

export const endpoints = [listTrainingQueue, ...exportCalls(exportTrainingQueue), changeMentor, changeMentors]

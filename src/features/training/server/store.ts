import { eq } from 'drizzle-orm'
import type { Audit } from '#features/audit/server/store.ts'
import { msg } from '#lib/messages.ts'
import type { Database } from '#server/database/database.ts'
import { changedMeanwhile, invalid, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import type { TrainingQueueEntry } from '../contract.ts'
import { type Colleague, mentorProblem, type Person, queueOf } from '../rules.ts'
import { trainingMentors } from './tables.ts'

/** What this feature is told of others. */
export interface TrainingPeople {
  /** Who is in training, oldest first. */
  trainees(): Promise<Person[]>
  /** Who may mentor. */
  staff(): Promise<Colleague[]>
}

export interface TrainingStore {
  /** Oldest first. */
  list(): Promise<TrainingQueueEntry[]>
  /** Assigns a mentor, or takes them away. What it refuses it throws as a `HttpError`. */
  changeMentor(
    by: By,
    traineeId: string,
    change: { mentorId: string | null; version?: number },
  ): Promise<TrainingQueueEntry>
}

export function createTrainingStore(deps: { database: Database; audit: Audit } & TrainingPeople): TrainingStore {
  const { audit, database } = deps
  return {
    list: async () => {
      const [trainees, staff, mentors] = await Promise.all([
        deps.trainees(),
        deps.staff(),
        database.db.select().from(trainingMentors),
      ])
      return queueOf(trainees, staff, mentors)
    },

    changeMentor: async (by, traineeId, { mentorId, version }) => {
      // Asked before the change begins: others ask the database by themselves.
      const [trainees, staff] = await Promise.all([deps.trainees(), deps.staff()])
      const trainee = trainees.find(({ id }) => id === traineeId)
      if (trainee === undefined) throw notFound(msg('This trial moderator is no longer in the training queue.'))
      const problem = mentorId === null ? null : mentorProblem(mentorId, trainees, staff)
      if (problem !== null) throw invalid({ mentorId: problem }, problem)
      const entryOf = (row: typeof trainingMentors.$inferSelect | undefined) =>
        queueOf([trainee], staff, row === undefined ? [] : [row])[0]

      const item = await audit.change(by, async (tx) => {
        const mine = eq(trainingMentors.traineeId, traineeId)
        const [before] = await tx.select().from(trainingMentors).where(mine).for('update')
        if (version !== undefined && version !== (before?.version ?? 0)) throw changedMeanwhile(entryOf(before))
        if ((before?.mentorId ?? null) === mentorId) return { result: entryOf(before), entries: [], topics: [] }
        const [after] =
          before === undefined
            ? await tx.insert(trainingMentors).values({ traineeId, mentorId }).onConflictDoNothing().returning()
            : await tx
                .update(trainingMentors)
                .set({ mentorId, version: before.version + 1 })
                .where(mine)
                .returning()
        if (after === undefined) {
          const [now] = await tx.select().from(trainingMentors).where(mine)
          throw changedMeanwhile(entryOf(now))
        }
        const entry = {
          action: 'changeMentor',
          target: `training/${traineeId}`,
          before: { mentorId: before?.mentorId ?? null },
          after: { mentorId },
        }
        return { result: entryOf(after), entries: [entry], topics: ['training'] }
      })
      if (item === undefined) throw new Error('a trainee has one entry in the queue')
      return item
    },
  }
}

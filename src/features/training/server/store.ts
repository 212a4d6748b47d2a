import { eq, inArray } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import type { Audit } from '#features/audit/server/store.ts'
import { msg } from '#lib/messages.ts'
import type { Database } from '#server/database/database.ts'
import { changedMeanwhile, type HttpError, invalid, notFound, someChangedMeanwhile } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import type { TrainingQueueEntry } from '../contract.ts'
import { type Colleague, mentorProblem, type Person, queueOf } from '../rules.ts'
import { trainingMentors } from './tables.ts'

/** The people whom other features provide. */
export interface TrainingPeople {
  /** The people in training, oldest first. */
  trainees(): Promise<Person[]>
  /** The people who may be mentors. */
  staff(): Promise<Colleague[]>
}

/** A trainee and their new mentor. Null removes the mentor. */
interface MentorChange {
  traineeId: string
  mentorId: string | null
  version?: number
}

export interface TrainingStore {
  /** Oldest first. */
  list(): Promise<TrainingQueueEntry[]>
  /** Assigns or removes a mentor. Throws a `HttpError` for everything that it refuses. */
  changeMentor(
    by: By,
    traineeId: string,
    change: { mentorId: string | null; version?: number },
  ): Promise<TrainingQueueEntry>
  /** Changes several trainees' mentors, for all or none. Returns the entries in the given order. */
  changeMentors(by: By, changes: readonly Required<MentorChange>[]): Promise<TrainingQueueEntry[]>
}

export function createTrainingStore(deps: { database: Database; audit: Audit } & TrainingPeople): TrainingStore {
  const { audit, database } = deps

  async function assign(
    by: By,
    changes: readonly MentorChange[],
    refusal: (stale: TrainingQueueEntry[]) => HttpError,
  ): Promise<TrainingQueueEntry[]> {
    // Read them before the transaction starts, because they use their own database connections.
    const [trainees, staff] = await Promise.all([deps.trainees(), deps.staff()])
    const plan = changes.map((change) => {
      const trainee = trainees.find(({ id }) => id === change.traineeId)
      if (trainee === undefined) throw notFound(msg('This trial moderator is no longer in the training queue.'))
      const problem = change.mentorId === null ? null : mentorProblem(change.mentorId, trainees, staff)
      if (problem !== null) throw invalid({ mentorId: problem }, problem)
      return { ...change, trainee }
    })
    const entryOf = (trainee: Person, row: typeof trainingMentors.$inferSelect | undefined) => {
      const [entry] = queueOf([trainee], staff, row === undefined ? [] : [row])
      if (entry === undefined) throw new Error('a trainee has one entry in the queue')
      return entry
    }

    return audit.change(by, async (tx) => {
      const ids = plan.map(({ traineeId }) => traineeId)
      const rows = await tx
        .select()
        .from(trainingMentors)
        .where(inArray(trainingMentors.traineeId, ids))
        .orderBy(trainingMentors.traineeId)
        .for('update')
      const known = new Map(rows.map((row) => [row.traineeId, row]))
      const stale = plan.filter(
        ({ traineeId, version }) => version !== undefined && version !== (known.get(traineeId)?.version ?? 0),
      )
      if (stale.length > 0) {
        throw refusal(stale.map(({ trainee, traineeId }) => entryOf(trainee, known.get(traineeId))))
      }
      const result: TrainingQueueEntry[] = []
      const entries: AuditEntry[] = []
      for (const { trainee, traineeId, mentorId } of plan) {
        const mine = eq(trainingMentors.traineeId, traineeId)
        const before = known.get(traineeId)
        if ((before?.mentorId ?? null) === mentorId) {
          result.push(entryOf(trainee, before))
          continue
        }
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
          throw refusal([entryOf(trainee, now)])
        }
        result.push(entryOf(trainee, after))
        entries.push({
          action: 'changeMentor',
          target: `training/${traineeId}`,
          before: { mentorId: before?.mentorId ?? null },
          after: { mentorId },
        })
      }
      return { result, entries, topics: entries.length > 0 ? ['training'] : [] }
    })
  }

  return {
    list: async () => {
      const [trainees, staff, mentors] = await Promise.all([
        deps.trainees(),
        deps.staff(),
        database.db.select().from(trainingMentors),
      ])
      return queueOf(trainees, staff, mentors)
    },

    changeMentor: async (by, traineeId, change) => {
      const [item] = await assign(by, [{ traineeId, ...change }], ([stale]) => changedMeanwhile(stale))
      if (item === undefined) throw new Error('one change answers one entry')
      return item
    },

    changeMentors: (by, changes) =>
      assign(by, changes, (stale) =>
        someChangedMeanwhile(
          stale,
          stale.map(({ traineeName }) => traineeName),
        ),
      ),
  }
}

import { useQuery } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import { changeMentor, changeMentors, listTrainingQueue, type TrainingQueueEntry } from '../contract.ts'

/** Spec, section 9: the queue is polled every 10 s. */
const POLL_EVERY = 10_000

/**
 * The people in training. A failure silently gives an empty list (spec section 8). `isKnown` distinguishes it from an
 * empty queue.
 */
export function useTrainingQueue(): { entries: readonly TrainingQueueEntry[]; isKnown: boolean } {
  const { data, isError } = useQuery({ ...queryOf(listTrainingQueue), refetchInterval: POLL_EVERY })
  const isKnown = !isError && data !== undefined
  return { entries: isKnown ? data.data : [], isKnown }
}

type Assignment = Pick<TrainingQueueEntry, 'traineeId' | 'mentorId' | 'version'>

/** Assigns or removes mentors, for several trainees in one call. The queue is refetched after success and failure. */
export const useAssignMentors = () => useWrite(assign, listTrainingQueue)

async function assign(trainees: Assignment[]): Promise<TrainingQueueEntry[]> {
  const [only] = trainees
  if (only === undefined || trainees.length > 1) return (await call(changeMentors, { body: { trainees } })).data
  const { traineeId, ...body } = only
  return [(await call(changeMentor, { params: { traineeId }, body })).item]
}

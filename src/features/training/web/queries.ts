import { useQuery } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import { changeMentor, changeMentors, listTrainingQueue, type TrainingQueueEntry } from '../contract.ts'

/** Spec, section 9. */
const POLL_EVERY = 10_000

/**
 * Who is in training. A failure is an empty list, silently (spec section 8); `isKnown` tells it from one in which nobody
 * is.
 */
export function useTrainingQueue(): { entries: readonly TrainingQueueEntry[]; isKnown: boolean } {
  const { data, isError } = useQuery({ ...queryOf(listTrainingQueue), refetchInterval: POLL_EVERY })
  const isKnown = !isError && data !== undefined
  return { entries: isKnown ? data.data : [], isKnown }
}

type Assignment = Pick<TrainingQueueEntry, 'traineeId' | 'mentorId' | 'version'>

/** Assigns mentors or takes them away, of several in one call; whatever comes of it, the queue is read again. */
export const useAssignMentors = () => useWrite(assign, listTrainingQueue)

async function assign(trainees: Assignment[]): Promise<TrainingQueueEntry[]> {
  const [only] = trainees
  if (only === undefined || trainees.length > 1) return (await call(changeMentors, { body: { trainees } })).data
  const { traineeId, ...body } = only
  return [(await call(changeMentor, { params: { traineeId }, body })).item]
}

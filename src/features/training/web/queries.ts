import { useQuery } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import { changeMentor, listTrainingQueue, type TrainingQueueEntry } from '../contract.ts'

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

/** Assigns a mentor or takes them away; whatever comes of it, the queue is read again. */
export const useChangeMentor = () =>
  useWrite(
    ({ entry, mentorId }: { entry: TrainingQueueEntry; mentorId: string | null }) =>
      call(changeMentor, { params: { traineeId: entry.traineeId }, body: { mentorId, version: entry.version } }),
    listTrainingQueue,
  )

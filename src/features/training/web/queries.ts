import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { changeMentor, listTrainingQueue, type TrainingQueueEntry } from '../contract.ts'

/** Spec, section 9. */
const POLL_EVERY = 10_000

/** Who is in training. A failure is an empty list, silently (spec section 8). */
export function useTrainingQueue(): readonly TrainingQueueEntry[] {
  const { data, isError } = useQuery({ ...queryOf(listTrainingQueue), refetchInterval: POLL_EVERY })
  return isError ? [] : (data?.data ?? [])
}

/** Assigns a mentor or takes them away; whatever comes of it, the queue is read again. */
export function useChangeMentor() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ entry, mentorId }: { entry: TrainingQueueEntry; mentorId: string | null }) =>
      call(changeMentor, { params: { traineeId: entry.traineeId }, body: { mentorId, version: entry.version } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listTrainingQueue.path] }),
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#lib/endpoint.ts'

/** How many milliseconds a write waits for the refetch of what it changed. */
const READ_WAIT = 400

/**
 * A write. After success, the changed lists are refetched, and the write ends when they have arrived, so that a form
 * closes over the new list. A refetch that is slow or fails does not delay the write. A failure is reported at once.
 * The lists are refetched then too, because someone else may have changed them first.
 */
export function useWrite<Sent, Reply>(
  write: (sent: Sent) => Promise<Reply>,
  ...changed: readonly Pick<Endpoint, 'path'>[]
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSettled: (_reply, error) => {
      const read = Promise.all(changed.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
      return error === null ? Promise.race([read, new Promise((resolve) => setTimeout(resolve, READ_WAIT))]) : undefined
    },
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#lib/endpoint.ts'

/** Milliseconds that a write waits for what it changed to be read again. */
const READ_WAIT = 400

/**
 * A write. Once it succeeded, what it changed is read again, and the write is done with that, so that a form closes over
 * the new list; a list that takes long or cannot be read holds nothing up. A failure is told at once; the list is read
 * again then too, for somebody else may have been first.
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

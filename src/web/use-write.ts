import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#lib/endpoint.ts'

/**
 * A write, which ends once what it changes was read again: nobody has to wait for the server's word of it. After a failure
 * too, for it may be that somebody else was first.
 */
export function useWrite<Sent, Reply>(
  write: (sent: Sent) => Promise<Reply>,
  ...changed: readonly Pick<Endpoint, 'path'>[]
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSettled: () => Promise.all(changed.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] }))),
  })
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#web/call.ts'
import { findPerson } from '../contract.ts'

/** Open panels are notified of changes at once. Polling is for panels that lost their live connection. */
const POLL_EVERY = 30_000

/** The same query for the page that shows a person and for code that prefetches them. */
export const personQuery = (id: string) => ({
  queryKey: [findPerson.path, id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(findPerson, { params: { id }, signal }),
  meta: { topic: findPerson.topic },
})

/** Everything that the lists say about a person. */
export function usePerson(id: string) {
  return useQuery({ ...personQuery(id), refetchInterval: POLL_EVERY })
}

/** Prefetches the people whom the arrow keys lead to. */
export function usePrefetchPeople(ids: readonly (string | undefined)[]): void {
  const queryClient = useQueryClient()
  const [previous, next] = ids
  useEffect(() => {
    for (const id of [next, previous]) if (id !== undefined) void queryClient.prefetchQuery(personQuery(id))
  }, [queryClient, previous, next])
}

import { useQuery } from '@tanstack/react-query'
import { queryAt } from '#web/queries.ts'
import type { listSupporters } from '../contract.ts'

/** The server refreshes the list every five minutes, so the page need not ask often. */
export function useSupporters() {
  return useQuery({ ...queryAt<typeof listSupporters>('/api/supporters', 'supporters'), staleTime: 60_000 })
}

import { useQuery } from '@tanstack/react-query'
import { queryAt } from '#web/queries.ts'
import type { countInbox } from '../contract.ts'

/** The counts for the badge. Every page uses this hook, so it does not load the schemas of the call. */
export function useInboxCount(isWanted = true) {
  const { data } = useQuery({
    ...queryAt<typeof countInbox>('/api/inbox/count'),
    meta: { topic: 'inbox' },
    enabled: isWanted,
  })
  const waiting = data?.waiting ?? []
  return { total: waiting.reduce((sum, { count }) => sum + count, data?.unread ?? 0), waiting }
}

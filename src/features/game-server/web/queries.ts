import { useQuery } from '@tanstack/react-query'
import { queryAt } from '#web/queries.ts'
import type { findGameServer } from '../contract.ts'

/**
 * The page was rendered with counts that may be some minutes old. The first query waits, so that the video and the
 * pictures load first.
 */
const FIRST_AFTER = 5_000
/** Signed-in people are notified of a change at once. All others poll slowly, and only while they look at the page. */
const POLL_EVERY = 60_000

export function useGameServer() {
  return useQuery({
    ...queryAt<typeof findGameServer>('/api/game-server', 'game-server'),
    refetchInterval: ({ state }) => (state.dataUpdateCount + state.errorUpdateCount > 1 ? POLL_EVERY : FIRST_AFTER),
  })
}

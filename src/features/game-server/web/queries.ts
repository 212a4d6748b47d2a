import { useQuery } from '@tanstack/react-query'
import { queryAt } from '#web/queries.ts'
import type { findGameServer } from '../contract.ts'

/** The page came with counts that may be some minutes old; the film and the pictures come first. */
const FIRST_AFTER = 5_000
/** Who is signed in hears of a change at once; everybody else asks gently, and only while they look. */
const POLL_EVERY = 60_000

export function useGameServer() {
  return useQuery({
    ...queryAt<typeof findGameServer>('/api/game-server', 'game-server'),
    refetchInterval: ({ state }) => (state.dataUpdateCount + state.errorUpdateCount > 1 ? POLL_EVERY : FIRST_AFTER),
  })
}

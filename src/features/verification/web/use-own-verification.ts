import { useQuery } from '@tanstack/react-query'
import { queryAt } from '#web/queries.ts'
import type { findOwnVerification } from '../contract.ts'

/** In milliseconds. The live connection announces changes at once; polling covers its loss. */
const POLL_EVERY = 30_000

/** The verification of the signed-in person. */
export function useOwnVerification({ enabled = true } = {}) {
  return useQuery({
    ...queryAt<typeof findOwnVerification>('/api/verification', 'verification'),
    enabled,
    refetchInterval: POLL_EVERY,
    refetchOnWindowFocus: 'always',
  })
}

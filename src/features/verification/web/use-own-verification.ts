import { useQuery } from '@tanstack/react-query'
import { queryAt } from '#web/queries.ts'
import type { findOwnVerification } from '../contract.ts'

/** The live connection tells of changes at once; this is for when it is lost. */
const POLL_EVERY = 30_000

/** What became of the verification of the signed-in person. */
export function useOwnVerification({ enabled = true } = {}) {
  return useQuery({
    ...queryAt<typeof findOwnVerification>('/api/verification', 'verification'),
    enabled,
    refetchInterval: POLL_EVERY,
    refetchOnWindowFocus: 'always',
  })
}

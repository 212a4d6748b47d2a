import { useQuery } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import { approveVerification, listVerifications, rejectVerification, type Verification } from '../contract.ts'
import type { Decision } from '../rules.ts'

/** In milliseconds. The live connection announces changes at once; polling covers its loss. */
const POLL_EVERY = 30_000

export function useVerifications() {
  return useQuery({ ...queryOf(listVerifications), refetchInterval: POLL_EVERY })
}

/** Approves or rejects the version that the owner saw. */
export const useDecide = () =>
  useWrite(({ item, decision, reason }: { item: Verification; decision: Decision; reason: string }) => {
    const { id, version } = item
    return decision === 'approved'
      ? call(approveVerification, { params: { id }, body: { version } })
      : call(rejectVerification, { params: { id }, body: { version, reason } })
  }, listVerifications)

import { useQuery } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import { addClaim, confirmClaim, listClaims, listOwnClaims, refuseClaim } from '../contract.ts'

/** The live connection announces changes at once. Polling is for when it is lost. */
const POLL_EVERY = 60_000

export const useOwnClaims = () => useQuery(queryOf(listOwnClaims))

export const useAddClaim = () => useWrite((native_id: string) => call(addClaim, { body: { native_id } }), listOwnClaims)

export const useClaims = () => useQuery({ ...queryOf(listClaims), refetchInterval: POLL_EVERY })

export type ClaimDecision = 'confirm' | 'refuse'

export const useDecideClaim = (id: number) =>
  useWrite(
    (decision: ClaimDecision) =>
      call(decision === 'confirm' ? confirmClaim : refuseClaim, { params: { id: String(id) } }),
    listClaims,
  )

import { useQuery } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import { addIngestToken, listIngestTokens, removeIngestToken } from '../contract.ts'

/** The time of the last use of a token changes without any action on this page. */
const POLL_EVERY = 15_000

export function useIngestTokens() {
  return useQuery({ ...queryOf(listIngestTokens), refetchInterval: POLL_EVERY })
}

export const useAddIngestToken = () =>
  useWrite((label: string) => call(addIngestToken, { body: { label } }), listIngestTokens)

export const useRemoveIngestToken = () =>
  useWrite((id: number) => call(removeIngestToken, { params: { id: String(id) } }), listIngestTokens)

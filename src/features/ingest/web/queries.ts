import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { addIngestToken, listIngestTokens, removeIngestToken } from '../contract.ts'

/** When a token was used last changes by itself. */
const POLL_EVERY = 15_000

export function useIngestTokens() {
  return useQuery({ ...queryOf(listIngestTokens), refetchInterval: POLL_EVERY })
}

export function useAddIngestToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (label: string) => call(addIngestToken, { body: { label } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listIngestTokens.path] }),
  })
}

export function useRemoveIngestToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(removeIngestToken, { params: { id: String(id) } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listIngestTokens.path] }),
  })
}

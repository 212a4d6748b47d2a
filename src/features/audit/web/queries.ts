import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { input } from 'zod/v4/core'
import type { AuditWords } from '#lib/audit-words.ts'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import {
  type AuditRow,
  findAuditActors,
  findAuditChain,
  listAudit,
  listAuditActions,
  listAuditPeople,
  MAX_NAMES,
  verifyAuditChain,
} from '../contract.ts'
import { peopleIn } from '../sentence-rules.ts'

export type AuditAsked = input<typeof listAudit.query>

/** How often (ms) the list is loaded again. New rows are not announced to pages. */
const POLL_EVERY = 15_000
const LOOK_EVERY = 500

export function useAudit(query: AuditAsked) {
  return useQuery({
    queryKey: [listAudit.path, query],
    queryFn: ({ signal }) => call(listAudit, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_EVERY,
  })
}

export function useAuditActions() {
  return useQuery({ ...queryOf(listAuditActions), refetchInterval: POLL_EVERY })
}

export function useFindAuditActors(query: string, isWanted = true) {
  return useQuery({
    queryKey: [findAuditActors.path, query],
    queryFn: ({ signal }) => call(findAuditActors, { query: { query }, signal }),
    enabled: isWanted,
  })
}

/** Loads in one call the names of all people whom the rows name only by ID. */
export function useNames(rows: readonly AuditRow[], words: AuditWords): ReadonlyMap<string, string> {
  const ids = peopleIn(rows, words).slice(0, MAX_NAMES).join(',')
  const { data } = useQuery({
    queryKey: [listAuditPeople.path, ids],
    queryFn: ({ signal }) => call(listAuditPeople, { query: { ids }, signal }),
    enabled: ids !== '',
    placeholderData: keepPreviousData,
  })
  return new Map(data?.data.map(({ id, name }) => [id, name]))
}

/** The state of the chain. It is polled every `LOOK_EVERY` ms while a check runs. */
export function useAuditChain() {
  return useQuery({
    ...queryOf(findAuditChain),
    refetchInterval: ({ state }) => (state.data?.running ? LOOK_EVERY : false),
  })
}

export function useVerifyAuditChain() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(verifyAuditChain),
    onSuccess: async (state) => {
      // Cancel a request that is under way: its answer would not include the new check.
      await queryClient.cancelQueries({ queryKey: [findAuditChain.path] })
      queryClient.setQueryData([findAuditChain.path], state)
    },
  })
}

import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/queries.ts'
import { listMissingRoles, listOwnRights, listRights } from '../contract.ts'

export const useRights = () => useQuery(queryOf(listRights))
export const useOwnRights = () => useQuery(queryOf(listOwnRights))

/** If Discord sends no events about roles, the server asks for them every ten minutes at most. */
const NEWS_EVERY = 10 * 60_000

export const useMissingRoles = () =>
  useQuery({ ...queryOf(listMissingRoles), staleTime: NEWS_EVERY, refetchInterval: NEWS_EVERY })

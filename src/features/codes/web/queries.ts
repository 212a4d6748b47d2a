import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/queries.ts'
import { listPenalCodes, listTenCodes } from '../contract.ts'

/** The live connection tells of changes at once, but only signed-in people have one. */
const refetchInterval = 60_000

export function useTenCodes() {
  return useQuery({ ...queryOf(listTenCodes), refetchInterval })
}

export function usePenalCodes() {
  return useQuery({ ...queryOf(listPenalCodes), refetchInterval })
}

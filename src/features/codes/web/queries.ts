import { useQuery } from '@tanstack/react-query'
import { queryAt } from '#web/queries.ts'
import type { findCalculator, listPenalCodes, listTenCodes } from '../contract.ts'

/** In milliseconds. Only signed-in users have a live connection that announces changes, so everyone polls. */
const refetchInterval = 60_000

export function useTenCodes() {
  return useQuery({ ...queryAt<typeof listTenCodes>('/api/codes/ten', 'ten-codes'), refetchInterval })
}

export function usePenalCodes() {
  return useQuery({ ...queryAt<typeof listPenalCodes>('/api/codes/penal', 'penal-codes'), refetchInterval })
}

/** The calculator's rules in law.yaml, which change only with a restart. */
export function useCalculator() {
  return useQuery({
    ...queryAt<typeof findCalculator>('/api/codes/calculator'),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

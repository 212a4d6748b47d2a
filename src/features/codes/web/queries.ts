import { useQuery } from '@tanstack/react-query'
import { queryAt } from '#web/queries.ts'
import type { findCalculator, listPenalCodes, listTenCodes } from '../contract.ts'

/** The live connection tells of changes at once, but only signed-in people have one. */
const refetchInterval = 60_000

export function useTenCodes() {
  return useQuery({ ...queryAt<typeof listTenCodes>('/api/codes/ten', 'ten-codes'), refetchInterval })
}

export function usePenalCodes() {
  return useQuery({ ...queryAt<typeof listPenalCodes>('/api/codes/penal', 'penal-codes'), refetchInterval })
}

/** The owner's table of the calculator, which changes with a new start alone. */
export function useCalculator() {
  return useQuery({
    ...queryAt<typeof findCalculator>('/api/codes/calculator'),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

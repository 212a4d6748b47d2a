import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import { queryAt } from '#web/queries.ts'
import type { findCalculator, listPenalCodes, listTenCodes, PenalCode, TenCode } from '../contract.ts'

/** In milliseconds. Only signed-in users have a live connection that announces changes, so everyone polls. */
const refetchInterval = 60_000

export function useTenCodes() {
  return useQuery({ ...queryAt<typeof listTenCodes>('/api/codes/ten', 'ten-codes'), refetchInterval })
}

export function usePenalCodes() {
  return useQuery({ ...queryAt<typeof listPenalCodes>('/api/codes/penal', 'penal-codes'), refetchInterval })
}

/**
 * Loads a list again for staff, because the page came with the public fields only. `isEditable` becomes true once every
 * code names its author. Until the staff's rows are rendered, the page keeps its rows: building hundreds of rows is slow.
 */
export function useStaffList<List extends { data: readonly (TenCode | PenalCode)[] }>(
  path: string,
  latest: List | undefined,
  isStaff: boolean,
) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isStaff) void queryClient.invalidateQueries({ queryKey: [path] })
  }, [queryClient, path, isStaff])
  const rendered = useDeferredValue(latest)
  const isEditable = isStaff && rendered?.data.every((code) => code.updated_by_username !== undefined) === true
  return { data: isEditable ? latest : rendered, isEditable }
}

/** The calculator's rules in law.yaml, which change only with a restart. */
export function useCalculator() {
  return useQuery({
    ...queryAt<typeof findCalculator>('/api/codes/calculator'),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/queries.ts'
import { listOffences } from '../contract.ts'

/** The catalogue: it is another one only after a start. */
export const useOffences = () => useQuery({ ...queryOf(listOffences), staleTime: Number.POSITIVE_INFINITY })

/** What staff can be given an action for. */
export const useStaffOffences = () => (useOffences().data?.data ?? []).filter(({ family }) => family === 'staff')

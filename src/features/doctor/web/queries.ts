import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/queries.ts'
import { listFindings } from '../contract.ts'

/** Loaded when the page opens and on request only, because each run calls other services. */
export const useFindings = () => useQuery({ ...queryOf(listFindings), refetchOnWindowFocus: false })

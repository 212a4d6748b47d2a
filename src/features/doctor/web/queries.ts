import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/queries.ts'
import { listFindings } from '../contract.ts'

/** Looked at when the page opens and when somebody asks for it, and never by itself: each look asks other services. */
export const useFindings = () => useQuery({ ...queryOf(listFindings), refetchOnWindowFocus: false })

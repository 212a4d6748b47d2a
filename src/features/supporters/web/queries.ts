import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/queries.ts'
import { listSupporters } from '../contract.ts'

/** The server looks every five minutes, so there is no reason to ask often. */
export function useSupporters() {
  return useQuery({ ...queryOf(listSupporters), staleTime: 60_000 })
}

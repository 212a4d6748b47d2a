import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/queries.ts'
import { findVersion } from '../contract.ts'

export function useFindVersion() {
  return useQuery(queryOf(findVersion))
}

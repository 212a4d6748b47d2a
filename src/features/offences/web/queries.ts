import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/queries.ts'
import { listOffences } from '../contract.ts'

/** The catalogue: it is another one only after a start. */
export const useOffences = () => useQuery({ ...queryOf(listOffences), staleTime: Number.POSITIVE_INFINITY })

/** What an action of a family can be given for; null while it is on its way. */
export function useOffencesOf(of: 'staff' | 'players') {
  const { data, isPending } = useOffences()
  return isPending ? null : (data?.data ?? []).filter(({ family }) => family === of)
}

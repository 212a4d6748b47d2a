import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/queries.ts'
import { listOffences } from '../contract.ts'

/** The catalogue. It changes only when the site restarts. */
export const useOffences = () => useQuery({ ...queryOf(listOffences), staleTime: Number.POSITIVE_INFINITY })

/** The offences of a family that an action can be given for. Null while they load. */
export function useOffencesOf(of: 'staff' | 'players') {
  const { data, isPending } = useOffences()
  return isPending ? null : (data?.data ?? []).filter(({ family }) => family === of)
}

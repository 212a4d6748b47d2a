import { useQuery } from '@tanstack/react-query'
import { queryAt } from '#web/queries.ts'
import type { listVerificationGroups } from '../contract.ts'
import { groupLabel } from '../rules.ts'

/** The groups that can be verified. They change only with a restart. Undefined while they load. */
export function useVerificationGroups() {
  const query = queryAt<typeof listVerificationGroups>('/api/verification/groups')
  return useQuery({ ...query, staleTime: Number.POSITIVE_INFINITY }).data?.data
}

/** Returns the label of a group. Null while the groups load. */
export function useGroupLabel(): (group: string) => string | null {
  const groups = useVerificationGroups()
  return (group) => (groups === undefined ? null : groupLabel(groups, group))
}

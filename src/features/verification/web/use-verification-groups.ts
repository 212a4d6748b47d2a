import { useQuery } from '@tanstack/react-query'
import { queryAt } from '#web/queries.ts'
import type { listVerificationGroups } from '../contract.ts'
import { groupLabel } from '../rules.ts'

/** Who can be verified; the community's file changes only with a restart. Undefined until it is known. */
export function useVerificationGroups() {
  const query = queryAt<typeof listVerificationGroups>('/api/verification/groups')
  return useQuery({ ...query, staleTime: Number.POSITIVE_INFINITY }).data?.data
}

/** What a group is called; null until it is known. */
export function useGroupLabel(): (group: string) => string | null {
  const groups = useVerificationGroups()
  return (group) => (groups === undefined ? null : groupLabel(groups, group))
}

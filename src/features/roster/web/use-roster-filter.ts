import { useMemo } from 'react'
import { LIST, TEXT, useListFilter } from '#web/use-list-filter.ts'
import type { RosterFilter } from '../rules.ts'

const PARAMETERS = { search: TEXT, status: LIST, role: LIST }

/** The roster's filter, kept in the address. */
export function useRosterFilter() {
  const { values, type, choose, clear } = useListFilter(PARAMETERS)
  const { search, status, role } = values
  const filter: RosterFilter = useMemo(() => ({ search, statuses: status, roles: role }), [search, status, role])
  return {
    filter,
    isFiltered: search.trim() !== '' || status.length > 0 || role.length > 0,
    setSearch: (text: string) => type({ search: text }),
    setStatuses: (statuses: readonly string[]) => choose({ status: statuses }),
    setRoles: (roles: readonly string[]) => choose({ role: roles }),
    clear,
  }
}

import { parseAsArrayOf, parseAsString, useQueryStates } from 'nuqs'
import type { RosterFilter } from '../rules.ts'

const PARAMETERS = {
  search: parseAsString.withDefault(''),
  status: parseAsArrayOf(parseAsString).withDefault([]),
  role: parseAsArrayOf(parseAsString).withDefault([]),
}

/** The roster's filter, kept in the address, so that a view can be shared and the Back button works. */
export function useRosterFilter() {
  const [{ search, status, role }, set] = useQueryStates(PARAMETERS, { history: 'push' })
  const filter: RosterFilter = { search, statuses: status, roles: role }
  return {
    filter,
    isFiltered: filter.search.trim() !== '' || filter.statuses.length > 0 || filter.roles.length > 0,
    // Not a step back for every letter.
    setSearch: (text: string) => void set({ search: text }, { history: 'replace' }),
    setStatuses: (statuses: readonly string[]) => void set({ status: [...statuses] }),
    setRoles: (roles: readonly string[]) => void set({ role: [...roles] }),
    clear: () => void set(null),
  }
}

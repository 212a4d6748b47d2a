import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import type { ChecklistFilter } from '../rules.ts'
import { COMPLETION_STATUSES, type CompletionStatus } from '../stage-rules.ts'

const PARAMETERS = {
  search: parseAsString.withDefault(''),
  status: parseAsStringLiteral(COMPLETION_STATUSES),
  instructor: parseAsString,
  archived: parseAsBoolean.withDefault(false),
}

/** The checklist's filter, kept in the address. Passed and Failed records are hidden unless asked for (section 4). */
export function useChecklistFilter() {
  const [{ search, status, instructor, archived }, set] = useQueryStates(PARAMETERS, { history: 'push' })
  const filter: ChecklistFilter = { search, status, instructor, hidesArchived: !archived }
  return {
    filter,
    isFiltered: filter.search.trim() !== '' || filter.status !== null || filter.instructor !== null,
    // Not a step back for every letter.
    setSearch: (text: string) => void set({ search: text }, { history: 'replace' }),
    /** Whoever asks for finished records wants to see them. */
    setStatus: (wanted: CompletionStatus | null) =>
      void set({ status: wanted, ...(wanted === 'Passed' || wanted === 'Failed' ? { archived: true } : {}) }),
    setInstructor: (name: string | null) => void set({ instructor: name }),
    setHidesArchived: (hides: boolean) =>
      void set({ archived: hides ? null : true, ...(hides ? unarchived(status) : {}) }),
    clear: () => void set(null),
  }
}

/** A status that is hidden cannot stay chosen. */
function unarchived(status: CompletionStatus | null) {
  return status === 'In-Training' ? {} : { status: null }
}

import { FLAG, oneOf, TEXT, useListFilter } from '#web/use-list-filter.ts'
import type { ChecklistFilter } from '../rules.ts'
import { COMPLETION_STATUSES, type CompletionStatus } from '../stage-rules.ts'

const PARAMETERS = { search: TEXT, status: oneOf(COMPLETION_STATUSES, null), instructor: TEXT, archived: FLAG }

/** The checklist's filter, kept in the address. Passed and Failed records are hidden by default (spec section 4). */
export function useChecklistFilter() {
  const { values, type, choose, clear } = useListFilter(PARAMETERS)
  const { search, status, archived } = values
  const instructor = values.instructor || null
  // Filtering by a finished status also shows archived records.
  const hidesArchived = !archived && (status === null || status === 'In-Training')
  const filter: ChecklistFilter = { search, status, instructor, hidesArchived }
  return {
    filter,
    isFiltered: search.trim() !== '' || status !== null || instructor !== null,
    setSearch: (text: string) => type({ search: text }),
    setStatus: (wanted: CompletionStatus | null) => choose({ status: wanted }),
    /** Shows all statuses, with or without the archived records. */
    setTotal: (isOn: boolean) => choose({ status: null, archived: isOn }),
    setInstructor: (name: string | null) => choose({ instructor: name ?? '' }),
    /** Hiding archived records also clears a filter for a finished status. */
    setHidesArchived: (hides: boolean) =>
      choose({ archived: !hides, ...(hides && status !== 'In-Training' ? { status: null } : {}) }),
    clear,
  }
}

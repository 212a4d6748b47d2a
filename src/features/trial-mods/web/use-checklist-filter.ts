import { FLAG, oneOf, TEXT, useListFilter } from '#web/use-list-filter.ts'
import type { ChecklistFilter } from '../rules.ts'
import { COMPLETION_STATUSES, type CompletionStatus } from '../stage-rules.ts'

const PARAMETERS = { search: TEXT, status: oneOf(COMPLETION_STATUSES, null), instructor: TEXT, archived: FLAG }

/** The checklist's filter, kept in the address. Passed and Failed records are hidden unless asked for (section 4). */
export function useChecklistFilter() {
  const { values, type, choose, clear } = useListFilter(PARAMETERS)
  const { search, status, archived } = values
  const instructor = values.instructor || null
  const filter: ChecklistFilter = { search, status, instructor, hidesArchived: !archived }
  return {
    filter,
    isFiltered: search.trim() !== '' || status !== null || instructor !== null,
    setSearch: (text: string) => type({ search: text }),
    /** Anyone who asks for finished records wants to see them. */
    setStatus: (wanted: CompletionStatus | null) =>
      choose({ status: wanted, ...(wanted === 'Passed' || wanted === 'Failed' ? { archived: true } : {}) }),
    setInstructor: (name: string | null) => choose({ instructor: name ?? '' }),
    /** A status that is hidden cannot stay chosen. */
    setHidesArchived: (hides: boolean) =>
      choose({ archived: !hides, ...(hides && status !== 'In-Training' ? { status: null } : {}) }),
    clear,
  }
}

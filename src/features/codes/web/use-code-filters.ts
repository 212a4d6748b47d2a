import { TEXT, useListFilter } from '#web/use-list-filter.ts'

const PARAMETERS = { q: TEXT, category: TEXT, class: TEXT }

/** The search and the group filter of a code list, kept in the address. */
export function useCodeFilters(group: 'category' | 'class') {
  const { values, type, choose, clear } = useListFilter(PARAMETERS)
  return {
    search: values.q,
    setSearch: (text: string) => type({ q: text }),
    group: values[group],
    setGroup: (name: string) => choose({ [group]: name }),
    clear,
  }
}
export type CodeFilters = ReturnType<typeof useCodeFilters>

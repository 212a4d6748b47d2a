import { parseAsInteger, parseAsNumberLiteral, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { offsetsOf } from '#lib/dates.ts'
import { useDebounced } from '#web/use-debounced.ts'
import { FIRST_PAGE_SIZE, PAGE_SIZES, SORTS } from '../rules.ts'
import type { ActionQuery } from './queries.ts'

/** Spec, section 9: filter debounce. */
const PAUSE = 350

const PARAMETERS = {
  query: parseAsString.withDefault(''),
  user: parseAsString.withDefault(''),
  admin: parseAsString.withDefault(''),
  type: parseAsString.withDefault(''),
  start: parseAsString.withDefault(''),
  end: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(SORTS).withDefault(SORTS[0]),
  pageSize: parseAsNumberLiteral(PAGE_SIZES).withDefault(FIRST_PAGE_SIZE),
  page: parseAsInteger.withDefault(1),
  /** The entry whose details are open. */
  entry: parseAsInteger,
}

type Values = ReturnType<typeof useValues>[0]
export type ActionFilter = Omit<Values, 'page' | 'entry'>

const useValues = () => useQueryStates(PARAMETERS, { history: 'push' })

/**
 * The filters, kept in the address. Changing any filter, sort or page size resets to page 1 and reloads after a pause
 * of 350 ms; turning a page reloads at once (spec, section 4).
 */
export function useActionFilter() {
  const [values, set] = useValues()
  const { entry, ...now } = parted(values)
  const { filter, page } = now
  const rested: typeof now = JSON.parse(useDebounced(JSON.stringify(parted(values)), PAUSE))
  const isResting = JSON.stringify(rested.filter) === JSON.stringify(filter)
  const { user, admin, type, query, start, end } = filter
  const filtersSet = [user, admin, type, start, end].filter((value) => value.trim() !== '').length
  return {
    filter,
    page,
    entry,
    /** What to ask the server for. */
    query: queryOf(isResting ? now : rested),
    /** How many filters are set beside the search. */
    filtersSet,
    isFiltered: filtersSet > 0 || query.trim() !== '',
    change: (part: Partial<ActionFilter>) =>
      // Not a step back for every letter.
      void set({ ...part, page: null }, { history: 'query' in part ? 'replace' : 'push' }),
    goTo: (to: number) => void set({ page: to }),
    /** Instead of a page that is not there, to which nobody wants to go back. */
    correctTo: (to: number) => void set({ page: to }, { history: 'replace' }),
    open: (id: number | null) => void set({ entry: id }),
    clear: () =>
      void set({
        query: null,
        user: null,
        admin: null,
        type: null,
        start: null,
        end: null,
        sort: null,
        pageSize: null,
        page: null,
      }),
  }
}

function parted({ entry, page, ...filter }: Values) {
  return { entry, filter, page: Math.max(1, page) }
}

/** Spec, section 5: empty or blank filter values are not sent. */
function queryOf({ filter, page }: { filter: ActionFilter; page: number }): ActionQuery {
  const { sort, pageSize, ...texts } = filter
  const sent = Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  )
  return { ...sent, ...offsetsOf(texts.start, texts.end), sort, page: String(page), pageSize: String(pageSize) }
}

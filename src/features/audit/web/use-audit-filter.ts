import { parseAsInteger, parseAsNumberLiteral, parseAsString, useQueryStates } from 'nuqs'
import { offsetsOf } from '#lib/dates.ts'
import { useDebounced } from '#web/use-debounced.ts'
import { FIRST_PAGE_SIZE, PAGE_SIZES } from '../rules.ts'
import type { AuditAsked } from './queries.ts'

/** As long as the other lists rest while somebody types. */
const PAUSE = 350

const PARAMETERS = {
  actor: parseAsString.withDefault(''),
  action: parseAsString.withDefault(''),
  target: parseAsString.withDefault(''),
  from: parseAsString.withDefault(''),
  to: parseAsString.withDefault(''),
  page: parseAsInteger.withDefault(1),
  pageSize: parseAsNumberLiteral(PAGE_SIZES).withDefault(FIRST_PAGE_SIZE),
}

type Values = ReturnType<typeof useValues>[0]
export type AuditFilter = Omit<Values, 'page'>

const useValues = () => useQueryStates(PARAMETERS, { history: 'push' })

/** The filters, kept in the address. Changing any of them goes back to page 1. */
export function useAuditFilter() {
  const [values, set] = useValues()
  const { page: asked, ...filter } = values
  const page = Math.max(1, asked)
  const { pageSize, ...texts } = filter
  const target = useDebounced(values.target, PAUSE)
  return {
    filter,
    page,
    /** What to ask the server for. */
    query: queryOf({ ...filter, target }, target === filter.target ? page : 1),
    /** How many of the filters are set. */
    filtersSet: Object.values(texts).filter((value) => value.trim() !== '').length,
    change: (part: Partial<AuditFilter>) =>
      // Not a step back for every letter.
      void set({ ...part, page: null }, { history: 'target' in part ? 'replace' : 'push' }),
    goTo: (to: number) => void set({ page: to }),
    clear: () => void set(null),
  }
}

function queryOf({ pageSize, ...texts }: AuditFilter, page: number): AuditAsked {
  return {
    ...texts,
    ...offsetsOf(texts.from, texts.to),
    page: String(page),
    pageSize: String(pageSize),
  }
}

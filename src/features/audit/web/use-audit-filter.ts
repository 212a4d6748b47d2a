import { offsetsOf } from '#lib/dates.ts'
import { useDebounced } from '#web/use-debounced.ts'
import { integer, oneOf, TEXT, useListFilter, type ValuesOf } from '#web/use-list-filter.ts'
import { FIRST_PAGE_SIZE, PAGE_SIZES } from '../rules.ts'
import type { AuditAsked } from './queries.ts'

/** As long as the other lists rest while somebody types. */
const PAUSE = 350

const PARAMETERS = {
  actor: TEXT,
  action: TEXT,
  target: TEXT,
  from: TEXT,
  to: TEXT,
  page: integer(1),
  pageSize: oneOf(PAGE_SIZES, FIRST_PAGE_SIZE),
}

/** The filters, kept in the address. Changing any of them goes back to page 1. */
export function useAuditFilter() {
  const { values, type, choose, clear } = useListFilter(PARAMETERS)
  const { page: asked, ...filter } = values
  const page = Math.max(1, asked)
  const { pageSize, ...texts } = filter
  const target = useDebounced(filter.target, PAUSE)
  return {
    filter,
    page,
    /** What to ask the server for. */
    query: queryOf({ ...filter, target }, target === filter.target ? page : 1),
    /** How many of the filters are set. */
    filtersSet: Object.values(texts).filter((value) => value.trim() !== '').length,
    change: (part: Partial<AuditFilter>) => choose({ ...part, page: 1 }),
    typeTarget: (text: string) => type({ target: text, page: 1 }),
    goTo: (to: number) => choose({ page: to }),
    clear,
  }
}
export type AuditFilter = Omit<ValuesOf<typeof PARAMETERS>, 'page'>

function queryOf({ pageSize, ...texts }: AuditFilter, page: number): AuditAsked {
  return {
    ...texts,
    ...offsetsOf(texts.from, texts.to),
    page: String(page),
    pageSize: String(pageSize),
  }
}

import { offsetsOf } from '#lib/dates.ts'
import { useDebounced } from '#web/use-debounced.ts'
import { FLAG, integer, oneOf, TEXT, useListFilter, type ValuesOf } from '#web/use-list-filter.ts'
import type { Sorting } from '#web/use-sort.ts'
import { FIRST_PAGE_SIZE, PAGE_SIZES, SORTS } from '../rules.ts'
import type { AuditAsked } from './queries.ts'

/** How long (ms) the search waits while the viewer types, as on the other lists. */
const PAUSE = 350

const PARAMETERS = {
  actor: TEXT,
  action: TEXT,
  target: TEXT,
  from: TEXT,
  to: TEXT,
  signIns: FLAG,
  /** The number of the row of the import whose records are shown. */
  import: integer(null),
  sort: oneOf(SORTS, SORTS[0]),
  page: integer(1),
  pageSize: oneOf(PAGE_SIZES, FIRST_PAGE_SIZE),
}

/** The filters, kept in the address. Changing a filter returns to page 1. */
export function useAuditFilter() {
  const { values, type, choose, clear } = useListFilter(PARAMETERS)
  const { page: asked, ...filter } = values
  const page = Math.max(1, asked)
  const { pageSize, import: ofImport, signIns, sort, ...texts } = filter
  const target = useDebounced(filter.target, PAUSE)
  return {
    filter,
    page,
    /** The query for the server. */
    query: queryOf({ ...filter, target }, target === filter.target ? page : 1),
    /** Whether sign-ins are shown even if the filter for them is not set. */
    hasSignIns: showsSignIns(filter),
    filtersSet:
      Object.values(texts).filter((value) => value.trim() !== '').length + Number(signIns) + Number(ofImport !== null),
    change: (part: Partial<AuditFilter>) => choose({ ...part, page: 1 }),
    typeTarget: (text: string) => type({ target: text, page: 1 }),
    /** Clicking the heading of the time column reverses the order. */
    sorting: {
      sort: { column: 'when', isDescending: sort === SORTS[0] },
      onSort: () => choose({ sort: SORTS.find((each) => each !== sort) ?? SORTS[0], page: 1 }),
    } satisfies Sorting,
    goTo: (to: number) => choose({ page: to }),
    clear,
  }
}
export type AuditFilter = Omit<ValuesOf<typeof PARAMETERS>, 'page'>

/** A filter for one action, one record or one import shows all of its rows. */
const isAll = ({ action, target, import: ofImport }: AuditFilter) =>
  ofImport !== null || action !== '' || target.includes('/')

/**
 * Whether sign-ins are shown even if the filter for them is not set. A filter for one person shows everything that the
 * person did.
 */
const showsSignIns = (filter: AuditFilter) => isAll(filter) || filter.actor !== ''

function queryOf(filter: AuditFilter, page: number): AuditAsked {
  const { pageSize, signIns, import: ofImport, sort, ...texts } = filter
  return {
    ...(signIns || showsSignIns(filter) ? {} : { signIns: 'hidden' }),
    ...(isAll(filter) ? {} : { imports: 'folded' }),
    ...(ofImport === null ? {} : { import: String(ofImport) }),
    ...texts,
    ...(sort === SORTS[0] ? {} : { sort }),
    ...offsetsOf(texts.from, texts.to),
    page: String(page),
    pageSize: String(pageSize),
  }
}

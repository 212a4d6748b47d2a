import { compareText } from '#lib/compare.ts'
import { type Parameter, useListFilter } from './use-list-filter.ts'

/** The column that rows are sorted by, and the direction. */
export interface Sort {
  column: string
  isDescending: boolean
}

/** A sort order as text. */
export const orderOf = (sort: Sort | null): string => SORT.format(sort)

/** The value of a row in a column. Rows without a value come last in both directions. */
export type SortValue = string | number | null

export interface Sorting {
  /** Null: the list's own order. */
  sort: Sort | null
  /** Called when a heading is pressed: ascending first, then descending, then the list's own order. */
  onSort(column: string): void
}

const SORT: Parameter<Sort | null> = {
  fallback: null,
  parse: (text) => {
    const [, column, way] = /^(\w+):(asc|desc)$/.exec(text) ?? []
    return column === undefined ? null : { column, isDescending: way === 'desc' }
  },
  format: (sort) => (sort === null ? '' : `${sort.column}:${sort.isDescending ? 'desc' : 'asc'}`),
}
const PARAMETERS = { sort: SORT }

/** The sort order, kept in the address. A column that the table does not have is ignored. */
export function useSort(columns: readonly string[]): Sorting {
  const { values, choose } = useListFilter(PARAMETERS)
  const sort = values.sort !== null && columns.includes(values.sort.column) ? values.sort : null
  return { sort, onSort: (column) => choose({ sort: nextSort(sort, column) }) }
}

function nextSort(sort: Sort | null, column: string): Sort | null {
  if (sort?.column !== column) return { column, isDescending: false }
  return sort.isDescending ? null : { column, isDescending: true }
}

/** The sorted rows. Rows with equal values keep the list's own order. */
export function sortedBy<R>(
  rows: readonly R[],
  sort: Sort | null,
  sortValue: (row: R, column: string) => SortValue,
): R[] {
  if (sort === null) return [...rows]
  const way = sort.isDescending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [x, y] = [sortValue(a, sort.column), sortValue(b, sort.column)]
    if (isNothing(x) || isNothing(y)) return Number(isNothing(x)) - Number(isNothing(y))
    return way * (typeof x === 'number' && typeof y === 'number' ? x - y : compareText(String(x), String(y)))
  })
}

const isNothing = (value: SortValue) => value === null || value === ''

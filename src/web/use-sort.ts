import { compareText } from '#lib/compare.ts'
import { type Parameter, useListFilter } from './use-list-filter.ts'

/** By which column rows are sorted. */
export interface Sort {
  column: string
  isDescending: boolean
}

/** A text for each order of rows. */
export const orderOf = (sort: Sort | null): string => SORT.format(sort)

/** What a row has in a column; nothing comes last, whichever way. */
export type SortValue = string | number | null

export interface Sorting {
  /** Null: the list's own order. */
  sort: Sort | null
  /** A press on a heading: upwards, downwards, and back to the list's own order. */
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

/** The column that one sorts by, kept in the address. One that the table does not have is none. */
export function useSort(columns: readonly string[]): Sorting {
  const { values, choose } = useListFilter(PARAMETERS)
  const sort = values.sort !== null && columns.includes(values.sort.column) ? values.sort : null
  return { sort, onSort: (column) => choose({ sort: nextSort(sort, column) }) }
}

function nextSort(sort: Sort | null, column: string): Sort | null {
  if (sort?.column !== column) return { column, isDescending: false }
  return sort.isDescending ? null : { column, isDescending: true }
}

/** The rows as they are sorted; those that are alike keep the list's own order. */
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

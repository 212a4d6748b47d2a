import type { PenalCode, TenCode } from './contract.ts'

/** The sortable columns of the 10-codes. */
export const TEN_CODE_SORTS = ['code', 'meaning', 'category', 'color'] as const

/** The sortable columns of the penal codes. */
export const PENAL_CODE_SORTS = ['statute', 'title', 'class', 'fine', 'jail', 'points', 'notes'] as const

export function tenCodeSortValue(code: TenCode, column: string): string | null {
  const field = TEN_CODE_SORTS.find((each) => each === column)
  return field === undefined ? null : code[field]
}

/**
 * The value by which a column is sorted. `classes` are the class names of the law book in its order; other classes
 * follow.
 */
export function penalCodeSortValue(
  code: PenalCode,
  column: string,
  classes: readonly string[],
): string | number | null {
  if (column === 'class') {
    if (code.class === null) return null
    const at = classes.indexOf(code.class)
    return at < 0 ? classes.length : at
  }
  const field = PENAL_CODE_SORTS.find((each) => each === column)
  return field === undefined ? null : code[field]
}

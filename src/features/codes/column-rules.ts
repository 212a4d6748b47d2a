import type { PenalCode, TenCode } from './contract.ts'

/** The columns of the 10-codes that can be sorted by. */
export const TEN_CODE_SORTS = ['code', 'meaning', 'category', 'color'] as const

/** The columns of the penal codes that can be sorted by. */
export const PENAL_CODE_SORTS = ['statute', 'title', 'class', 'fine', 'jail', 'points', 'notes'] as const

export function tenCodeSortValue(code: TenCode, column: string): string | null {
  const field = TEN_CODE_SORTS.find((each) => each === column)
  return field === undefined ? null : code[field]
}

/** Classes are sorted as the law book lists them, and others follow: `classes` are their names, in its order. */
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

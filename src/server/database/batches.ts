/** No row of ours has more than sixty columns, and PostgreSQL takes 65,535 parameters a statement. */
const ROWS_A_STATEMENT = 1_000

/** Rows, or ids, in as many parts as they need statements. */
export function batches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_A_STATEMENT) }, (_, index) =>
    all.slice(index * ROWS_A_STATEMENT, (index + 1) * ROWS_A_STATEMENT),
  )
}

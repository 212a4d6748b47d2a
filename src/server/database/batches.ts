/** No table of this site has more than sixty columns, and PostgreSQL accepts 65,535 parameters in a statement. */
const ROWS_A_STATEMENT = 1_000

/** Splits rows or ids into parts that each fit into one statement. */
export function batches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_A_STATEMENT) }, (_, index) =>
    all.slice(index * ROWS_A_STATEMENT, (index + 1) * ROWS_A_STATEMENT),
  )
}

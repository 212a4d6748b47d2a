/** The database is temporarily unavailable. The HTTP layer responds with 503. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** The database is read-only until there is room on its disk. */
export class DiskFull extends DatabaseUnavailable {
  override name = 'DiskFull'
}

/**
 * The SQLSTATEs for a full disk: 53100 from PostgreSQL, and 25006 (a write in a read-only transaction) from the
 * embedded database, whose transactions are read-only while space is short.
 */
const full = /^(25006|53100)$/

/** Temporary errors: SQLSTATE classes and codes (PostgreSQL manual, appendix A), and socket errors of Node. */
const passing =
  /^(08...|53...|57P0[1-5]|57014|58030|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** Messages of node-postgres errors without a code. */
const lost = /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered)/

/** The error as `DatabaseUnavailable` if the database is the cause. Undefined if the caller is. */
export function asUnavailable(error: unknown): DatabaseUnavailable | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof DatabaseUnavailable) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (full.test(code)) {
    return new DiskFull('The database takes no changes at the moment: its disk is nearly full', { cause: error })
  }
  if (passing.test(code) || lost.test(error.message)) {
    return new DatabaseUnavailable(`The database is not available: ${error.message}`, { cause: error })
  }
  // Drizzle wraps the driver's error.
  return asUnavailable(error.cause)
}

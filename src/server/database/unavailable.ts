/** The database cannot do this now, and may again later: the HTTP layer answers 503. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** It reads and does not write: until there is room on its disk. */
export class DiskFull extends DatabaseUnavailable {
  override name = 'DiskFull'
}

/** A transaction that may only read, as the embedded one's are then, and PostgreSQL's own word for it. */
const full = /^(25006|53100)$/

/** PostgreSQL's SQLSTATE classes and codes (manual, appendix A) and Node's socket errors that pass with time. */
const passing =
  /^(08...|53...|57P0[1-5]|57014|58030|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** node-postgres raises these without a code. */
const lost = /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered)/

/** The error as `DatabaseUnavailable` when the database, not the caller, is the cause; undefined otherwise. */
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
  // Drizzle wraps what the driver raised.
  return asUnavailable(error.cause)
}

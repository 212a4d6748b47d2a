/** The database cannot do this now, and may again later: the HTTP layer answers 503. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

const readOnly = '25006'

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
  if (code === readOnly) {
    return new DatabaseUnavailable('The database takes no changes at the moment: its disk is nearly full', {
      cause: error,
    })
  }
  if (passing.test(code) || lost.test(error.message)) {
    return new DatabaseUnavailable(`The database is not available: ${error.message}`, { cause: error })
  }
  // Drizzle wraps what the driver raised.
  return asUnavailable(error.cause)
}

export function isUnavailable(error: unknown): boolean {
  return asUnavailable(error) !== undefined
}

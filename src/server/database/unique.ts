import type { Fields } from '../http/http-error.ts'
import { alreadyThere } from '../http/http-error.ts'

/** Whether PostgreSQL raised this code. Drizzle wraps what the driver raised. */
function hasCode(error: unknown, code: string): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === code) || hasCode(error.cause, code)
}

/** PostgreSQL's unique_violation: what was written stands there already. */
export const isUniqueViolation = (error: unknown) => hasCode(error, '23505')
/** PostgreSQL's check_violation: a rule of the table, or of its trigger, refuses what was written. */
export const isCheckViolation = (error: unknown) => hasCode(error, '23514')

/** Makes a write that would put a record in twice a `HttpError` (409) that says so by these fields. */
export async function withUniqueViolation<T>(fields: Fields, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyThere(fields) : error
  }
}

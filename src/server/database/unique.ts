import type { Fields } from '../http/http-error.ts'
import { alreadyThere } from '../http/http-error.ts'

/** PostgreSQL's unique_violation: what was written stands there already. Drizzle wraps what the driver raised. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '23505') || isUniqueViolation(error.cause)
}

/** Makes a write that would put a record in twice a `HttpError` (409) that says so by these fields. */
export async function withUniqueViolation<T>(fields: Fields, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyThere(fields) : error
  }
}

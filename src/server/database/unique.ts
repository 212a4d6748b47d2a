import type { Fields } from '../http/http-error.ts'
import { alreadyThere } from '../http/http-error.ts'

/** Whether what PostgreSQL raised says this. Drizzle wraps what the driver raised. */
function says(error: unknown, field: 'code' | 'constraint', value: string): boolean {
  return error instanceof Error && (Reflect.get(error, field) === value || says(error.cause, field, value))
}

/** PostgreSQL's unique_violation: what was written stands there already. */
export const isUniqueViolation = (error: unknown) => says(error, 'code', '23505')
/** Whether this constraint, or a trigger in its name, refused what was written. */
export const isRefusedBy = (error: unknown, constraint: string) => says(error, 'constraint', constraint)

/** Makes a write that would put a record in twice a `HttpError` (409) that says so by these fields. */
export async function withUniqueViolation<T>(fields: Fields, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyThere(fields) : error
  }
}

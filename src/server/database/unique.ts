import { alreadyExists, type Fields } from '../http/http-error.ts'

/** Whether PostgreSQL's error has this value. Drizzle wraps the driver's error, so the causes are searched too. */
function says(error: unknown, field: 'code' | 'constraint', value: string): boolean {
  return error instanceof Error && (Reflect.get(error, field) === value || says(error.cause, field, value))
}

/** Whether an error is PostgreSQL's unique_violation: the record already exists. */
export const isUniqueViolation = (error: unknown) => says(error, 'code', '23505')
/** Whether this constraint, or a trigger that raises its name, rejected the write. */
export const isRefusedBy = (error: unknown, constraint: string) => says(error, 'constraint', constraint)

/** Runs a write, and turns a unique_violation into an `HttpError` (409) with these fields. */
export async function withUniqueViolation<T>(fields: Fields, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyExists(fields) : error
  }
}

/** PostgreSQL's unique_violation: what was written stands there already. Drizzle wraps what the driver raised. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '23505') || isUniqueViolation(error.cause)
}

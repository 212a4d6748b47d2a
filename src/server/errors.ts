/**
 * The message of an error, or its code when the message is empty. Some errors of Node have only a code, for example
 * when every address of a host name refuses the connection.
 */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

/** Whether an error has this code: one of Node, such as `ENOENT`, or an SQLSTATE. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

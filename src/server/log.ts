import { type DestinationStream, type Logger, pino } from 'pino'

/** The logger that the toolkit needs. Fastify's logger (pino) and any other object with these methods fit. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/**
 * Logs JSON lines, by default to standard output. Requests are never logged whole: URLs and headers contain secrets.
 */
export function createLogger(level: string, to?: DestinationStream): Logger {
  return pino({ level, base: null, serializers: { err: serializeError } }, to ?? pino.destination(1))
}

/** An error without the values of its SQL statement: they are personal data and tokens. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, cause } = error
  // The message of a Drizzle error contains the values of the statement.
  if ('query' in error && 'params' in error) return { type: name, query: error.query, cause: serializeError(cause) }
  const code = 'code' in error ? error.code : undefined
  return { type: name, code, message, stack, cause: cause === undefined ? undefined : serializeError(cause) }
}

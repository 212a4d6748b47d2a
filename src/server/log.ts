import { type DestinationStream, type Logger, pino } from 'pino'

/** What the toolkit needs of a logger. Fastify's (pino) fits; so does any object with these three. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** JSON lines, on standard output unless told. No request is logged whole: addresses and headers carry secrets. */
export function createLogger(level: string, to?: DestinationStream): Logger {
  return pino({ level, base: null, serializers: { err: said } }, to ?? pino.destination(1))
}

/** An error without the values that a statement carried: they are people's data, and tokens. */
function said(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, cause } = error
  // Drizzle puts a statement's values into the message of what it throws.
  if ('query' in error && 'params' in error) return { type: name, query: error.query, cause: said(cause) }
  const code = 'code' in error ? error.code : undefined
  return { type: name, code, message, stack, cause: cause === undefined ? undefined : said(cause) }
}

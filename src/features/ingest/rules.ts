import { cleanLine, cleanLines } from '#lib/clean-text.ts'

/** Colour codes, as in `^1Red ^7name`. */
const COLOURS = /\^\d/g

const MAX_OF_A_NAME = 100
const MAX_OF_A_REASON = 3_500

/** Tidies a name from the game for a record. */
export function tidyName(name: string): string {
  return cleanLine(name.replace(COLOURS, ''), MAX_OF_A_NAME) || 'Unnamed person'
}

/** Tidies a reason from the game in the same way. Its line breaks stay. */
export function tidyLines(reason: string): string {
  return cleanLines(reason.replace(COLOURS, ''), MAX_OF_A_REASON) || 'No reason was given.'
}

/** The prefix of a token, so that a person who finds one knows what it is. */
export const TOKEN_PREFIX = 'ingest_'

/** The token of an `Authorization` header (RFC 6750). Null when it has none in the format of our tokens. */
export function bearerOf(header: string | undefined): string | null {
  const [, token] = /^Bearer +(ingest_[\w-]{43})$/i.exec(header ?? '') ?? []
  return token ?? null
}

import { tidied, tidiedLines } from '#lib/tidied.ts'

/** Colour codes, as in `^1Red ^7name`. */
const COLOURS = /\^\d/g

const MAX_OF_A_NAME = 100
const MAX_OF_A_REASON = 3_500

/** A name from the game as a record can hold it. */
export function tidyName(name: string): string {
  return tidied(name.replace(COLOURS, ''), MAX_OF_A_NAME) || 'Unnamed person'
}

/** A reason from the game, likewise; its lines stay. */
export function tidyLines(reason: string): string {
  return tidiedLines(reason.replace(COLOURS, ''), MAX_OF_A_REASON) || 'No reason was given.'
}

/** How a token begins, so that the person who finds one somewhere knows what it is. */
export const TOKEN_PREFIX = 'ingest_'

/** The token of an `Authorization` header (RFC 6750); null where there is none that could be ours. */
export function bearerOf(header: string | undefined): string | null {
  const [, token] = /^Bearer +(ingest_[\w-]{43})$/i.exec(header ?? '') ?? []
  return token ?? null
}

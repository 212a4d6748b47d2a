/** Colour codes, as in `^1Red ^7name`. */
const COLOURS = /\^\d/g
/** Control characters, and the marks that turn the reading direction around. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
const UNSEEN_IN_LINES = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

const MOST_OF_A_NAME = 100
const MOST_OF_A_REASON = 3_500

/** A name from the game as a record can hold it. */
export function tidyName(name: string): string {
  const tidy = name.toWellFormed().replace(COLOURS, '').replace(UNSEEN, '').trim().normalize()
  return cut(tidy, MOST_OF_A_NAME) || 'Somebody without a name'
}

/** A reason from the game, likewise; its lines stay. */
export function tidyLines(reason: string): string {
  const tidy = reason.toWellFormed().replaceAll('\r\n', '\n').replace(COLOURS, '').replace(UNSEEN_IN_LINES, '')
  return cut(tidy.trim().normalize(), MOST_OF_A_REASON) || 'No reason was given.'
}

/** Never through the middle of a character. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** How a token begins, so that whoever finds one somewhere knows what it is. */
export const TOKEN_PREFIX = 'ingest_'

/** The token of an `Authorization` header (RFC 6750); null where there is none that could be ours. */
export function bearerOf(header: string | undefined): string | null {
  const [, token] = /^Bearer +(ingest_[\w-]{43})$/i.exec(header ?? '') ?? []
  return token ?? null
}

import { plain } from './plain.ts'

/** Control characters, halves of characters, and the marks that turn the reading direction around. */
export const UNSAFE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
/** The same, but lines may break and be indented. */
export const UNSAFE_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** All that nobody sees, joiners and marks that only change how other characters look among it. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
/** Letters in a dress: full-width ones, and those that sites make bold or cursive text of. */
const DRESSED = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/gu

/**
 * Several lines that somebody may have pasted: what cannot be seen is left out, and every letter is a plain one. Never
 * longer than it was. '' where nothing would be seen.
 */
export function legible(value: string): string {
  const seen = value.replaceAll(/\r\n?/g, '\n').replaceAll(INVISIBLE, '')
  return plain(seen.replaceAll(DRESSED, (letter) => letter.normalize('NFKC')))
}

/**
 * One line that comes from elsewhere, where nobody can be told to fix it: what cannot be seen is left out, and what is
 * over `max` characters cut off. '' where nothing would be seen.
 */
export function tidied(value: string, max: number): string {
  return cut(plain(value.toWellFormed().replaceAll(new RegExp(UNSAFE, 'gu'), '')), max)
}

/** Several lines, likewise. */
export function tidiedLines(value: string, max: number): string {
  return cut(
    plain(value.toWellFormed().replaceAll('\r\n', '\n').replaceAll(new RegExp(UNSAFE_IN_LINES, 'gu'), '')),
    max,
  )
}

/** Never through the middle of a character. */
function cut(value: string, length: number): string {
  return value.length <= length ? value : `${value.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

import { normalizeText } from './normalize-text.ts'

/** Control characters, lone surrogates, and the marks that change the reading direction. */
export const UNSAFE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
/** As `UNSAFE`, but line breaks and tabs are allowed. */
export const UNSAFE_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** All invisible characters, including joiners and marks that only change how other characters look. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
/** Stylized letters: full-width letters, and the mathematical letters that websites use for bold or cursive text. */
const STYLIZED = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/gu

/**
 * Cleans several lines of possibly pasted text: removes invisible characters and replaces stylized letters by plain
 * ones. The result is never longer than the input. Returns '' if no visible character is left.
 */
export function cleanPastedText(value: string): string {
  const seen = value.replaceAll(/\r\n?/g, '\n').replaceAll(INVISIBLE, '')
  return normalizeText(seen.replaceAll(STYLIZED, (letter) => letter.normalize('NFKC')))
}

/**
 * Cleans one line from another system, whose author cannot be asked to fix it: removes unsafe characters and cuts the
 * text at `max` characters. Returns '' if no visible character is left.
 */
export function cleanLine(value: string, max: number): string {
  return cut(normalizeText(value.toWellFormed().replaceAll(new RegExp(UNSAFE, 'gu'), '')), max)
}

/** As `cleanLine`, for several lines. */
export function cleanLines(value: string, max: number): string {
  return cut(
    normalizeText(value.toWellFormed().replaceAll('\r\n', '\n').replaceAll(new RegExp(UNSAFE_IN_LINES, 'gu'), '')),
    max,
  )
}

/** Shortens a text with an ellipsis, never in the middle of a surrogate pair. */
function cut(value: string, length: number): string {
  return value.length <= length ? value : `${value.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

import * as z from 'zod/mini'
import { formatNumber, msg, t } from './messages.ts'
import { plain } from './plain.ts'
import { fold } from './search.ts'
import { UNSAFE, UNSAFE_IN_LINES } from './tidied.ts'

function bounded(max: number, unsafe: RegExp) {
  return z.string(msg('Write a text here.')).check(
    z.overwrite(plain),
    z.maxLength(max, { error: () => t('Use at most {max} characters.', { max: formatNumber(max) }) }),
    z.refine((value) => !unsafe.test(value), msg('Remove the invisible characters.')),
  )
}

function optional(max: number, unsafe: RegExp) {
  return z.pipe(
    z.optional(z.nullable(bounded(max, unsafe))),
    z.transform((value) => value || null),
  )
}

/** One line that people type: trimmed, never empty, at most `max` characters, no control characters. */
export const text = (max: number) => bounded(max, UNSAFE).check(z.minLength(1, msg('This is required.')))

/**
 * Phrases in one line, "how old | min age", each at most `max` characters: as the community's files have them. Thousands
 * are read at the start, and a YAML list of them takes ten times as long.
 */
export const phrases = (max: number) =>
  z
    .pipe(
      bounded(MAX_PHRASES, UNSAFE),
      z.transform((line) => line.split('|').map((phrase) => phrase.trim())),
    )
    .check(
      z.refine((all) => all.every((phrase) => phrase !== ''), 'a phrase between every two |'),
      z.refine((all) => all.every((phrase) => phrase.length <= max), `phrases of at most ${max} characters`),
    )
const MAX_PHRASES = 10_000

/** One line that may stay away: left out, null and blank are all null. */
export const optionalText = (max: number) => optional(max, UNSAFE)

/** Several lines that may stay away: left out, null and blank are all null. */
export const optionalLines = (max: number) => optional(max, UNSAFE_IN_LINES)

/** Several lines, never empty. */
export const lines = (max: number) => bounded(max, UNSAFE_IN_LINES).check(z.minLength(1, msg('This is required.')))

/** One line of a change that names only what it changes: left out stays undefined, null and blank clear it. */
export const changedText = (max: number) => changed(max, UNSAFE)

/** Several lines, likewise. */
export const changedLines = (max: number) => changed(max, UNSAFE_IN_LINES)

function changed(max: number, unsafe: RegExp) {
  return z.optional(
    z.pipe(
      z.nullable(bounded(max, unsafe)),
      z.transform((value) => value || null),
    ),
  )
}

/** A number with what it counts: `1 row`, `1,000 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** A text as aliases and headers are compared: lower-case letters and digits only. */
export function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** The name of a column as it is compared: as `keyOf` does, and without accents. */
export const headerKey = (text: string) => keyOf(fold(text))

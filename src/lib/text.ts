import * as z from 'zod/mini'
import { UNSAFE, UNSAFE_IN_LINES } from './clean-text.ts'
import { formatNumber, msg, t } from './messages.ts'
import { normalizeText } from './normalize-text.ts'
import { fold } from './search.ts'

function bounded(max: number, unsafe: RegExp) {
  return z.string(msg('Write a text here.')).check(
    z.overwrite(normalizeText),
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

/** One line of typed text: trimmed, not empty, at most `max` characters, no control characters. */
export const text = (max: number) => bounded(max, UNSAFE).check(z.minLength(1, msg('This is required.')))

/**
 * Phrases in one line of a community file, such as "how old | min age", each at most `max` characters. The site reads
 * thousands of them at startup, and a YAML list would take ten times as long.
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

/** One optional line of text. A missing, null or blank value becomes null. */
export const optionalText = (max: number) => optional(max, UNSAFE)

/** Several optional lines of text. A missing, null or blank value becomes null. */
export const optionalLines = (max: number) => optional(max, UNSAFE_IN_LINES)

/** Several lines of text, not empty. */
export const lines = (max: number) => bounded(max, UNSAFE_IN_LINES).check(z.minLength(1, msg('This is required.')))

/** One line of text in a partial update. A missing value stays undefined. A null or blank value becomes null. */
export const changedText = (max: number) => changed(max, UNSAFE)

/** Several lines of text in a partial update. A missing value stays undefined. A null or blank value becomes null. */
export const changedLines = (max: number) => changed(max, UNSAFE_IN_LINES)

function changed(max: number, unsafe: RegExp) {
  return z.optional(
    z.pipe(
      z.nullable(bounded(max, unsafe)),
      z.transform((value) => value || null),
    ),
  )
}

/** A number with its noun in English: `1 row`, `1,000 rows`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** The form in which aliases and headers are compared: lower-case letters and digits only. */
export function comparisonKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** The form in which column names are compared: as `comparisonKey`, and without accents. */
export const headerKey = (text: string) => comparisonKey(fold(text))

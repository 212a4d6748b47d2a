import * as z from 'zod/mini'

/** At least one character that can be seen. */
const SEEN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Control characters, halves of characters, and the marks that turn the reading direction around. */
const UNSAFE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
/** The same, but lines may break and be indented. */
const UNSAFE_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

function plain(value: string): string {
  return SEEN.test(value) ? value.replaceAll('\r\n', '\n').trim().normalize() : ''
}

function bounded(max: number, unsafe: RegExp) {
  return z.string('Write a text here.').check(
    z.overwrite(plain),
    z.maxLength(max, `Use at most ${max.toLocaleString('en')} characters.`),
    z.refine((value) => !unsafe.test(value), 'Remove the invisible characters.'),
  )
}

function optional(max: number, unsafe: RegExp) {
  return z.pipe(
    z.optional(z.nullable(bounded(max, unsafe))),
    z.transform((value) => value || null),
  )
}

/** One line that people type: trimmed, never empty, at most `max` characters, no control characters. */
export const text = (max: number) => bounded(max, UNSAFE).check(z.minLength(1, 'This is required.'))

/** One line that may stay away: left out, null and blank are all null. */
export const optionalText = (max: number) => optional(max, UNSAFE)

/** Several lines that may stay away: left out, null and blank are all null. */
export const optionalLines = (max: number) => optional(max, UNSAFE_IN_LINES)

/** Several lines, never empty. */
export const lines = (max: number) => bounded(max, UNSAFE_IN_LINES).check(z.minLength(1, 'This is required.'))

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

/** A number with what it counts: `1 row`, `1,000 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** A text as aliases and headers are compared: lower-case letters and digits only. */
export function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

import { msg } from './messages.ts'

/** The text that replaces staff's notes about the reader. */
export const REDACTED_TEXT = msg('Hidden, because this is about you.')

/**
 * Replaces every text and number under one of these field names in a JSON value, at any depth, with `REDACTED_TEXT`.
 */
export function redactFields(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => redactFields(each, fields))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      fields.includes(name) && isTextOrNumber(inner) ? REDACTED_TEXT : redactFields(inner, fields),
    ]),
  )
}

const isTextOrNumber = (value: unknown) => typeof value === 'string' || typeof value === 'number'

import { msg } from './messages.ts'

/** What stands in the place of what staff noted about the person who reads. */
export const KEPT_FROM_YOU = msg('Hidden, because this is about you.')

/** A JSON value in which every text and number under one of these names is kept from its reader, however deep it stands. */
export function keepFields(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => keepFields(each, fields))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      fields.includes(name) && isSaid(inner) ? KEPT_FROM_YOU : keepFields(inner, fields),
    ]),
  )
}

const isSaid = (value: unknown) => typeof value === 'string' || typeof value === 'number'

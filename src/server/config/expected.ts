import * as core from 'zod/v4/core'
import { suggestionFor } from './nearest.ts'

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'names with values',
  record: 'names with values',
  null: 'nothing',
}

/** The messages about invalid values for authors of the community's files, if the schema has no message of its own. */
export const expected: core.$ZodErrorMap = (issue) => {
  const { input } = issue
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'string' && typeof input === 'number') return 'expected a text: put it in quotes'
      return `expected ${TYPES[issue.expected] ?? issue.expected}${input === null ? ', but there is nothing' : ''}`
    case 'invalid_value':
      return `expected ${oneOf(issue.values.map(String), input)}`
    case 'too_small':
      return `expected at least ${amount(Number(issue.minimum), issue.origin)}`
    case 'too_big':
      return `expected at most ${amount(Number(issue.maximum), issue.origin)}${lengthOf(input)}`
    case 'invalid_format':
      return `expected ${issue.format === 'date' ? 'a day as 2026-03-14' : `another form (${issue.format})`}`
    case 'not_multiple_of':
      return `expected a multiple of ${issue.divisor}`
    default:
      return undefined
  }
}

/** `one of: a, b, c`, with the value that the author probably meant. */
export function oneOf(allowed: readonly string[], given?: unknown): string {
  const list = allowed.length === 1 ? `${allowed[0]}` : `one of: ${allowed.join(', ')}`
  return typeof given === 'string' ? `${list}${suggestionFor(given, allowed)}` : list
}

function amount(count: number, origin: string): string {
  if (origin === 'string') return `${count} ${count === 1 ? 'letter' : 'letters'}`
  if (origin === 'array') return `${count} ${count === 1 ? 'entry' : 'entries'}`
  return String(count)
}

const lengthOf = (input: unknown) =>
  typeof input === 'string' || Array.isArray(input) ? `, but there are ${input.length}` : ''

/** The keys that an object may have at a path. Empty if the schema does not define them. */
export function allowedKeysAt(schema: core.$ZodType, path: readonly PropertyKey[]): string[] {
  const { def } = schema._zod
  if (schema instanceof core.$ZodObject) {
    const { shape } = schema._zod.def
    const [step, ...rest] = path
    if (step === undefined) return Object.keys(shape)
    const inner = shape[String(step)]
    return inner === undefined ? [] : allowedKeysAt(inner, rest)
  }
  if (schema instanceof core.$ZodArray) return allowedKeysAt(schema._zod.def.element, path.slice(1))
  if (schema instanceof core.$ZodRecord) return allowedKeysAt(schema._zod.def.valueType, path.slice(1))
  if (schema instanceof core.$ZodUnion) return schema._zod.def.options.flatMap((option) => allowedKeysAt(option, path))
  if (schema instanceof core.$ZodPipe) return allowedKeysAt(schema._zod.def.in, path)
  if ('innerType' in def && def.innerType instanceof core.$ZodType) return allowedKeysAt(def.innerType, path)
  return []
}

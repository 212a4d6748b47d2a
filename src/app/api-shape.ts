import type { JsonSchema } from './api-document.ts'

/** Writes a schema in a form that people can read: `{ name: string // at most 100 characters … }`. */
export function shapeOf(schema: JsonSchema, indent = ''): string {
  const { const: only, enum: values, properties, items, additionalProperties, type } = schema
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  const choices = [schema.anyOf, schema.oneOf].filter(Array.isArray).flat().filter(isSchema)
  if (choices.length > 0) return [...new Set(choices.map((choice) => shapeOf(choice, indent)))].join(' | ')
  if (isSchema(properties)) return objectShape(properties, listOf(schema.required), indent)
  if (isSchema(items)) {
    const item = shapeOf(items, indent)
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  }
  if (isSchema(additionalProperties)) return `{ [name]: ${shapeOf(additionalProperties, indent)} }`
  if (Array.isArray(type)) return type.join(' | ')
  if (type === 'integer') return 'whole number'
  return typeof type === 'string' ? type : 'anything'
}

function objectShape(properties: JsonSchema, required: unknown[], indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    if (!isSchema(schema)) return `${inner}${name}`
    const note = boundsOf(schema)
    const mark = required.includes(name) ? '' : '?'
    return `${inner}${name}${mark}: ${shapeOf(schema, inner)}${note === '' ? '' : `  // ${note}`}`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

/** Describes what a value may be beyond its type. The bounds that every safe integer has are left out. */
export function boundsOf(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, default: otherwise } = schema
  const known = (value: unknown) => typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER
  return [
    minLength === 1 ? 'not empty' : known(minLength) && minLength !== 0 ? `at least ${minLength} characters` : '',
    known(maxLength) ? `at most ${maxLength} characters` : '',
    known(minimum) ? `${minimum} or more` : '',
    known(maximum) ? `${maximum} or less` : '',
    known(minItems) ? `at least ${minItems}` : '',
    known(maxItems) ? `at most ${maxItems}` : '',
    otherwise === undefined ? '' : `${JSON.stringify(otherwise)} unless given`,
  ]
    .filter(Boolean)
    .join(', ')
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

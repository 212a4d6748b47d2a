import type { $ZodType } from 'zod/v4/core'
import * as core from 'zod/v4/core'

/** A column of a CSV file: its header, and its cell in a row. */
export interface ExportColumn<R> {
  header: string
  cell(row: R): unknown
}

/**
 * One column for every field of a row. Each field of a nested record gets its own column (`person.name`). A list of
 * simple values fills one cell.
 */
export function columnsOf(row: $ZodType): ExportColumn<unknown>[] {
  return pathsOf(row, []).map((path) => ({ header: path.join('.'), cell: (value) => cellAt(value, path) }))
}

/**
 * The columns of a spreadsheet that can be imported again: one for each field, with the field's label as its header.
 */
export const sheetColumns = <F extends string>(
  fields: readonly F[],
  labelOf: (field: F) => string,
): ExportColumn<Readonly<Record<F, unknown>>>[] =>
  fields.map((field) => ({ header: labelOf(field), cell: (row) => row[field] }))

function pathsOf(schema: $ZodType, path: readonly string[]): (readonly string[])[] {
  const inner = withoutWrapping(schema)
  if (!(inner instanceof core.$ZodObject)) return [path]
  return Object.entries(inner._zod.def.shape).flatMap(([name, field]) => pathsOf(field, [...path, name]))
}

function withoutWrapping(schema: $ZodType): $ZodType {
  const isWrapping =
    schema instanceof core.$ZodNullable || schema instanceof core.$ZodOptional || schema instanceof core.$ZodDefault
  return isWrapping ? withoutWrapping(schema._zod.def.innerType) : schema
}

function cellAt(value: unknown, path: readonly string[]): unknown {
  const found = path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? new Map(Object.entries(inner)).get(name) : null),
    value,
  )
  const isSimple = Array.isArray(found) && found.every((each) => typeof each !== 'object' || each === null)
  return isSimple ? found.join('; ') : found
}

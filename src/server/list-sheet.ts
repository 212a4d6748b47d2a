import * as core from 'zod/v4/core'
import { findMessage, t } from '#lib/messages.ts'
import type { ListChange, ListReport, MissingRecords, SheetError } from '#lib/sheet.ts'
import { fieldsOf } from './http/serve.ts'
import { basisOf, cellsOf, reportDuplicate, reporterOf, type Sheet, withSheetTranslator } from './sheet.ts'
import type { SheetShape } from './sheet-columns.ts'
import type { SheetRow } from './sheet-rows.ts'
import { validateSheet } from './sheet-validation.ts'

type Value = string | number | null

/** A list of plain records for the import of spreadsheets: one row for each record, identified by a key. */
export interface ListShape<F extends string, D extends Record<F, Value>> extends SheetShape<F> {
  draft: core.$ZodType<D>
  /**
   * Converts a cell into a value for the draft and reports an invalid one. For a new record, the cell of a column that
   * the file does not have is ''.
   */
  valueOf(field: F, cell: string, report: (field: string, message: string) => void): unknown
  /** The key that identifies a record, computed from a record or from a row's cells. */
  keyOf(record: Partial<Record<F, Value>>): string
  /** The field with the key, if records have one. It may be blank in a row. */
  keyField?: F
  /** The sign and the name that people know a record by. */
  nameOf(record: D): { sign: string | null; name: string }
}

/** The writes of an import, and its report. With errors there are no writes. */
export interface ListPlan<D, R> {
  report: ListReport
  writes: { before: R | null; after: D }[]
  removals: R[]
}

/**
 * Plans the import of a sheet into a list. A field without a column in the sheet does not change, and an empty cell
 * clears its field. Records that are not in the file stay, unless `missing` is `remove`.
 */
export const planList = withSheetTranslator(plan)
function plan<F extends string, D extends Record<F, Value>, R extends D>(
  sheet: Sheet<F>,
  current: readonly R[],
  shape: ListShape<F, D>,
  missing: MissingRecords,
): ListPlan<D, R> {
  const { rows, rowOf, errors } = readRecords(sheet, current, shape)
  // With `remove`, the records of rows that are handed back would be removed, so every row must be good.
  const { ok, hasErrors, reportBase } = validateSheet(
    { ...sheet, goodRowsOnly: sheet.goodRowsOnly && missing === 'keep' },
    errors,
  )
  if (!ok) return { report: { ...NOTHING, ...reportBase }, writes: [], removals: [] }
  const good = rows.filter((row) => !hasErrors(row))
  const done = good.filter(({ change }) => change.fields.length > 0)
  const added = done.filter(({ before }) => before === null).length
  const absent = current.filter((record) => !rowOf.has(shape.keyOf(record)))
  const removals = missing === 'remove' ? absent : []
  const changes = [
    ...done.map(({ change }) => change),
    ...absent.map((record) => ({
      kind: missing === 'remove' ? ('removed' as const) : ('missing' as const),
      key: shape.keyOf(record),
      ...shape.nameOf(record),
      fields: [],
    })),
  ]
  return {
    report: {
      ...reportBase,
      added,
      changed: done.length - added,
      unchanged: good.length - done.length,
      missing: absent.length - removals.length,
      removed: removals.length,
      changes,
      basis: basisOf(changes),
    },
    writes: done.map(({ before, after }) => ({ before, after })),
    removals,
  }
}

/** Reads the rows of a sheet, and finds the record of each. */
function readRecords<F extends string, D extends Record<F, Value>, R extends D>(
  sheet: Sheet<F>,
  current: readonly R[],
  shape: ListShape<F, D>,
) {
  const errors: SheetError[] = []
  const records = new Map(current.map((record) => [shape.keyOf(record), record]))
  const rowOf = new Map<string, SheetRow>()
  const rows: { before: R | null; after: D; change: ListChange; line: number }[] = []

  for (const row of sheet.rows) {
    const { line } = row
    const count = errors.length
    const report = reporterOf(sheet, row, errors)
    const cells = cellsOf(sheet, row, report)
    // The cells that are missing at the end of a short row count as empty.
    for (const field of sheet.columns) if (field !== null) cells[field] ??= ''
    const key = shape.keyOf(cells)
    const before = records.get(key) ?? null
    const typed: Partial<Record<F, unknown>> = {}
    for (const field of shape.fields) {
      const cell = cells[field] ?? (before === null ? '' : undefined)
      typed[field] = cell === undefined ? before?.[field] : shape.valueOf(field, cell, report)
    }
    if (shape.keyField !== undefined) typed[shape.keyField] ||= key
    const parsed = core.safeParse(shape.draft, typed)
    const reported = new Set(errors.slice(count).map(({ field }) => field))
    if (!parsed.success) {
      for (const [field, message] of Object.entries(fieldsOf(parsed.error.issues))) {
        if (!reported.has(field)) report(field, findMessage(message))
      }
    }
    const same = rowOf.get(key)
    if (same !== undefined)
      reportDuplicate([same, row], { field: shape.headerFields[0], what: t('This'), report, errors })
    else rowOf.set(key, row)
    if (parsed.success && errors.length === count) {
      const after = parsed.data
      rows.push({ before, after, change: changeOf(shape, key, before, after), line })
    }
  }
  return { rows, rowOf, errors }
}

function changeOf<F extends string, D extends Record<F, Value>>(
  shape: ListShape<F, D>,
  key: string,
  before: D | null,
  after: D,
): ListChange {
  const fields = shape.fields
    .map((field) => ({ field, before: displayText(before?.[field] ?? null), after: displayText(after[field]) }))
    .filter((change) => change.before !== change.after)
  return { kind: before === null ? 'added' : 'changed', key, ...shape.nameOf(after), fields }
}

function displayText(value: Value): string | null {
  return value === null ? null : String(value)
}

const NOTHING = { added: 0, changed: 0, unchanged: 0, missing: 0, removed: 0, changes: [], basis: basisOf([]) }

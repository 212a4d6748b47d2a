import { createHash } from 'node:crypto'
import type * as core from 'zod/v4/core'
import { ENGLISH, findMessage, formatNumber, type Translator, t, withTranslator } from '#lib/messages.ts'
import type { OnImportProgress, SheetColumn, SheetError, SheetQuestion } from '#lib/sheet.ts'
import { type CsvRow, readCsv, UnreadableCsv } from './csv.ts'
import { listChanged } from './http/http-error.ts'
import { fieldsOf } from './http/serve.ts'
import { chosenColumns, likelyHeader, resolveColumns, type SheetShape, withLabels } from './sheet-columns.ts'
import type { KnownPerson } from './sheet-people.ts'
import { type ReadRows, readRows, type SheetRow } from './sheet-rows.ts'

/**
 * A file as it was sent. `choices` maps a column to a field, by its name or label, or to '' to leave the column out.
 */
export interface SheetFile {
  csv: string
  name?: string | undefined
  choices?: ReadonlyMap<string, string> | undefined
  /** The answers to the questions of a dry run, by the questions' keys. */
  answers?: ReadonlyMap<string, string> | undefined
  /** Whether rows without errors are imported although other rows have errors. */
  goodRowsOnly?: boolean
  /** The people that a row without a complete Discord ID may mean. */
  people?: readonly KnownPerson[]
  /** The `basis` of the preview that the sender saw. */
  basis?: string | undefined
  /** The language of every message to the sender. */
  translator?: Translator
  /** Called with the number of rows written so far. */
  onProgress?: OnImportProgress
}

/** The file of a call that is declared with `sheetCall` or one of its variants. */
export function sheetFileOf({ body, query, translator }: SheetCall): SheetFile {
  const { columns: choices, answers, rows, basis, name } = query
  return { csv: body, name, choices, answers, goodRowsOnly: rows === 'good', basis, translator }
}

/**
 * Adds all known people to a file if one of its rows has no valid Discord ID. `everybody` is slow, so it is called only
 * then.
 */
export async function withPeople<F extends string>(
  file: SheetFile,
  shape: SheetShape<F>,
  everybody: () => Promise<readonly KnownPerson[]>,
): Promise<SheetFile> {
  const { columns, missing, rows } = readSheet(file, shape)
  const ids = (shape.people ?? []).map(({ id }) => id)
  const isUnknown = ({ cells, problems }: SheetRow) =>
    ids.some((id) => !cells[columns.indexOf(id)] || problems.some(({ field }) => field === id))
  return ids.some((id) => missing.has(id)) || rows.some(isUnknown) ? { ...file, people: await everybody() } : file
}

interface SheetCall {
  body: string
  translator: Translator
  query: { rows: 'all' | 'good'; basis?: string | undefined; name?: string | undefined } & Partial<
    Record<'columns' | 'answers', ReadonlyMap<string, string> | undefined>
  >
}

/** A parsed spreadsheet: the field of each column, and the rows below the header. */
export interface Sheet<F extends string> {
  columns: readonly (F | null)[]
  rows: readonly SheetRow[]
  passedOver: ReadRows['passedOver']
  questions: readonly SheetQuestion[]
  goodRowsOnly: boolean
  translator: Translator
  labelOf(field: string): string
  /** The errors of the file as a whole and of its columns. The rows are still read as far as possible. */
  errors: SheetError[]
  /** The number of the header line. */
  headerLine: number
  /** Every column with a header, for the person who chooses its field. */
  namedColumns: readonly SheetColumn[]
  /** The errors of columns that are open because nobody has chosen their field yet. */
  openColumnErrors: readonly SheetError[]
  headers: readonly string[]
  /** Required fields that the file does not have. Each is reported once for the file, not for every row. */
  missing: ReadonlySet<string>
}

/** The header of a file without the expected column names is searched in this many rows at the start. */
const HEADER_WITHIN = 20

/** A header with the expected column names is searched in this many rows. Searching 50,000 rows would take seconds. */
const SEARCHED = 500

/** The most characters of a column's sample value. */
const SAMPLE_LENGTH = 60

/**
 * Reads a spreadsheet as far as possible without the existing records. An unknown column is left out of the rows and
 * stays open until a person chooses its field. `reportOpenColumns` turns open columns into errors.
 */
export function readSheet<F extends string>(file: SheetFile, shape: SheetShape<F>): Sheet<F> {
  return withTranslator(file.translator ?? ENGLISH, () => readIn(file, withLabels(shape)))
}

function readIn<F extends string>(file: SheetFile, shape: SheetShape<F>): Sheet<F> {
  const { csv, choices, answers = new Map(), goodRowsOnly = false, people = [], translator = ENGLISH } = file
  const { labelOf, fields, headerFields, requiredFields = headerFields, recordsName, maxRows } = shape
  const base = {
    goodRowsOnly,
    translator,
    labelOf: (text: string) => {
      const field = fields.find((each) => each === text)
      if (field !== undefined) return labelOf(field)
      return text === 'file' ? t('file') : text
    },
  }
  const refused = (line: number, message: string): Sheet<F> => ({
    ...base,
    ...{ columns: [], rows: [], passedOver: [], questions: [], namedColumns: [], openColumnErrors: [], headers: [] },
    errors: [{ line, field: 'file', message }],
    headerLine: line,
    missing: new Set(),
  })
  let all: CsvRow[]
  try {
    all = readCsv(csv)
  } catch (error) {
    if (error instanceof UnreadableCsv) return refused(error.line, error.message)
    throw error
  }
  const found = findHeader(all, shape, choices)
  const noHeader = t(
    'No row has the column names. One must, with at least a column "{first}" and a column "{second}".',
    { first: labelOf(headerFields[0]), second: labelOf(headerFields[1]) },
  )
  if (found === undefined) return refused(1, noHeader)

  const { row: header, columns: chosen } = found
  const below = all.slice(found.index + 1)
  const tooMany = below[maxRows]
  if (tooMany) {
    const message = t('A file may hold at most {most} {things}.', {
      most: formatNumber(maxRows),
      things: t(recordsName),
    })
    return refused(tooMany.line, message)
  }

  const { columns, openColumns, openColumnErrors, errors } = resolveColumns(chosen, header.line, shape)
  const sampleOf = (at: number) => below.find(({ cells }) => cells[at])?.cells[at]?.slice(0, SAMPLE_LENGTH) ?? ''
  const namesNothing = columns.every((field) => field === null)
  const withPeople = people.length === 0 ? columns : withIds(columns, below, shape)
  const missing = new Set(requiredFields.filter((field) => !withPeople.includes(field)))
  const reading = { columns: withPeople, headers: header.cells, shape, answers, people }
  return {
    ...base,
    ...(namesNothing ? { rows: [], passedOver: [], questions: [] } : readRows(below, reading)),
    columns: withPeople,
    errors: [
      ...errors,
      ...(namesNothing
        ? [{ line: header.line, field: 'file', message: noHeader }]
        : fields.filter((field) => missing.has(field)).map((field) => missingColumn(labelOf(field), header.line))),
    ],
    headerLine: header.line,
    namedColumns: chosen.flatMap(({ name, text }, at) =>
      text === '' ? [] : [{ name, field: columns[at] ?? null, sample: sampleOf(at), isOpen: openColumns.has(at) }],
    ),
    openColumnErrors: namesNothing ? [] : openColumnErrors,
    headers: header.cells,
    missing,
  }
}

function missingColumn(label: string, line: number): SheetError {
  return { line, field: label, message: t('A column "{name}" is needed.', { name: label }) }
}

/** The row with the column names or, when none has all that are needed, the likeliest one. */
function findHeader<F extends string>(all: readonly CsvRow[], shape: SheetShape<F>, choices: SheetFile['choices']) {
  const candidate = (row: CsvRow, index: number) => ({ row, index, columns: chosenColumns(row.cells, shape, choices) })
  const headerIndex = all.slice(0, SEARCHED).findIndex(({ cells }) => {
    const columns = chosenColumns(cells, shape, choices)
    return shape.headerFields.every((each) => columns.some(({ field }) => field === each))
  })
  const first = all[headerIndex]
  return first ? candidate(first, headerIndex) : likelyHeader(all.slice(0, HEADER_WITHIN).map(candidate))
}

/** Adds an id column after the last column of a file that has only names. The answers about each name fill it. */
function withIds<F extends string>(
  columns: readonly (F | null)[],
  rows: readonly CsvRow[],
  { people = [] }: SheetShape<F>,
): readonly (F | null)[] {
  const absent = people.filter(({ id, name }) => columns.includes(name) && !columns.includes(id))
  if (absent.length === 0) return columns
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), columns.length)
  const padding = Array.from({ length: width - columns.length }, () => null)
  return [...columns, ...padding, ...absent.map(({ id }) => id)]
}

/** Wraps a function so that its messages are in the language of the sheet's sender. */
export function withSheetTranslator<S extends Pick<Sheet<string>, 'translator'>, A extends unknown[], R>(
  plan: (sheet: S, ...given: A) => R,
): (sheet: S, ...given: A) => R {
  return (sheet, ...given) => withTranslator(sheet.translator, () => plan(sheet, ...given))
}

/** The sheet for an import without a preview: a column that is still open is an error. */
export function reportOpenColumns<F extends string>(sheet: Sheet<F>): Sheet<F> {
  return { ...sheet, errors: [...sheet.openColumnErrors, ...sheet.errors] }
}

/** A function that reports the errors of a row. It skips fields that the file lacks or that already have a problem. */
export function reporterOf(
  { missing }: Pick<Sheet<string>, 'missing'>,
  { line, problems }: Pick<SheetRow, 'line' | 'problems'>,
  errors: SheetError[],
): ReportProblem {
  errors.push(...problems.map((problem) => ({ line, ...problem })))
  return (field, message) => {
    const isReported = missing.has(field) || problems.some((problem) => problem.field === field)
    if (!isReported) errors.push({ line, field, message })
  }
}

/**
 * Reports two rows about the same record. The second row gets an error. If the rows differ, the first one gets an error
 * too, because either may be right.
 */
export function reportDuplicate(
  [first, second]: readonly [SheetRow, SheetRow],
  { field, what, report, errors }: { field: string; what: string; report: ReportProblem; errors: SheetError[] },
): void {
  report(field, t('{what} is already on line {line}.', { what, line: first.line }))
  if (first.cells.join('\0') === second.cells.join('\0')) return
  errors.push({
    line: first.line,
    field,
    message: t('{what} is on line {line} again.', { what, line: second.line }),
  })
}

/** The error of a cell that should contain a day. */
export const notADate = (text: string) => t('"{text}" is not a date. Write it as 3/14/2026 or 2026-03-14.', { text })

/** The error of a cell that should contain one of a few words. */
export const notOneOf = (text: string, words: readonly string[]) =>
  t('"{text}" is not one of these: {names}.', { text, names: words.join(', ') })

/** Reports the issues that a schema found in a row. */
export function reportIssues(issues: readonly core.$ZodIssue[], report: ReportProblem): void {
  for (const [field, message] of Object.entries(fieldsOf(issues))) report(field, findMessage(message))
}

/** Reports an error in a field of a row. */
export type ReportProblem = (field: string, message: string) => void

/** The cells of a row by field. A filled cell in a column without a header is reported. */
export function cellsOf<F extends string>(
  { columns, headers }: Pick<Sheet<F>, 'columns' | 'headers'>,
  { cells }: CsvRow,
  report: ReportProblem,
): Partial<Record<F, string>> {
  const typed: Partial<Record<F, string>> = {}
  for (const [index, cell] of cells.entries()) {
    const field = columns[index] ?? null
    if (field !== null) typed[field] = cell
    else if (cell !== '' && !headers[index])
      report('file', t('"{cell}" is in column {number}, which has no header.', { cell, number: index + 1 }))
  }
  return typed
}

/** A hash of the changes that an import makes. Records missing from the file do not change, so they are not hashed. */
export function basisOf(changes: readonly { kind: string }[]): string {
  const written = changes.filter(({ kind }) => kind !== 'missing')
  return createHash('sha256').update(JSON.stringify(written)).digest('base64url')
}

/** Throws a 409 error if the import would make other changes than the preview showed. */
export function checkBasis({ basis }: SheetFile, report: { ok: boolean; basis: string }): void {
  if (report.ok && basis !== undefined && basis !== report.basis) throw listChanged()
}

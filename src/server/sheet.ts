import { createHash } from 'node:crypto'
import type * as core from 'zod/v4/core'
import { ENGLISH, findMessage, formatNumber, inSpeech, type Speech, t } from '#lib/messages.ts'
import type { OnRows, SheetColumn, SheetError, SheetQuestion } from '#lib/sheet.ts'
import { type CsvRow, readCsv, UnreadableCsv } from './csv.ts'
import { listChanged } from './http/http-error.ts'
import { fieldsOf } from './http/serve.ts'
import { chosenColumns, likelyHeader, type SheetShape, settle, withLabels } from './sheet-columns.ts'
import type { KnownPerson } from './sheet-people.ts'
import { type ReadRows, readRows, type SheetRow } from './sheet-rows.ts'

/** A file as it was sent, and what was chosen for its columns: a field by its name or label, or '' to leave one out. */
export interface SheetFile {
  csv: string
  name?: string | undefined
  choices?: ReadonlyMap<string, string> | undefined
  /** What was answered to the questions of a dry run, by their keys. */
  answers?: ReadonlyMap<string, string> | undefined
  /** Whether the good rows are taken although others are wrong. */
  goodRowsOnly?: boolean
  /** Whom a row without a whole Discord ID may mean. */
  people?: readonly KnownPerson[]
  /** The basis of the preview that somebody looked at. */
  basis?: string | undefined
  /** In which everything is said to its sender. */
  speech?: Speech
  /** Hears how many of its rows are written. */
  onProgress?: OnRows
}

/** The file of a call, as `sheetCall` and its like take it. */
export function sheetFileOf({ body, query, speech }: SheetCall): SheetFile {
  const { columns: choices, answers, rows, basis, name } = query
  return { csv: body, name, choices, answers, goodRowsOnly: rows === 'good', basis, speech }
}

/**
 * The same with everybody whom a row may mean, where a row does not say so itself: to ask for all of them takes a
 * while.
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
  speech: Speech
  query: { rows: 'all' | 'good'; basis?: string | undefined; name?: string | undefined } & Partial<
    Record<'columns' | 'answers', ReadonlyMap<string, string> | undefined>
  >
}

/** A spreadsheet as it was sent: which field each column means, and the rows below their names. */
export interface Sheet<F extends string> {
  columns: readonly (F | null)[]
  rows: readonly SheetRow[]
  passedOver: ReadRows['passedOver']
  questions: readonly SheetQuestion[]
  goodRowsOnly: boolean
  speech: Speech
  labelOf(field: string): string
  /** What is wrong with the file as a whole, and its columns. The rows are read all the same, as far as they can be. */
  errors: SheetError[]
  /** The line that names the columns. */
  headerLine: number
  /** Each column that has a header by its name, for anyone who chooses. */
  named: readonly SheetColumn[]
  /** What is wrong while nobody has chosen for the columns that are open. */
  open: readonly SheetError[]
  headers: readonly string[]
  /** Fields that a file must have and this one has not: said once, not in every row. */
  missing: ReadonlySet<string>
}

/** Where a file names its columns otherwise, the row that does so is among the first. */
const HEADER_WITHIN = 20

/** Whatever stands above it, a row that names the columns is among the first: to look at 50,000 takes seconds. */
const SEARCHED = 500

/** The most that is shown of what stands in a column. */
const SAMPLE_LENGTH = 60

/**
 * Reads a spreadsheet as far as that is possible without knowing the records. A column that nobody knows is left out of
 * what is read and stays open until somebody chooses (`decided`).
 */
export function readSheet<F extends string>(file: SheetFile, shape: SheetShape<F>): Sheet<F> {
  return inSpeech(file.speech ?? ENGLISH, () => readIn(file, withLabels(shape)))
}

function readIn<F extends string>(file: SheetFile, shape: SheetShape<F>): Sheet<F> {
  const { csv, choices, answers = new Map(), goodRowsOnly = false, people = [], speech = ENGLISH } = file
  const { labelOf, fields, signs, needed = signs, things, most } = shape
  const base = {
    goodRowsOnly,
    speech,
    labelOf: (text: string) => {
      const field = fields.find((each) => each === text)
      if (field !== undefined) return labelOf(field)
      return text === 'file' ? t('file') : text
    },
  }
  const refused = (line: number, message: string): Sheet<F> => ({
    ...base,
    ...{ columns: [], rows: [], passedOver: [], questions: [], named: [], open: [], headers: [] },
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
  const candidate = (row: CsvRow, index: number) => ({ row, index, columns: chosenColumns(row.cells, shape, choices) })
  const named = all.slice(0, SEARCHED).findIndex(({ cells }) => {
    const columns = chosenColumns(cells, shape, choices)
    return signs.every((sign) => columns.some(({ field }) => field === sign))
  })
  const first = all[named]
  const found = first ? candidate(first, named) : likelyHeader(all.slice(0, HEADER_WITHIN).map(candidate))
  const noHeader = t('No row names the columns. One must, with at least a column "{first}" and a column "{second}".', {
    first: labelOf(signs[0]),
    second: labelOf(signs[1]),
  })
  if (found === undefined) return refused(1, noHeader)

  const { row: header, columns: chosen } = found
  const below = all.slice(found.index + 1)
  const tooMany = below[most]
  if (tooMany) {
    const message = t('A file may hold at most {most} {things}.', { most: formatNumber(most), things: t(things) })
    return refused(tooMany.line, message)
  }

  const { columns, unsettled, open, errors } = settle(chosen, header.line, shape)
  const sampleOf = (at: number) => below.find(({ cells }) => cells[at])?.cells[at]?.slice(0, SAMPLE_LENGTH) ?? ''
  const namesNothing = columns.every((field) => field === null)
  const withPeople = people.length === 0 ? columns : withIds(columns, below, shape)
  const missing = new Set(needed.filter((field) => !withPeople.includes(field)))
  const reading = { columns: withPeople, headers: header.cells, shape, answers, people }
  return {
    ...base,
    ...(namesNothing ? { rows: [], passedOver: [], questions: [] } : readRows(below, reading)),
    columns: withPeople,
    errors: [
      ...errors,
      ...(namesNothing
        ? [{ line: header.line, field: 'file', message: noHeader }]
        : fields
            .filter((field) => missing.has(field))
            .map((field) => {
              const label = labelOf(field)
              return { line: header.line, field: label, message: t('A column "{name}" is needed.', { name: label }) }
            })),
    ],
    headerLine: header.line,
    named: chosen.flatMap(({ name, text }, at) =>
      text === '' ? [] : [{ name, field: columns[at] ?? null, sample: sampleOf(at), isOpen: unsettled.has(at) }],
    ),
    open: namesNothing ? [] : open,
    headers: header.cells,
    missing,
  }
}

/** A file with names and no ids gets a column for the ids, behind all of its own: whom each name means is asked. */
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

/** Lets what reads a sheet speak the language of its sender. */
export function inItsLanguage<S extends Pick<Sheet<string>, 'speech'>, A extends unknown[], R>(
  plan: (sheet: S, ...given: A) => R,
): (sheet: S, ...given: A) => R {
  return (sheet, ...given) => inSpeech(sheet.speech, () => plan(sheet, ...given))
}

/** The same sheet as an import takes it, which nobody looks at first: a column that is still open is an error. */
export function decided<F extends string>(sheet: Sheet<F>): Sheet<F> {
  return { ...sheet, errors: [...sheet.open, ...sheet.errors] }
}

/** Reports what is wrong with a row: not once more what the file lacks as a whole, or what was asked about. */
export function reporterOf(
  { missing }: Pick<Sheet<string>, 'missing'>,
  { line, problems }: Pick<SheetRow, 'line' | 'problems'>,
  errors: SheetError[],
): ReportProblem {
  errors.push(...problems.map((problem) => ({ line, ...problem })))
  return (field, message) => {
    const isTold = missing.has(field) || problems.some((problem) => problem.field === field)
    if (!isTold) errors.push({ line, field, message })
  }
}

/**
 * Reports what two rows say of one record: the second, and where they differ the first too, since either may be right.
 */
export function reportTwice(
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

/** What is wrong with a cell that should hold a day. */
export const notADate = (text: string) => t('"{text}" is not a date. Write it as 3/14/2026 or 2026-03-14.', { text })

/** What is wrong with a cell that should hold one of a few words. */
export const notOneOf = (text: string, words: readonly string[]) =>
  t('"{text}" is not one of these: {names}.', { text, names: words.join(', ') })

/** Reports what a schema says of a row. */
export function reportIssues(issues: readonly core.$ZodIssue[], report: ReportProblem): void {
  for (const [field, message] of Object.entries(fieldsOf(issues))) report(field, findMessage(message))
}

/** Says what is wrong with a field of a row. */
export type ReportProblem = (field: string, message: string) => void

/** The cells of a row by their fields. A cell that says something in a column without a header is reported. */
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

/** Names what an import does. Records that are missing in the file stay as they are, so they do not count. */
export function basisOf(changes: readonly { kind: string }[]): string {
  const written = changes.filter(({ kind }) => kind !== 'missing')
  return createHash('sha256').update(JSON.stringify(written)).digest('base64url')
}

/** Throws a conflict where the preview that somebody looked at showed something else. */
export function checkBasis({ basis }: SheetFile, report: { ok: boolean; basis: string }): void {
  if (report.ok && basis !== undefined && basis !== report.basis) throw listChanged()
}

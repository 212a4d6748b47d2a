import { createHash } from 'node:crypto'
import { MAX_ERRORS, type SheetColumn, type SheetError, type SheetReport } from '#lib/sheet.ts'
import { type CsvRow, readCsv, UnreadableCsv } from './csv.ts'
import { listChanged } from './http/http-error.ts'

/** A file as it was sent, and what was chosen for its columns: a field by its name or label, or '' to leave one out. */
export interface SheetFile {
  csv: string
  choices?: ReadonlyMap<string, string>
  /** The basis of the preview that somebody looked at. */
  basis?: string | undefined
}

/** A spreadsheet as it was sent: which field each column means, and the rows below their names. */
export interface Sheet<F extends string> {
  columns: readonly (F | null)[]
  rows: readonly CsvRow[]
  /** What is wrong with the file as a whole, and its columns. The rows are read all the same, as far as they can be. */
  errors: SheetError[]
  /** The line that names the columns. */
  headerLine: number
  /** Each column that has a header by its name, for whoever chooses. */
  named: readonly SheetColumn[]
  /** What is wrong while nobody has chosen for the columns that are open. */
  open: readonly SheetError[]
  headers: readonly string[]
  /** Fields that a file must have and this one has not: said once, not in every row. */
  missing: ReadonlySet<string>
}

/** What a feature knows of its spreadsheets. */
export interface SheetShape<F extends string> {
  /** What each header of a row means; null: nobody calls a column so. */
  fieldsOf(headers: readonly string[]): readonly (F | null)[]
  labelOf(field: F): string
  /** Every field, in the order in which they are named to whoever wrote a column that is not known. */
  fields: readonly F[]
  /** The row that names the columns has these two; whatever title stands above it is passed over. */
  signs: readonly [F, F]
  /** The fields without which nothing is imported; the signs unless said. */
  needed?: readonly F[]
  /** What the rows are, in the plural. */
  things: string
  /** The most rows that a file may hold. */
  most: number
}

/** Where a file names its columns otherwise, the row that does so is among the first. */
const HEADER_WITHIN = 20

/** The most that is shown of what stands in a column. */
const SAMPLE_LENGTH = 60

/**
 * Reads a spreadsheet as far as that is possible without knowing the records. A column that nobody knows is left out of
 * what is read and stays open until somebody chooses (`decided`).
 */
export function readSheet<F extends string>({ csv, choices }: SheetFile, shape: SheetShape<F>): Sheet<F> {
  const { labelOf, fields, signs, needed = signs, things, most } = shape
  const refused = (line: number, message: string): Sheet<F> => ({
    columns: [],
    rows: [],
    errors: [{ line, field: 'file', message }],
    headerLine: line,
    named: [],
    open: [],
    headers: [],
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
  const named = all.findIndex(({ cells }) => {
    const columns = chosenColumns(cells, shape, choices)
    return signs.every((sign) => columns.some(({ field }) => field === sign))
  })
  const first = all[named]
  const found = first ? candidate(first, named) : likelyHeader(all.slice(0, HEADER_WITHIN).map(candidate))
  const noHeader = `No row names the columns. One must, with at least a column "${labelOf(signs[0])}" and a column "${labelOf(signs[1])}".`
  if (found === undefined) return refused(1, noHeader)

  const { row: header, columns: chosen } = found
  const rows = all.slice(found.index + 1)
  const tooMany = rows[most]
  if (tooMany) return refused(tooMany.line, `A file may hold at most ${most.toLocaleString('en')} ${things}.`)

  const { columns, unsettled, open, errors } = settle(chosen, header.line, shape)
  const sampleOf = (at: number) => rows.find(({ cells }) => cells[at])?.cells[at]?.slice(0, SAMPLE_LENGTH) ?? ''
  const missing = new Set(needed.filter((field) => !columns.includes(field)))
  const namesNothing = columns.every((field) => field === null)
  return {
    columns,
    rows: namesNothing ? [] : rows,
    errors: [
      ...errors,
      ...(namesNothing
        ? [{ line: header.line, field: 'file', message: noHeader }]
        : fields
            .filter((field) => missing.has(field))
            .map((field) => {
              const label = labelOf(field)
              return { line: header.line, field: label, message: `A column "${label}" is needed.` }
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

interface HeaderCell<F> {
  text: string
  name: string
  field: F | null
  /** What was chosen for it, where something was. */
  choice: string | undefined
}

/** The columns that a row would name: what was chosen goes before what their headers mean. */
function chosenColumns<F extends string>(
  cells: readonly string[],
  { fieldsOf, fields, labelOf }: SheetShape<F>,
  choices: SheetFile['choices'],
): HeaderCell<F>[] {
  const meant = fieldsOf(cells)
  return cells.map((text, at) => {
    const name = cells.indexOf(text) === at ? text : `${text} (column ${at + 1})`
    const choice = text === '' ? undefined : choices?.get(name)
    const field =
      choice === undefined
        ? (meant[at] ?? null)
        : (fields.find((each) => each === choice || labelOf(each).toLowerCase() === choice.toLowerCase()) ?? null)
    return { text, name, field, choice }
  })
}

/** Of rows of which none names what it must, the one that looks most like the names of columns. */
function likelyHeader<R extends { columns: readonly HeaderCell<string>[] }>(rows: readonly R[]): R | undefined {
  const count = ({ columns }: R) => columns.filter(({ field }) => field !== null).length
  const best = rows.reduce<R | undefined>((most, row) => (most && count(most) >= count(row) ? most : row), undefined)
  if (best !== undefined && count(best) > 0) return best
  return rows.find(({ columns }) => columns.filter(({ text }) => text !== '').length > 1)
}

/** Which field each column fills: of several that mean the same the chosen one, else the first. */
function settle<F extends string>(cells: readonly HeaderCell<F>[], line: number, { labelOf, fields }: SheetShape<F>) {
  const known = fields.map(labelOf).join(', ')
  const errors: SheetError[] = []
  const open: SheetError[] = []
  const unsettled = new Set<number>()
  const holders = new Map<F, number>()
  for (const [at, { field, choice, name }] of cells.entries()) {
    if (choice === undefined) continue
    const holder = field === null ? undefined : holders.get(field)
    if (choice !== '' && field === null) {
      errors.push({ line, field: name, message: `"${choice}" is none of these: ${known}.` })
    } else if (field !== null && holder === undefined) {
      holders.set(field, at)
    } else if (field !== null && holder !== undefined) {
      const message = `The column "${cells[holder]?.name}" is ${labelOf(field)} already. Leave one of the two out.`
      errors.push({ line, field: name, message })
    }
  }
  for (const [at, { text, name, field, choice }] of cells.entries()) {
    if (choice !== undefined || text === '') continue
    if (field === null) {
      unsettled.add(at)
      const message = `The column "${name}" is not known. Leave it out, or choose which of these it is: ${known}.`
      open.push({ line, field: name, message })
      continue
    }
    const holder = holders.get(field)
    if (holder === undefined) {
      holders.set(field, at)
      continue
    }
    unsettled.add(at)
    if (cells[holder]?.choice === undefined) unsettled.add(holder)
    const message = `The columns "${cells[holder]?.name}" and "${name}" mean the same. Leave one of them out.`
    open.push({ line, field: name, message })
  }
  const columns = cells.map(({ field }, at) => (field !== null && holders.get(field) === at ? field : null))
  return { columns, unsettled, open, errors }
}

/** The same sheet as an import takes it, which nobody looks at first: a column that is still open is an error. */
export function decided<F extends string>(sheet: Sheet<F>): Sheet<F> {
  return { ...sheet, errors: [...sheet.open, ...sheet.errors] }
}

/** Reports what is wrong with a row; not once more what the file lacks as a whole. */
export function reporterOf(
  { missing }: Pick<Sheet<string>, 'missing'>,
  line: number,
  errors: SheetError[],
): (field: string, message: string) => void {
  return (field, message) => {
    if (!missing.has(field)) errors.push({ line, field, message })
  }
}

/** The cells of a row by their fields. A cell that says something in a column without a header is reported. */
export function cellsOf<F extends string>(
  { columns, headers }: Pick<Sheet<F>, 'columns' | 'headers'>,
  { cells }: CsvRow,
  report: (field: string, message: string) => void,
): Partial<Record<F, string>> {
  const typed: Partial<Record<F, string>> = {}
  for (const [index, cell] of cells.entries()) {
    const field = columns[index] ?? null
    if (field !== null) typed[field] = cell
    else if (cell !== '' && !headers[index])
      report('file', `"${cell}" stands in column ${index + 1}, which has no header.`)
  }
  return typed
}

/** The errors that are told, in the order of the file. */
export function inOrder(errors: readonly SheetError[]): SheetError[] {
  return errors.toSorted((a, b) => a.line - b.line).slice(0, MAX_ERRORS)
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

/** How an import answers: as its report says, and one that was refused with 400 and the first reason. */
export function answerImport<R extends SheetReport>(report: R, reply: { code(status: number): unknown }): R {
  if (report.ok) return report
  void reply.code(400)
  const [first] = report.errors
  const message = `The file was refused and nothing was written. Line ${first?.line}: ${first?.message}`
  return { ...report, error: { code: 'invalid', message } }
}

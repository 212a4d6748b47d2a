import { MOST_ERRORS, type SheetError, type SheetReport } from '#lib/sheet.ts'
import { type CsvRow, readCsv, UnreadableCsv } from './csv.ts'

/** A spreadsheet as it was sent: which field each column means, and the rows below their names. */
export interface Sheet<F extends string> {
  columns: readonly (F | null)[]
  rows: readonly CsvRow[]
  /** With errors there are no rows to read. */
  errors: SheetError[]
  /** The line that names the columns. */
  headerLine: number
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
  /** What the rows are, in the plural. */
  things: string
  /** The most rows that a file may hold. */
  most: number
}

/** Reads a spreadsheet as far as that is possible without knowing the records. */
export function readSheet<F extends string>(csv: string, shape: SheetShape<F>): Sheet<F> {
  const { fieldsOf, labelOf, fields, signs, things, most } = shape
  const refused = (line: number, message: string): Sheet<F> => ({
    columns: [],
    rows: [],
    errors: [{ line, field: 'file', message }],
    headerLine: line,
  })
  let all: CsvRow[]
  try {
    all = readCsv(csv)
  } catch (error) {
    if (error instanceof UnreadableCsv) return refused(error.line, error.message)
    throw error
  }
  const headerAt = all.findIndex(({ cells }) => {
    const named = fieldsOf(cells)
    return signs.every((sign) => named.includes(sign))
  })
  const header = all[headerAt]
  if (header === undefined) {
    const [one, other] = signs.map(labelOf)
    return refused(1, `No row names the columns. One must, with at least a column "${one}" and a column "${other}".`)
  }
  const rows = all.slice(headerAt + 1)
  const tooMany = rows[most]
  if (tooMany) return refused(tooMany.line, `A file may hold at most ${most.toLocaleString('en')} ${things}.`)

  const columns = fieldsOf(header.cells)
  const errors = header.cells.flatMap((text, index): SheetError[] => {
    const report = (message: string) => [{ line: header.line, field: text, message }]
    const field = columns[index] ?? null
    if (text === '') return []
    if (field === null) {
      const known = fields.map(labelOf).join(', ')
      return report(`The column "${text}" is not known. Remove it, or rename it to one of these: ${known}.`)
    }
    const first = columns.indexOf(field)
    return first === index ? [] : report(`The columns "${header.cells[first]}" and "${text}" mean the same. Keep one.`)
  })
  return { columns, rows: errors.length > 0 ? [] : rows, errors, headerLine: header.line }
}

/** The cells of a row by their fields. A cell that says something in a column without a header is reported. */
export function cellsOf<F extends string>(
  { columns }: Pick<Sheet<F>, 'columns'>,
  { cells }: CsvRow,
  report: (field: string, message: string) => void,
): Partial<Record<F, string>> {
  const typed: Partial<Record<F, string>> = {}
  for (const [index, cell] of cells.entries()) {
    const field = columns[index] ?? null
    if (field !== null) typed[field] = cell
    else if (cell !== '') report('file', `"${cell}" stands in column ${index + 1}, which has no header.`)
  }
  return typed
}

/** The errors that are told, in the order of the file. */
export function inOrder(errors: readonly SheetError[]): SheetError[] {
  return errors.toSorted((a, b) => a.line - b.line).slice(0, MOST_ERRORS)
}

/** How an import answers: as its report says, and one that was refused with 400 and the first reason. */
export function answerImport<R extends SheetReport>(report: R, reply: { code(status: number): unknown }): R {
  if (report.ok) return report
  void reply.code(400)
  const [first] = report.errors
  const message = `The file was refused and nothing was written. Line ${first?.line}: ${first?.message}`
  return { ...report, error: { code: 'invalid', message } }
}

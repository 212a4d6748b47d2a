import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { formatNumber, t } from '#lib/messages.ts'

/** A file that cannot be read as CSV. The message is for the sender. `line` is the line in the file, from 1. */
export class UnreadableCsv extends Error {
  override name = 'UnreadableCsv'
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message)
  }
}

/** A row that is not empty: its trimmed cells, and the row number that a spreadsheet shows. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** Several times the limit of any import. Reading more rows, only to reject them, would block other requests. */
const MAX_RECORDS = 50_000
const MAX_COLUMNS = 200

/**
 * Reads CSV as spreadsheets write it: with or without a byte order mark, separated by commas, semicolons or tabs, with
 * any line ends, and with rows of different lengths. Throws `UnreadableCsv` for anything else.
 */
export function readCsv(file: string): CsvRow[] {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) {
    throw new UnreadableCsv(1, t('This is a web page and not a CSV file. Is the spreadsheet shared with everybody?'))
  }
  // These characters remain when UTF-16, an .xlsx file or Excel's plain "CSV" is read as UTF-8.
  const odd = text.search(/[\0\uFFFD]/)
  if (odd !== -1) {
    throw new UnreadableCsv(
      lineAt(text, odd),
      t('This is not UTF-8 text. In Excel save it as "CSV UTF-8", in Google Sheets download it as .csv.'),
    )
  }
  const rows: CsvRow[] = []
  let line = 0
  try {
    parse(text.replace(SEPARATOR_LINE, ''), {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      on_record: (record: string[]) => {
        line += 1
        if (line > MAX_RECORDS) {
          throw new UnreadableCsv(line, t('A file may have at most {most} rows.', { most: formatNumber(MAX_RECORDS) }))
        }
        if (record.length > MAX_COLUMNS) {
          throw new UnreadableCsv(line, t('A row may have at most {most} columns.', { most: MAX_COLUMNS }))
        }
        const cells = record.map((cell) => unguard(cell.trim()))
        if (cells.some((cell) => cell !== '')) rows.push({ line, cells })
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const last = rows.at(-1)
    throw new UnreadableCsv(last ? last.line + 1 : 1, t('A quotation mark is opened here or below and never closed.'))
  }
  return rows
}

/**
 * Writes CSV that is safe to open in a spreadsheet: no cell becomes a formula, and long ids are not rounded. If a file
 * is written in parts, only its start has a byte order mark.
 */
export function writeCsv(rows: readonly (readonly (string | null)[])[], { isStart = true } = {}): string {
  return stringify(
    rows.map((row) => row.map((cell) => guard(cell ?? ''))),
    { bom: isStart, record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** A line that tells Excel the separator. Excel does not show it. */
const SEPARATOR_LINE = /^"?sep=(.)"?\n/i

/**
 * The separator of a file: the one that splits the first lines into the most cells in rows of equal length. Texts
 * contain many commas too, but their number differs from row to row.
 */
function delimiterOf(text: string): string {
  const separator = SEPARATOR_LINE.exec(text)?.[1]
  if (separator !== undefined) return separator
  const lines = text
    .slice(0, 100_000)
    .replace(/"[^"]*"/g, '')
    .split('\n', 60)
  const scores = [',', ';', '\t'].map((delimiter) => {
    const cells = new Map<number, number>()
    for (const line of lines) {
      const count = line.split(delimiter).length - 1
      cells.set(count, (cells.get(count) ?? 0) + count)
    }
    return { delimiter, score: Math.max(...cells.values()) }
  })
  return scores.reduce((most, one) => (one.score > most.score ? one : most)).delimiter
}

/**
 * A value that a spreadsheet would run as a formula (OWASP, CSV Injection) or round as a number gets an apostrophe,
 * which makes it text. The same applies to a formula after a semicolon, a tab or a line end inside a value, with or
 * without quotation marks before it, because spreadsheets in other languages split cells there instead of at commas. A
 * value that already begins with such an apostrophe gets another one, so that reading returns exactly what was written.
 */
const NEEDS_GUARD = /^['"]*([=+\-@\t\r\n＝＋－＠]|\d{16,}$)/
const NEEDS_GUARD_INSIDE = /(?<=[;\t\r\n])(?=['"]*[=+\-@＝＋－＠])/g
const GUARD_INSIDE = /(?<=[;\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/g

function guard(cell: string): string {
  const within = cell.replace(NEEDS_GUARD_INSIDE, "'")
  return NEEDS_GUARD.test(within) ? `'${within}` : within
}

function unguard(cell: string): string {
  const within = cell.startsWith("'") && NEEDS_GUARD.test(cell) ? cell.slice(1) : cell
  return within.replace(GUARD_INSIDE, '')
}

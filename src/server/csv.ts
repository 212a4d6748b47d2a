import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { formatNumber, t } from '#lib/messages.ts'

/** A file that cannot be read as CSV, in words for the person who sent it; `line` is the file's own, from 1. */
export class UnreadableCsv extends Error {
  override name = 'UnreadableCsv'
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message)
  }
}

/** One row that holds something: its cells, trimmed, and the number that a spreadsheet shows before it. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** Several times what any import takes: what is read and then refused keeps everybody else waiting. */
const MAX_RECORDS = 50_000
const MAX_COLUMNS = 200

/**
 * Reads CSV as spreadsheets write it: with or without a byte order mark, separated by comma, semicolon or tab, any line
 * ends, ragged rows. Throws `UnreadableCsv` for anything that is not such a text.
 */
export function readCsv(file: string): CsvRow[] {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) {
    throw new UnreadableCsv(1, t('This is a web page and not a CSV file. Is the spreadsheet shared with everybody?'))
  }
  // What is left of UTF-16, of an .xlsx or of Excel's plain "CSV" after it was read as UTF-8.
  const odd = text.search(/[\0\uFFFD]/)
  if (odd !== -1) {
    throw new UnreadableCsv(
      lineAt(text, odd),
      t('This is not a text in UTF-8. In Excel save it as "CSV UTF-8", in Google Sheets download it as .csv.'),
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
 * Writes a CSV file that is safe to open: nothing in it becomes a formula, and long ids stay whole. What follows its
 * start, in a file that is written in parts, has no byte order mark.
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

/** The line by which Excel is told the separator, and which it does not show. */
const SEPARATOR_LINE = /^"?sep=(.)"?\n/i

/**
 * The separator of a file: the one by which the most cells of its first lines stand in rows of the same length. Commas
 * in texts are many too, but each row has another number of them.
 */
function delimiterOf(text: string): string {
  const told = SEPARATOR_LINE.exec(text)?.[1]
  if (told !== undefined) return told
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
 * What a spreadsheet would run as a formula (OWASP, CSV Injection) or round as a number gets an apostrophe, which makes
 * it text. So does what follows a semicolon, a tab or a line end inside a value, with or without quotation marks before
 * it: a spreadsheet of another language splits there and not at commas. What looks guarded already gets another, so
 * that reading gives back exactly what was written.
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

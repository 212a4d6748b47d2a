import { groupBy } from '#lib/group-by.ts'
import { t } from '#lib/messages.ts'
import { MAX_ERRORS, type SheetError, type SheetReport } from '#lib/sheet.ts'
import { writeCsv } from './csv.ts'
import type { Sheet } from './sheet.ts'
import { isAboutProblems, WHAT_IS_WRONG } from './sheet-columns.ts'

/** Decides which rows of a sheet a plan may write, and contains the report except for the changes. */
export interface SheetValidation {
  ok: boolean
  /** Whether a row has errors and is handed back. */
  hasErrors(row: { line: number }): boolean
  reportBase: Omit<SheetReport, 'added' | 'changed' | 'unchanged' | 'missing' | 'error'>
}

/**
 * Decides which rows of a sheet may be imported, given the problems in its rows. An error of the file stops them all.
 */
export function validateSheet(
  sheet: Sheet<string>,
  problems: readonly SheetError[],
  notices: readonly string[] = [],
): SheetValidation {
  const { goodRowsOnly, namedColumns, questions, passedOver } = sheet
  const errors = [...sheet.errors, ...problems].sort((a, b) => a.line - b.line)
  const wrong = groupBy(problems, ({ line }) => line)
  const ok = sheet.errors.length === 0 && (goodRowsOnly || problems.length === 0)
  const isReturned = sheet.errors.length === 0 && wrong.size > 0
  return {
    ok,
    hasErrors: ({ line }) => wrong.has(line),
    reportBase: {
      ok,
      errors: errors.slice(0, MAX_ERRORS),
      columns: [...namedColumns],
      ...(questions.length > 0 ? { questions: [...questions] } : {}),
      ...(notices.length > 0 ? { notices: [...notices] } : {}),
      ...(passedOver.length > 0 ? { passedOver: passedOver.slice(0, MAX_ERRORS) } : {}),
      ...(errors.length > MAX_ERRORS ? { kinds: kindsOf(errors) } : {}),
      ...(isReturned ? { good: sheet.rows.length - wrong.size, returned: returnedOf(sheet, wrong) } : {}),
    },
  }
}

/** The rows with errors, as a file that can be corrected and imported again. */
function returnedOf({ headers, rows, labelOf }: Sheet<string>, wrong: ReadonlyMap<number, readonly SheetError[]>) {
  const returned = rows.filter(({ line }) => wrong.has(line))
  const kept = headers.flatMap((header, at) => (isAboutProblems(header) ? [] : [at]))
  const messagesOf = (line: number) =>
    (wrong.get(line) ?? []).map(({ field, message }) => `${labelOf(field)}: ${message}`).join(' ')
  return {
    rows: returned.length,
    file: writeCsv([
      [...kept.map((at) => headers[at] ?? ''), t(WHAT_IS_WRONG)],
      ...returned.map(({ line, written }) => [...kept.map((at) => written[at] ?? ''), messagesOf(line)]),
    ]),
  }
}

/** The kinds of errors, most frequent first. Messages that differ only in quoted text or numbers are of one kind. */
function kindsOf(errors: readonly SheetError[]) {
  const kinds = groupBy(errors, ({ field, message }) => `${field} ${message.replace(QUOTED, '')}`)
  return [...kinds.values()]
    .map((alike) => ({ field: alike[0]?.field ?? '', message: alike[0]?.message ?? '', count: alike.length }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_KINDS)
}
const MAX_KINDS = 50
/** Text in the quotation marks of any of the site's languages, and numbers. */
const QUOTED = /"[^"]*"|„[^“]*“|«[^»]*»|\d+/g

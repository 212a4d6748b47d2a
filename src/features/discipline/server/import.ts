import { createHash } from 'node:crypto'
import * as core from 'zod/v4/core'
import { parseSheetDate } from '#lib/dates.ts'
import { discordIdProblem } from '#lib/discord-id.ts'
import { type CsvRow, readCsv, UnreadableCsv } from '#server/csv.ts'
import { fieldsOf } from '#server/http/serve.ts'
import { DaDraft, type DaImport, type DaImportError, MOST_ERRORS, MOST_ROWS, MOST_SHOWN } from '../contract.ts'
import { ACTION_TYPES, dateProblem, headerOf, SHEET_LABELS, type SheetField, typeOf } from '../rules.ts'

/** An action as a row of a spreadsheet brings it. */
export type SheetAction = DaImport['entries'][number] & { importKey: string }

interface Sheet {
  actions: SheetAction[]
  errors: DaImportError[]
}

const NEEDED: readonly SheetField[] = ['date', 'user', 'user_name', 'admin', 'admin_name', 'type', 'internal_reason']

/** Reads a spreadsheet of actions. `importer` may not bring any against themselves; null is the site's own command. */
export function readSheet(csv: string, now: Date, importer: string | null): Sheet {
  const refused = (line: number, message: string): Sheet => ({
    actions: [],
    errors: [{ line, field: 'file', message }],
  })
  let all: CsvRow[]
  try {
    all = readCsv(csv)
  } catch (error) {
    if (error instanceof UnreadableCsv) return refused(error.line, error.message)
    throw error
  }
  const headerAt = all.findIndex(({ cells }) => {
    const fields = cells.map(headerOf)
    return fields.includes('user') && fields.includes('date')
  })
  const header = all[headerAt]
  if (header === undefined) {
    return refused(1, 'No row names the columns. One must, with at least a column "Date" and a column "User ID".')
  }
  const rows = all.slice(headerAt + 1)
  const tooMany = rows[MOST_ROWS]
  if (tooMany) return refused(tooMany.line, `A file may hold at most ${MOST_ROWS.toLocaleString('en')} actions.`)

  const columns = header.cells.map(headerOf)
  const errors = headerErrors(header, columns)
  const actions: SheetAction[] = []
  const lineOf = new Map<string, number>()
  for (const { line, cells } of errors.length > 0 ? [] : rows) {
    const read = readRow(cells, columns, now, importer)
    errors.push(...read.problems.map((problem) => ({ line, ...problem })))
    if (read.action === null) continue
    const same = lineOf.get(read.action.importKey)
    if (same === undefined) lineOf.set(read.action.importKey, line)
    else errors.push({ line, field: 'file', message: `The same action stands on line ${same} already.` })
    actions.push(read.action)
  }
  return { actions: errors.length > 0 ? [] : actions, errors: errors.slice(0, MOST_ERRORS) }
}

function headerErrors(header: CsvRow, columns: readonly (SheetField | null)[]): DaImportError[] {
  const known = Object.values(SHEET_LABELS).join(', ')
  const report = (field: string, message: string) => ({ line: header.line, field, message })
  const odd = header.cells.flatMap((text, index) => {
    const field = columns[index] ?? null
    if (text === '') return []
    if (field === null) {
      return report(text, `The column "${text}" is not known. Remove it, or rename it to one of these: ${known}.`)
    }
    const first = columns.indexOf(field)
    if (first === index) return []
    return report(text, `The columns "${header.cells[first]}" and "${text}" mean the same. Keep one.`)
  })
  const missing = NEEDED.filter((field) => !columns.includes(field)).map((field) =>
    report(SHEET_LABELS[field], `A column "${SHEET_LABELS[field]}" is needed.`),
  )
  return [...odd, ...missing]
}

function readRow(
  cells: readonly string[],
  columns: readonly (SheetField | null)[],
  now: Date,
  importer: string | null,
): { action: SheetAction | null; problems: Omit<DaImportError, 'line'>[] } {
  const problems: Omit<DaImportError, 'line'>[] = []
  const report = (field: string, message: string) => problems.push({ field, message })
  const typed: Partial<Record<SheetField, string>> = {}
  for (const [index, cell] of cells.entries()) {
    const field = columns[index] ?? null
    if (field !== null) typed[field] = cell
    else if (cell !== '') report('file', `"${cell}" stands in column ${index + 1}, which has no header.`)
  }
  const { date: day = '', admin = '', admin_name = '', ...rest } = typed
  const date = momentOf(day)
  const dateWrong = date === null ? `"${day}" is no day. Write it as 3/14/2026 or 2026-03-14.` : dateProblem(date, now)
  if (dateWrong !== null) report('date', dateWrong)
  const type = typeOf(rest.type ?? '')
  if (type === null) report('type', `"${rest.type ?? ''}" is not one of these: ${ACTION_TYPES.join(', ')}.`)
  // An administrator's id and name are held to the same rules as a user's.
  const parsed = core.safeParse(DaDraft, { ...rest, type: type ?? ACTION_TYPES[0] })
  if (!parsed.success) {
    for (const [field, message] of Object.entries(fieldsOf(parsed.error.issues))) report(field, message)
  }
  const adminWrong = discordIdProblem(admin)
  if (adminWrong !== null) report('admin', adminWrong)
  const adminName = core.safeParse(DaDraft.shape.user_name, admin_name)
  if (!adminName.success) report('admin_name', adminName.error.issues[0]?.message ?? 'This is required.')
  if (!parsed.success || !adminName.success || date === null || problems.length > 0) return { action: null, problems }

  const { user, user_name, internal_reason, external_reason } = parsed.data
  if (user === admin) report('user', 'Nobody logs an action against themselves: user and admin are the same.')
  else if (user === importer) report('user', 'This action is against you. Let somebody else import it.')
  const facts = { date: date.toISOString(), user, admin, type: parsed.data.type, internal_reason, external_reason }
  return { action: { ...facts, user_name, admin_name: adminName.data, importKey: keyOf(facts) }, problems }
}

/** A day of a sheet is its noon in UTC: the same day wherever in the Americas or Europe it is read. */
function momentOf(text: string): Date | null {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text) && parseSheetDate(text.slice(0, 10)) !== null) {
    const date = new Date(text)
    return Number.isNaN(date.getTime()) ? null : date
  }
  const day = parseSheetDate(text)
  return day === null ? null : new Date(`${day}T12:00:00Z`)
}

/** What tells rows apart: everything but the names, which people change. */
function keyOf(facts: Omit<SheetAction, 'importKey' | 'user_name' | 'admin_name'>): string {
  const { date, user, admin, type, internal_reason, external_reason } = facts
  const said = JSON.stringify([date, user, admin, type, internal_reason, external_reason])
  return createHash('sha256').update(said).digest('base64url')
}

/** What taking over a sheet does, knowing which of its rows were taken over before. */
export function planImport(sheet: Sheet, known: ReadonlySet<string>): { report: DaImport; added: SheetAction[] } {
  const added = sheet.actions.filter(({ importKey }) => !known.has(importKey))
  return {
    report: {
      ok: sheet.errors.length === 0,
      added: added.length,
      changed: 0,
      unchanged: sheet.actions.length - added.length,
      missing: 0,
      entries: added.slice(0, MOST_SHOWN).map(({ importKey: _, ...entry }) => entry),
      errors: sheet.errors,
    },
    added,
  }
}

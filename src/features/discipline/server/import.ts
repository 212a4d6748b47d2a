import { createHash } from 'node:crypto'
import * as core from 'zod/v4/core'
import { dayOf, parseSheetDate } from '#lib/dates.ts'
import { discordIdProblem } from '#lib/discord-id.ts'
import type { SheetError } from '#lib/sheet.ts'
import type { CsvRow } from '#server/csv.ts'
import { fieldsOf } from '#server/http/serve.ts'
import { cellsOf, inOrder, readSheet, type Sheet, type SheetShape } from '#server/sheet.ts'
import { DaDraft, type DaImport, MOST_ROWS, MOST_SHOWN } from '../contract.ts'
import { ACTION_TYPES, dateProblem } from '../rules.ts'
import { headerOf, SHEET_FIELDS, SHEET_LABELS, type SheetField, typeOf } from '../sheet-rules.ts'

/** An action as a row of a spreadsheet brings it. */
export type SheetAction = DaImport['entries'][number] & { importKey: string }

interface Actions {
  actions: SheetAction[]
  errors: SheetError[]
}

const SHEET: SheetShape<SheetField> = {
  fieldsOf: (headers) => headers.map(headerOf),
  labelOf: (field) => SHEET_LABELS[field],
  fields: SHEET_FIELDS,
  signs: ['date', 'user'],
  things: 'actions',
  most: MOST_ROWS,
}

const NEEDED: readonly SheetField[] = ['date', 'user', 'user_name', 'admin', 'admin_name', 'type', 'internal_reason']

/** Reads a spreadsheet of actions. `importer` may not bring any against themselves; null is the site's own command. */
export function readActions(csv: string, now: Date, importer: string | null): Actions {
  const sheet = readSheet(csv, SHEET)
  const { columns, rows, headerLine } = sheet
  const isNamed = columns.length > 0
  const missing = NEEDED.filter((field) => isNamed && !columns.includes(field)).map((field) => {
    const label = SHEET_LABELS[field]
    return { line: headerLine, field: label, message: `A column "${label}" is needed.` }
  })
  const errors = [...sheet.errors, ...missing]
  const actions: SheetAction[] = []
  const lineOf = new Map<string, number>()
  for (const row of missing.length > 0 ? [] : rows) {
    const { line } = row
    const { action, problems } = readRow(sheet, row, now, importer)
    errors.push(...problems)
    if (action === null) continue
    const same = lineOf.get(action.importKey)
    if (same === undefined) lineOf.set(action.importKey, line)
    else errors.push({ line, field: 'file', message: `The same action stands on line ${same} already.` })
    actions.push(action)
  }
  return { actions: errors.length > 0 ? [] : actions, errors: inOrder(errors) }
}

function readRow(
  sheet: Sheet<SheetField>,
  row: CsvRow,
  now: Date,
  importer: string | null,
): { action: SheetAction | null; problems: SheetError[] } {
  const problems: SheetError[] = []
  const report = (field: string, message: string) => problems.push({ line: row.line, field, message })
  const { date: day = '', admin = '', admin_name = '', ...rest } = cellsOf(sheet, row, report)
  const date = momentOf(day)
  // Of today is also what is read before its noon.
  const isToday = date?.getTime() === noonOf(dayOf(now.toISOString())).getTime()
  const dateWrong =
    date === null ? `"${day}" is no day. Write it as 3/14/2026 or 2026-03-14.` : dateProblem(date, isToday ? date : now)
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
  return day === null ? null : noonOf(day)
}

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)

/** What tells rows apart: everything but the names, which people change. */
function keyOf(facts: Omit<SheetAction, 'importKey' | 'user_name' | 'admin_name'>): string {
  const { date, user, admin, type, internal_reason, external_reason } = facts
  const said = JSON.stringify([date, user, admin, type, internal_reason, external_reason])
  return createHash('sha256').update(said).digest('base64url')
}

/** What taking over a sheet does, knowing which of its rows were taken over before. */
export function planImport(sheet: Actions, known: ReadonlySet<string>): { report: DaImport; added: SheetAction[] } {
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

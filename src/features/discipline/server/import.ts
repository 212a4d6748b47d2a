import { createHash } from 'node:crypto'
import { allowsRights, can, type Member } from '#lib/access.ts'
import { dayOf, noonOf, parseSheetDate } from '#lib/dates.ts'
import { discordIdProblem } from '#lib/discord-id.ts'
import { findMessage, msg, t } from '#lib/messages.ts'
import type { SheetError } from '#lib/sheet.ts'
import {
  cellsOf,
  notADate,
  notOneOf,
  type ReportProblem,
  reporterOf,
  reportIssues,
  type Sheet,
  withSheetTranslator,
} from '#server/sheet.ts'
import type { SheetShape } from '#server/sheet-columns.ts'
import { type SheetValidation, validateSheet } from '#server/sheet-validation.ts'
import { DaDraft, type DaImport, MAX_ROWS, MAX_SHOWN } from '../contract.ts'
import { dateProblem } from '../rules.ts'
import { headerOf, SHEET_FIELDS, SHEET_LABELS, type SheetField } from '../sheet-rules.ts'
import { type ActionType, approvalOf, mayGive, namesOf, typeNamed } from '../type-rules.ts'

/** An action from a row of a spreadsheet. */
export type SheetAction = DaImport['entries'][number] & { importKey: string }

/** The current time, and the time zone of the days in a spreadsheet. */
interface Calendar {
  now: Date
  timeZone?: string | undefined
}

interface Actions {
  actions: SheetAction[]
  reportBase: SheetValidation['reportBase']
}

export const SHEET: SheetShape<SheetField> = {
  fieldsOf: (headers) => headers.map(headerOf),
  labelOf: (field) => t(SHEET_LABELS[field]),
  fields: SHEET_FIELDS,
  headerFields: ['date', 'user'],
  requiredFields: ['date', 'user', 'user_name', 'admin', 'admin_name', 'type', 'internal_reason'],
  days: ['date'],
  people: [
    { id: 'user', name: 'user_name' },
    { id: 'admin', name: 'admin_name' },
  ],
  blankable: ['date', 'user', 'admin', 'external_reason'],
  recordsName: msg('actions'),
  maxRows: MAX_ROWS,
}

/**
 * Reads a spreadsheet of actions. `importer` may import what they may give in the form, but nothing against themselves.
 * It is null for the site's own command.
 */
export const readActions = withSheetTranslator(read)
function read(
  sheet: Sheet<SheetField>,
  types: readonly ActionType[],
  { now, timeZone }: Calendar,
  importer: Member | null,
): Actions {
  const errors: SheetError[] = []
  const actions: { line: number; action: SheetAction }[] = []
  const lineOf = new Map<string, number>()
  for (const row of sheet.rows) {
    const { line } = row
    const report = reporterOf(sheet, row, errors)
    const action = readRow(cellsOf(sheet, row, report), types, { now, timeZone }, importer, report)
    if (action === null) continue
    const same = lineOf.get(action.importKey)
    if (same === undefined) lineOf.set(action.importKey, line)
    else report('file', t('This action is already on line {line}.', { line: same }))
    actions.push({ line, action })
  }
  const { ok, hasErrors, reportBase } = validateSheet(sheet, errors)
  const good = actions.filter((row) => !hasErrors(row)).map(({ action }) => action)
  return { actions: ok ? good : [], reportBase }
}

/** The action of a row. Null when the row has an error. */
function readRow(
  cells: Partial<Record<SheetField, string>>,
  types: readonly ActionType[],
  { now, timeZone }: Calendar,
  importer: Member | null,
  report: ReportProblem,
): SheetAction | null {
  const { date: day = '', admin = '', admin_name = '', ...rest } = cells
  const date = momentOf(day, timeZone)
  // A row from today is accepted before noon too, although its date is read as noon.
  const isToday = date?.getTime() === noonOf(dayOf(now.toISOString(), timeZone), timeZone).getTime()
  const dateWrong = date === null ? notADate(day) : dateProblem(date, isToday ? date : now)
  if (dateWrong !== null) report('date', findMessage(dateWrong))
  const type = typeNamed(rest.type ?? '', types)
  if (type === null) report('type', notOneOf(rest.type ?? '', namesOf(types)))
  if (type !== null && importer !== null) {
    if (!mayGive(type, types, importer)) report('type', t('You may not give this type: {type}.', { type }))
    // An import counts as approval by a second person, but not for actions that the importer gave.
    else if (approvalOf(type, types) !== undefined && !allowsRights(can('discipline.approve'), importer)) {
      report('type', t('Only somebody who may approve actions can import this type: {type}.', { type }))
    }
  }
  // The id and the name of the admin follow the same rules as those of the user.
  const parsed = DaDraft.safeParse({ ...rest, type: type ?? '' })
  if (!parsed.success) reportIssues(parsed.error.issues, report)
  const adminWrong = discordIdProblem(admin)
  if (adminWrong !== null) report('admin', findMessage(adminWrong))
  const adminName = DaDraft.shape.user_name.safeParse(admin_name)
  if (!adminName.success) {
    report('admin_name', findMessage(adminName.error.issues[0]?.message ?? msg('This is required.')))
  }
  if (rest.user && rest.user === admin) {
    report('user', t('User and admin are the same person. You cannot log an action against yourself.'))
  } else if (rest.user && rest.user === importer?.id) {
    report('user', t('This action is against you. Let somebody else import it.'))
  }
  if (!parsed.success || !adminName.success || date === null) return null

  const { user, user_name, internal_reason, external_reason } = parsed.data
  const fields = { date: date.toISOString(), user, admin, type: parsed.data.type, internal_reason, external_reason }
  return { ...fields, user_name, admin_name: adminName.data, importKey: keyOf(fields) }
}

function momentOf(text: string, timeZone: string | undefined): Date | null {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text) && parseSheetDate(text.slice(0, 10)) !== null) {
    const date = new Date(text)
    return Number.isNaN(date.getTime()) ? null : date
  }
  const day = parseSheetDate(text)
  return day === null ? null : noonOf(day, timeZone)
}

/** The key that distinguishes rows. It contains everything but the names, because people change their names. */
function keyOf(fields: Omit<SheetAction, 'importKey' | 'user_name' | 'admin_name'>): string {
  const { date, user, admin, type, internal_reason, external_reason } = fields
  const identifying = JSON.stringify([date, user, admin, type, internal_reason, external_reason])
  return createHash('sha256').update(identifying).digest('base64url')
}

/** The effect of importing a sheet, given the keys of the rows that were imported before. */
export function planImport(sheet: Actions, known: ReadonlySet<string>): { report: DaImport; added: SheetAction[] } {
  const added = sheet.actions.filter(({ importKey }) => !known.has(importKey))
  return {
    report: {
      ...sheet.reportBase,
      added: added.length,
      changed: 0,
      unchanged: sheet.actions.length - added.length,
      missing: 0,
      entries: added.slice(0, MAX_SHOWN).map(({ importKey: _, ...entry }) => entry),
    },
    added,
  }
}

import { dayOf, noonOf, parseSheetDate } from '#lib/dates.ts'
import { findMessage, msg, t } from '#lib/messages.ts'
import type { SheetError } from '#lib/sheet.ts'
import type { ExportColumn } from '#server/http/export-columns.ts'
import {
  basisOf,
  cellsOf,
  notADate,
  notOneOf,
  type ReportProblem,
  reportDuplicate,
  reporterOf,
  reportIssues,
  type Sheet,
  withSheetTranslator,
} from '#server/sheet.ts'
import type { SheetShape } from '#server/sheet-columns.ts'
import type { SheetRow } from '#server/sheet-rows.ts'
import { validateSheet } from '#server/sheet-validation.ts'
import { MAX_ROWS, type TrialMod, TrialModDraft, type TrialModImport } from '../contract.ts'
import { EMPTY_STAGE, type Part, REVIEW_KEYS, stageOf, stagesOf, stateFlags, stateOf, withStage } from '../rules.ts'
import {
  parseStageCell,
  SHEET_FIELDS,
  type SheetField,
  sheetFields,
  sheetFieldsOf,
  sheetLabel,
  statusOf,
} from '../sheet-rules.ts'
import { type Checklist, COMPLETION_STATUSES, REVIEW_TYPES, STAGE_KEYS, STATE_LABELS } from '../stage-rules.ts'

export const shapeOf = (checklist: Checklist): SheetShape<SheetField> => ({
  fieldsOf: (headers) => sheetFieldsOf(headers, checklist),
  labelOf: (field) => sheetLabel(field, checklist),
  fields: sheetFields(checklist),
  headerFields: ['name', 'traineeId'],
  days: ['completed', 'instructorReviewDate', 'traineeReviewDate'],
  people: [{ id: 'traineeId', name: 'name' }],
  blankable: SHEET_FIELDS,
  vacant: ['name', 'traineeId'],
  recordsName: checklist.person === 'Trial Mod' ? msg('trial moderators') : msg('people'),
  maxRows: MAX_ROWS,
})

/** The columns of an export, which an import can read again. */
export const exportColumns = (checklist: Checklist, timeZone: string | undefined): ExportColumn<TrialMod>[] =>
  sheetFields(checklist).map((field) => ({
    header: sheetLabel(field, checklist),
    cell: (record) => sheetTextOf(record, field, timeZone),
  }))

/** The records that an import would write, and its report. With errors there are no writes. */
interface ImportPlan {
  report: TrialModImport
  writes: { before: TrialMod | null; after: TrialMod; parts: Part[] }[]
}

/** The current day, and the time zone of the days in a sheet. Default: UTC. */
interface Calendar {
  today: string
  timeZone?: string | undefined
}

const dayIn = (moment: string, timeZone: string | undefined) =>
  timeZone === undefined ? moment.slice(0, 10) : dayOf(moment, timeZone)

type Cells = Partial<Record<SheetField, string>>

/**
 * Plans the import of a sheet into the checklist. A column that the sheet lacks leaves its field unchanged. Notes on
 * stages, which no spreadsheet has, always stay. `importer` may not change their own record. It is null for the site's
 * own command.
 */
export const planImport = withSheetTranslator(plan)
function plan(
  sheet: Sheet<SheetField>,
  current: readonly TrialMod[],
  { checklist, importer, today, timeZone }: Calendar & { checklist: Checklist; importer: string | null },
): ImportPlan {
  const errors: SheetError[] = []
  const records = new Map(current.map((record) => [record.traineeId, record]))
  const rowOfId = new Map<string, SheetRow>()
  const rows: { before: TrialMod | null; after: TrialMod; fields: SheetField[]; line: number }[] = []

  for (const row of sheet.rows) {
    const { line } = row
    const count = errors.length
    const report = reporterOf(sheet, row, errors)
    const typed: Cells = cellsOf(sheet, row, report)
    // A row that ends early has empty cells.
    for (const field of sheet.columns) if (field !== null) typed[field] ??= ''
    const id = typed.traineeId ?? ''
    const before = records.get(id) ?? null
    const countRead = errors.length
    const after = recordAfter(before, typed, { checklist, today, timeZone }, report)
    const isWrong = errors.length > countRead
    const sameId = id === '' ? undefined : rowOfId.get(id)
    if (sameId !== undefined) reportDuplicate([sameId, row], { field: 'traineeId', what: id, report, errors })
    else rowOfId.set(id, row)
    const fields = after === null ? [] : fieldsChanged(before, after, timeZone)
    // A cell that cannot be read would be a change too.
    if (id === importer && (isWrong || fields.length > 0)) {
      report('traineeId', t('This record is yours. Let somebody else import it.'))
    }
    if (after !== null && errors.length === count) rows.push({ before, after, fields, line })
  }

  const { ok, hasErrors, reportBase } = validateSheet(sheet, errors)
  if (!ok) return { report: { ...NOTHING, ...reportBase }, writes: [] }

  const good = rows.filter((row) => !hasErrors(row))
  const missing = current.filter(({ traineeId }) => !rowOfId.has(traineeId))
  const done = good.filter(({ fields }) => fields.length > 0)
  const added = done.filter(({ before }) => before === null).length
  const personOf = ({ traineeId, staffId, trialMod }: TrialMod) => ({ traineeId, staffId, name: trialMod.name })
  const changes = done.map(({ before, after, fields }) => ({
    kind: before === null ? ('added' as const) : ('changed' as const),
    ...personOf(after),
    fields: fields.map((field) => ({
      field,
      before: before === null ? null : sheetTextOf(before, field, timeZone),
      after: sheetTextOf(after, field, timeZone),
    })),
  }))
  return {
    report: {
      ...reportBase,
      added,
      changed: done.length - added,
      unchanged: good.length - done.length,
      missing: missing.length,
      changes: [
        ...changes,
        ...missing.map((record) => ({ kind: 'missing' as const, ...personOf(record), fields: [] })),
      ],
      basis: basisOf(changes),
    },
    writes: done.map(({ before, after, fields }) => ({ before, after, parts: [...new Set(fields.map(parseRecord))] })),
  }
}

function fieldsChanged(before: TrialMod | null, after: TrialMod, timeZone: string | undefined): SheetField[] {
  return SHEET_FIELDS.filter(
    (field) => (before === null ? null : sheetTextOf(before, field, timeZone)) !== sheetTextOf(after, field, timeZone),
  )
}

/** The record after its row. Null if the row has problems. */
function recordAfter(
  before: TrialMod | null,
  typed: Cells,
  { checklist, today, timeZone }: Calendar & { checklist: Checklist },
  report: ReportProblem,
): TrialMod | null {
  const parsed = TrialModDraft.safeParse({
    traineeId: typed.traineeId,
    name: typed.name,
    staffId: typed.staffId ?? before?.staffId,
    assignedInstructor: typed.assignedInstructor ?? before?.assignedInstructor,
  })
  if (!parsed.success) reportIssues(parsed.error.issues, report)
  // With a wrong name or id, the other cells are still checked, so that all problems are reported at once.
  const { traineeId, name, ...details } = parsed.success
    ? parsed.data
    : { traineeId: '', name: '', staffId: null, assignedInstructor: null }
  const base = before ?? blank(traineeId)
  const person = (field: SheetField, cell: string): string | null => {
    const read = TrialModDraft.shape.assignedInstructor.safeParse(cell)
    if (read.success) return read.data
    report(field, findMessage(read.error.issues[0]?.message ?? msg('Write a name here.')))
    return null
  }
  /** If the stored moment is on the same day, it stays. */
  const moment = (field: SheetField, was: string | null): string | null => {
    const cell = typed[field] ?? ''
    if (cell === '') return was
    const day = parseSheetDate(cell)
    if (day === null) report(field, notADate(cell))
    else if (day < '2000') report(field, t('This date is too far in the past.'))
    else if (day > today) report(field, t('This date is in the future.'))
    return day === null || (was && dayIn(was, timeZone) === day) ? was : noonOf(day, timeZone).toISOString()
  }

  const after: TrialMod = { ...base, ...details, trialMod: { name } }
  if (typed.status !== undefined) {
    const status = statusOf(typed.status, checklist)
    const labels = COMPLETION_STATUSES.map((each) => checklist.outcomes[each].label)
    if (status === null) report('status', notOneOf(typed.status, labels))
    else after.completion = { status }
  }
  if (typed.officialInstructor !== undefined) {
    after.officialInstructor = person('officialInstructor', typed.officialInstructor)
  }
  if ([typed.status, typed.officialInstructor, typed.completed].some((cell) => cell !== undefined)) {
    const isOpen = after.completion.status === COMPLETION_STATUSES[0] && after.officialInstructor === null
    after.dates = { completed: moment('completed', isOpen ? null : base.dates.completed) }
  }
  for (const type of REVIEW_TYPES) {
    const keys = REVIEW_KEYS[type]
    const [reviewer, rating] = [typed[keys.name], typed[keys.rating]]
    if (reviewer !== undefined) after[keys.name] = person(keys.name, reviewer)
    if (rating !== undefined) {
      if (/^[1-5]?$/.test(rating)) after[keys.rating] = rating === '' ? null : Number(rating)
      else report(keys.rating, t('A whole number from 1 to 5.'))
    }
    if ([reviewer, rating, typed[keys.date]].every((cell) => cell === undefined)) continue
    const isReviewed = after[keys.name] !== null || after[keys.rating] !== null
    after[keys.date] = moment(keys.date, isReviewed ? base[keys.date] : null)
  }
  const done = STAGE_KEYS.reduce((record, key) => {
    const cell = typed[key]
    if (cell === undefined) return record
    const stage = parseStageCell(cell)
    const by = person(key, stage.by)
    if (stage.state !== null && by === null) {
      report(key, t('Who signed it off? Write it as "Completed by Marcus Delgado".'))
    }
    return withStage(record, key, { ...stageOf(record, key), ...stateFlags(stage.state), by })
  }, after)
  return parsed.success ? done : null
}

function blank(traineeId: string): TrialMod {
  return {
    traineeId,
    version: 1,
    staffId: null,
    trialMod: { name: '' },
    assignedInstructor: null,
    officialInstructor: null,
    completion: { status: COMPLETION_STATUSES[0] },
    dates: { completed: null },
    instructorReviewName: null,
    instructorReviewDate: null,
    instructorReviewRating: null,
    traineeReviewName: null,
    traineeReviewDate: null,
    traineeReviewRating: null,
    ...stagesOf(STAGE_KEYS.map(() => EMPTY_STAGE)),
    notes: 0,
    failed: 0,
    passed: 0,
  }
}

const NOTHING = { added: 0, changed: 0, unchanged: 0, missing: 0, changes: [], basis: basisOf([]) }

/** The part of a record that a column belongs to. */
function parseRecord(field: SheetField): Part {
  const stage = STAGE_KEYS.find((key) => key === field)
  if (stage !== undefined) return stage
  if (field.startsWith('instructorReview')) return 'instructorReview'
  if (field.startsWith('traineeReview')) return 'traineeReview'
  return field === 'status' || field === 'completed' || field === 'officialInstructor' ? 'completion' : 'details'
}

/** A field of a record as the text of a spreadsheet cell. */
function sheetTextOf(record: TrialMod, field: SheetField, timeZone: string | undefined): string | null {
  const stage = STAGE_KEYS.find((key) => key === field)
  if (stage !== undefined) {
    const saved = stageOf(record, stage)
    const state = stateOf(saved)
    return state && t('{state} by {name}', { state: t(STATE_LABELS[state]), name: saved.by ?? '' })
  }
  switch (field) {
    case 'traineeId':
    case 'staffId':
    case 'assignedInstructor':
    case 'officialInstructor':
    case 'instructorReviewName':
    case 'traineeReviewName':
      return record[field]
    case 'name':
      return record.trialMod.name
    case 'status':
      return record.completion.status
    case 'completed':
      return record.dates.completed && dayIn(record.dates.completed, timeZone)
    case 'instructorReviewDate':
    case 'traineeReviewDate':
      return record[field] && dayIn(record[field], timeZone)
    case 'instructorReviewRating':
    case 'traineeReviewRating':
      return record[field]?.toString() ?? null
    default:
      return null
  }
}

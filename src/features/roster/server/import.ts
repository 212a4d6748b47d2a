import { parseSheetDate } from '#lib/dates.ts'
import { findMessage, msg, t } from '#lib/messages.ts'
import type { SheetError } from '#lib/sheet.ts'
import { fieldsOf } from '#server/http/serve.ts'
import {
  basisOf,
  cellsOf,
  notADate,
  reportDuplicate,
  reporterOf,
  type Sheet,
  withSheetTranslator,
} from '#server/sheet.ts'
import type { SheetShape } from '#server/sheet-columns.ts'
import type { SheetRow } from '#server/sheet-rows.ts'
import { validateSheet } from '#server/sheet-validation.ts'
import { MAX_ROWS, RosterDraft, type RosterImport, type RosterMember } from '../contract.ts'
import { blockedBy, type Effects, PROMOTION_BLOCKED, promotionBlockedValues, storedStatusFor } from '../effect-rules.ts'
import { needsManagement, TOO_HIGH } from '../position-rules.ts'
import {
  COLUMNS,
  callsignKey,
  changedFields,
  fieldProblems,
  fieldsAfter,
  headerOf,
  type Ladder,
  type RosterFields,
} from '../rules.ts'
import { normaliseStatus } from '../status-rules.ts'

export const SHEET: SheetShape<keyof RosterFields> = {
  fieldsOf: (headers) => headers.map(headerOf),
  labelOf: (name) => {
    const column = COLUMNS.find(({ field }) => field === name)
    return column === undefined ? name : t(column.label)
  },
  fields: COLUMNS.map(({ field }) => field),
  headerFields: ['name', 'discordId'],
  days: ['hiredAt', 'lastMove'],
  people: [{ id: 'discordId', name: 'name' }],
  blankable: ['callsign', 'name', 'discordId', 'timezone', 'hiredAt', 'lastMove', 'status', 'notes'],
  vacant: ['name', 'discordId'],
  recordsName: msg('members'),
  maxRows: MAX_ROWS,
}

interface ImportSettings {
  importer: string | null
  limit?: number | null
  today: string
  latest: string
  effects?: Effects
  timeZone?: string | undefined
}

/** The rows that an import would write, and its report. With errors there are no writes. */
export interface ImportPlan {
  report: RosterImport
  writes: { before: RosterMember | null; after: RosterFields }[]
}

const DAYS = ['hiredAt', 'lastMove'] as const

/**
 * Plans the import of a sheet into a roster. Each row is about the member with its Discord ID, or adds a new member. A
 * column that the sheet lacks leaves its field unchanged, an empty cell clears it, and an empty last move follows the
 * rule. The notes about `importer` stay unchanged; `importer` is null for the site's own command. `limit` is the rank
 * up to which they may move people, or null without a limit.
 */
export const planImport = withSheetTranslator(plan)
function plan(
  sheet: Sheet<keyof RosterFields>,
  current: readonly RosterMember[],
  ladder: Ladder,
  settings: ImportSettings,
): ImportPlan {
  const { rows, rowOfId, rowOfCallsign, errors } = readMembers(sheet, current, ladder, settings)
  const missing = current.filter(({ discordId }) => !rowOfId.has(discordId))
  // Without a column of ids, it is unknown who is missing.
  for (const { name, callsign } of sheet.missing.has('discordId') ? [] : missing) {
    const line = rowOfCallsign.get(callsignKey(callsign) ?? '')?.line
    if (line === undefined) continue
    const message = t(
      '{callsign} belongs to {name}, who is not in this file. Remove them from the roster or give one of the two another callsign.',
      { callsign: callsign ?? '', name },
    )
    errors.push({ line, field: 'callsign', message })
  }
  if (sheet.goodRowsOnly) errors.push(...callsignsKept(rows, current, errors))
  const { empty } = ladder.statuses
  const withoutStatus = rows.filter(({ before, hasStatus }) => !hasStatus && before?.status !== empty).length
  const notices = withoutStatus === 0 ? [] : [emptyStatusNotice(withoutStatus, empty)]
  const { ok, hasErrors, reportBase } = validateSheet(sheet, errors, notices)
  if (!ok) return { report: { ...NOTHING, ...reportBase }, writes: [] }

  const good = rows.filter((row) => !hasErrors(row))
  const everybody = good.map(({ before, after }) => ({
    kind: before === null ? ('added' as const) : ('changed' as const),
    discordId: after.discordId,
    callsign: after.callsign,
    name: after.name,
    fields: changedFields(before, after),
  }))
  const done = everybody.filter(({ fields }) => fields.length > 0)
  const added = done.filter(({ kind }) => kind === 'added').length
  return {
    report: {
      ...reportBase,
      added,
      changed: done.length - added,
      unchanged: good.length - done.length,
      missing: missing.length,
      changes: [
        ...done,
        ...missing.map(({ discordId, callsign, name }) => ({
          kind: 'missing' as const,
          discordId,
          callsign,
          name,
          fields: [],
        })),
      ],
      basis: basisOf(done),
    },
    writes: good.filter((_, index) => everybody[index]?.fields.length !== 0),
  }
}

/** Reads the rows of a sheet, and finds the member of each. */
function readMembers(
  sheet: Sheet<keyof RosterFields>,
  current: readonly RosterMember[],
  ladder: Ladder,
  { importer, limit = null, today, latest, effects = new Map(), timeZone }: ImportSettings,
) {
  const errors: SheetError[] = []
  const members = new Map(current.map((member) => [member.discordId, member]))
  const rowOfId = new Map<string, SheetRow>()
  const rowOfCallsign = new Map<string, SheetRow>()
  const rows: { before: RosterMember | null; after: RosterFields; line: number; hasStatus: boolean }[] = []

  for (const row of sheet.rows) {
    const { line } = row
    const report = reporterOf(sheet, row, errors)
    const typed = cellsOf(sheet, row, report)
    const id = typed.discordId ?? ''
    const before = members.get(id) ?? null
    const days = readDays(typed, report)
    const kept = Object.fromEntries(COLUMNS.map(({ field }) => [field, before?.[field]]))
    const own = id !== '' && id === importer ? { notes: before?.notes } : {}
    const effect = effects.get(id)
    const { status } = typed
    const storedStatus =
      status === undefined ? {} : { status: storedStatusFor(normaliseStatus(status, ladder.statuses), before, effect) }
    const draft = { ...kept, ...typed, ...storedStatus, ...own, lastMove: undefined, ...days }
    const parsed = RosterDraft.safeParse(draft)
    const unreadable = parsed.success ? {} : fieldsOf(parsed.error.issues)
    const problems = { ...unreadable, ...readFactProblems(before, draft, latest) }
    for (const [field, message] of Object.entries(problems)) report(field, findMessage(message))
    const sameId = id === '' ? undefined : rowOfId.get(id)
    if (sameId !== undefined) reportDuplicate([sameId, row], { field: 'discordId', what: id, report, errors })
    else if (id !== '') rowOfId.set(id, row)
    const callsign = typed.callsign === undefined ? (before?.callsign ?? null) : typed.callsign || null
    const key = callsignKey(callsign)
    const sameCallsign = key === null ? undefined : rowOfCallsign.get(key)
    if (sameCallsign !== undefined && callsign !== null) {
      reportDuplicate([sameCallsign, row], { field: 'callsign', what: callsign, report, errors })
    } else if (key !== null) rowOfCallsign.set(key, row)
    if (!parsed.success || sameId !== undefined) continue

    const after = fieldsAfter(before, parsed.data, today, ladder)
    const blocking = blockedBy(before, after, effect, ladder.positions)
    if (blocking !== null)
      report('position', t(PROMOTION_BLOCKED, promotionBlockedValues(after.name, blocking, timeZone)))
    // A date in the sheet is stored as is, even if it equals the stored one and the position changed.
    if (days.lastMove) after.lastMove = days.lastMove
    if (limit !== null && needsManagement(before, after, limit, ladder.positions))
      report('position', findMessage(TOO_HIGH))
    rows.push({ before, after, line, hasStatus: Boolean(parsed.data.status) })
  }
  return { rows, rowOfId, rowOfCallsign, errors }
}

function readDays(typed: { hiredAt?: string; lastMove?: string }, report: (field: string, message: string) => void) {
  const days: { hiredAt?: string | null; lastMove?: string | null } = {}
  for (const field of DAYS) {
    const text = typed[field]
    if (!text) continue
    days[field] = parseSheetDate(text)
    if (days[field] === null) report(field, notADate(text))
  }
  return days
}

/** Members whose rows are not imported keep their callsigns. Rows that give these to someone else are wrong too. */
function callsignsKept(
  rows: readonly { before: RosterMember | null; after: RosterFields; line: number }[],
  current: readonly RosterMember[],
  errors: readonly SheetError[],
): SheetError[] {
  const wrong = new Set(errors.map(({ line }) => line))
  const found: SheetError[] = []
  for (;;) {
    const changing = new Set(
      rows.flatMap(({ before, line }) => (before === null || wrong.has(line) ? [] : [before.id])),
    )
    const kept = new Map(
      current.flatMap((member) => (changing.has(member.id) ? [] : [[callsignKey(member.callsign), member]])),
    )
    const taken = rows.filter(
      ({ after, line }) => after.callsign !== null && !wrong.has(line) && kept.has(callsignKey(after.callsign)),
    )
    if (taken.length === 0) return found
    for (const { after, line } of taken) {
      const holder = kept.get(callsignKey(after.callsign))
      wrong.add(line)
      found.push({
        line,
        field: 'callsign',
        message: t('{callsign} belongs to {name}, whose row is not imported.', {
          callsign: after.callsign ?? '',
          name: holder?.name ?? '',
        }),
      })
    }
  }
}

/** Spec, section 4: an empty status becomes Active, or the community's own default. */
function emptyStatusNotice(count: number, status: string): string {
  return t(
    {
      one: '{count} row has no status and becomes {status}.',
      other: '{count} rows have no status and become {status}.',
    },
    { count, status },
  )
}

/** The problems of the fields that can be read on their own, whatever is wrong with the rest of the row. */
function readFactProblems(
  before: RosterMember | null,
  { hiredAt, timezone }: { hiredAt?: unknown; timezone?: unknown },
  latest: string,
): ReturnType<typeof fieldProblems> {
  const day = RosterDraft.shape.hiredAt.safeParse(hiredAt)
  const zone = RosterDraft.shape.timezone.safeParse(timezone)
  const fields = { hiredAt: day.success ? day.data : null, timezone: zone.success ? zone.data : null }
  return fieldProblems(before, fields, latest)
}

const NOTHING = { added: 0, changed: 0, unchanged: 0, missing: 0, changes: [], basis: basisOf([]) }

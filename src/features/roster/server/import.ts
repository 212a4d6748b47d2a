import { parseSheetDate } from '#lib/dates.ts'
import { fieldsOf } from '#server/http/serve.ts'
import { basisOf, cellsOf, inOrder, reporterOf, type Sheet, type SheetShape } from '#server/sheet.ts'
import { MAX_ROWS, RosterDraft, type RosterImport, type RosterMember } from '../contract.ts'
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

export const SHEET: SheetShape<keyof RosterFields> = {
  fieldsOf: (headers) => headers.map(headerOf),
  labelOf: (field) => COLUMNS.find((column) => column.field === field)?.label ?? field,
  fields: COLUMNS.map(({ field }) => field),
  signs: ['name', 'discordId'],
  things: 'members',
  most: MAX_ROWS,
}

/** What an import would write, and what it says of that. With errors there is nothing to write. */
export interface ImportPlan {
  report: RosterImport
  writes: { before: RosterMember | null; after: RosterFields }[]
}

const DAYS = ['hiredAt', 'lastMove'] as const

/**
 * What taking over a sheet would do to a roster. Whoever it names is the member with that Discord ID, or new; a column
 * that it does not have leaves that field alone, an empty cell clears it, but an empty last move follows the rule. The
 * notes about `importer` stay, whatever the sheet says; null is the site's command.
 */
export function planImport(
  sheet: Sheet<keyof RosterFields>,
  current: readonly RosterMember[],
  ladder: Ladder,
  { importer, today, latest }: { importer: string | null; today: string; latest: string },
): ImportPlan {
  const errors = [...sheet.errors]
  const members = new Map(current.map((member) => [member.discordId, member]))
  const lineOfId = new Map<string, number>()
  const lineOfCallsign = new Map<string, number>()
  const rows: { before: RosterMember | null; after: RosterFields; line: number }[] = []

  for (const row of sheet.rows) {
    const { line } = row
    const report = reporterOf(sheet, line, errors)
    const typed = cellsOf(sheet, row, report)
    const id = typed.discordId ?? ''
    const before = members.get(id) ?? null
    const days: { hiredAt?: string | null; lastMove?: string | null } = {}
    for (const field of DAYS) {
      const text = typed[field]
      if (!text) continue
      days[field] = parseSheetDate(text)
      if (days[field] === null) report(field, `"${text}" is not a date. Write it as 3/14/2026 or 2026-03-14.`)
    }
    const kept = Object.fromEntries(COLUMNS.map(({ field }) => [field, before?.[field]]))
    const own = id !== '' && id === importer ? { notes: before?.notes } : {}
    const draft = { ...kept, ...typed, ...own, lastMove: undefined, ...days }
    const parsed = RosterDraft.safeParse(draft)
    const unreadable = parsed.success ? {} : fieldsOf(parsed.error.issues)
    const problems = { ...unreadable, ...readFactProblems(before, draft, latest) }
    for (const [field, message] of Object.entries(problems)) report(field, message)
    const sameId = id === '' ? undefined : lineOfId.get(id)
    if (sameId !== undefined) report('discordId', `${id} is already on line ${sameId}.`)
    else if (id !== '') lineOfId.set(id, line)
    const callsign = typed.callsign === undefined ? (before?.callsign ?? null) : typed.callsign || null
    const key = callsignKey(callsign)
    const sameCallsign = key === null ? undefined : lineOfCallsign.get(key)
    if (sameCallsign !== undefined) report('callsign', `${callsign} is already on line ${sameCallsign}.`)
    else if (key !== null) lineOfCallsign.set(key, line)
    if (!parsed.success || sameId !== undefined) continue

    const after = fieldsAfter(before, parsed.data, today, ladder)
    // A date of the sheet is taken as it is, even if it is the one that stood there and the position is another.
    if (days.lastMove) after.lastMove = days.lastMove
    rows.push({ before, after, line })
  }

  const missing = current.filter(({ discordId }) => !lineOfId.has(discordId))
  // Without ids nobody can be told to be missing.
  for (const { name, callsign } of sheet.missing.has('discordId') ? [] : missing) {
    const line = lineOfCallsign.get(callsignKey(callsign) ?? '')
    if (line === undefined) continue
    const message = `${callsign} belongs to ${name}, who is not in this file. Remove them from the roster or give one of the two another callsign.`
    errors.push({ line, field: 'callsign', message })
  }
  if (errors.length > 0)
    return { report: { ...NOTHING, columns: [...sheet.named], ok: false, errors: inOrder(errors) }, writes: [] }

  const everybody = rows.map(({ before, after }) => ({
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
      ok: true,
      added,
      changed: done.length - added,
      unchanged: rows.length - done.length,
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
      errors: [],
      columns: [...sheet.named],
      basis: basisOf(done),
    },
    writes: rows.filter((_, index) => everybody[index]?.fields.length !== 0),
  }
}

/** The problems of the fields that can be read by themselves, whatever is wrong with the rest of the row. */
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

import { existsSync, writeFileSync } from 'node:fs'
import type { PastImport, Undoing } from '#features/audit/contract.ts'
import type { DaImport } from '#features/discipline/contract.ts'
import type { MoveInReport } from '#features/moving-in/contract.ts'
import type { RosterImport } from '#features/roster/contract.ts'
import { COLUMNS } from '#features/roster/rules.ts'
import type { Checklist, TrialModImport } from '#features/trial-mods/contract.ts'
import { sheetLabel } from '#features/trial-mods/sheet-rules.ts'
import type { ListReport, SheetReport } from '#lib/sheet.ts'
import { formatCount } from '#lib/text.ts'

/*
 * What `npm run import` prints for each kind of import. The functions that report the import of a spreadsheet return
 * the exit code of the command.
 */

/** Prints the questions that the file leaves open, notices about it, and the rows that were not imported. */
function printRows({ questions = [], notices = [], passedOver = [] }: SheetReport): void {
  for (const { key, text, options, answer } of questions) {
    if (answer !== null) continue
    console.error(`${text} Add one of these:`)
    for (const { value, label } of options) console.error(`  --answer "${key}=${value}"  ${label}`)
  }
  for (const notice of notices) console.log(notice)
  for (const { line, text } of passedOver) console.log(`skipped  row ${line}: ${text}`)
}

/** Writes the rows that were not imported to a file beside the original, to be fixed and imported again. */
function writeRowsToFix(file: string, { returned }: SheetReport): void {
  if (returned === undefined) return
  const stem = `${file.replace(/\.[^./\\]*$/, '')}-to-fix`
  // Never overwrite an earlier file: a person may be working on it.
  let name = `${stem}.csv`
  for (let number = 2; existsSync(name); number += 1) name = `${stem}-${number}.csv`
  writeFileSync(name, returned.file)
  console.error(`${formatCount(returned.rows, 'row was', 'rows were')} not imported: ${name} says why.`)
}

/** Prints which columns a dry run left out, and the options that name their meaning. */
function printOpenColumns({ columns }: SheetReport): void {
  const open = columns.filter(({ isOpen }) => isOpen)
  const [first] = open
  if (first === undefined) return
  for (const { name, sample } of open) console.error(`The column "${name}" (first value "${sample}") needs a choice.`)
  console.error(`Add --leave-out "${first.name}", or --column "${first.name}=FIELD" with the name of a field.`)
}

function printRefused(file: string, report: SheetReport): number {
  const { errors } = report
  for (const { line, field, message } of errors) console.error(`${file}:${line}  ${field}: ${message}`)
  printOpenColumns(report)
  printRows(report)
  console.error('Refused: nothing was written.')
  return 1
}

export function printActionImport(file: string, report: DaImport, isDry: boolean): number {
  if (!report.ok) return printRefused(file, report)
  for (const { date, type, user_name, admin_name } of report.entries) {
    console.log(`added    ${date.slice(0, 10)}  ${type}  ${user_name}, by ${admin_name}`)
  }
  printOpenColumns(report)
  printRows(report)
  if (!isDry) writeRowsToFix(file, report)
  const { added, unchanged, entries } = report
  if (added > entries.length) console.log(`added    and ${added - entries.length} more`)
  console.log(`${isDry ? 'Dry run: ' : ''}${added} added, ${unchanged} unchanged`)
  return 0
}

export const printRosterImport = (file: string, report: RosterImport, isDry: boolean) =>
  printImport(file, report, isDry, {
    changes: report.changes.map(({ callsign, ...change }) => ({ ...change, sign: callsign })),
    labelOf: (field) => COLUMNS.find((column) => column.field === field)?.label ?? field,
    missed: 'on the roster are not in the file and stay as they are',
  })

export const printTrialModImport = (file: string, report: TrialModImport, checklist: Checklist, isDry: boolean) =>
  printImport(file, report, isDry, {
    changes: report.changes.map(({ staffId, ...change }) => ({ ...change, sign: staffId })),
    labelOf: (field) => sheetLabel(field, checklist),
    missed: 'on the checklist are not in the file and stay as they are',
  })

export const printListImport = (file: string, report: ListReport, isDry: boolean) =>
  printImport(file, report, isDry, {
    changes: report.changes.filter(({ kind }) => kind !== 'missing'),
    labelOf: (field) => field,
    missed: 'in the list are not in the file and stay; --replace removes them',
    removed: report.removed,
  })

interface PrintedImport<F> {
  changes: readonly {
    kind: string
    sign: string | null
    name: string
    fields: readonly { field: F; before: string | null; after: string | null }[]
  }[]
  labelOf(field: F): string
  /** What is printed about records that the file lacks. */
  missed: string
  /** How many records are removed, for a list that may be replaced. */
  removed?: number
}

function printImport<F>(
  file: string,
  report: SheetReport,
  isDry: boolean,
  { changes, labelOf, ...printed }: PrintedImport<F>,
): number {
  if (!report.ok) return printRefused(file, report)
  for (const { kind, sign, name, fields } of changes) {
    const what = fields.map(({ field, before, after }) => `${labelOf(field)} ${quoted(before)} → ${quoted(after)}`)
    console.log(`${kind.padEnd(7)}  ${sign ?? '-'}  ${name}${kind === 'changed' ? `: ${what.join(', ')}` : ''}`)
  }
  printOpenColumns(report)
  printRows(report)
  if (!isDry) writeRowsToFix(file, report)
  const { added, changed, unchanged, missing } = report
  const removed = printed.removed === undefined ? '' : `${printed.removed} removed, `
  const missed = missing === 0 ? '' : ` (${missing} ${printed.missed})`
  console.log(
    `${isDry ? 'Dry run: ' : ''}${added} added, ${changed} changed, ${removed}${unchanged} unchanged${missed}`,
  )
  return 0
}

function quoted(value: string | null): string {
  return value === null ? 'nothing' : `"${value}"`
}

/** Prints the result of a file with players, and the licenses that belong to several accounts. */
export function printMoveIn(file: string, report: MoveInReport, open: MoveInReport['questions'], isDry: boolean): void {
  const { source, version, people, actions, unreadable, outdated, matched } = report
  for (const { id, message } of unreadable) console.error(`${file}  ${id}: ${message}`)
  for (const { identifier, names, accounts } of open) {
    const choices = [...accounts.map(({ id }) => id), 'none'].map((answer) => `--answer "${identifier}=${answer}"`)
    console.error(`${identifier} (${names.join(', ')}) has several Discord accounts. ${choices.join(' or ')}`)
  }
  if (open.length > 0) {
    const stays = isDry ? 'stays' : 'stayed'
    console.error(
      `The history of ${formatCount(open.length, 'license')} ${stays} under the license, because nobody said whose it is.`,
    )
  }
  const { byId, byLicence, byName, none } = matched
  console.log(`${source}${version === null ? '' : `, version ${version}`}`)
  console.log(`people found: ${byId} by Discord ID, ${byLicence} by license, ${byName} by name; ${none} new here`)
  for (const [what, counts] of Object.entries({ people, actions })) {
    console.log(
      `${isDry ? 'Dry run: ' : ''}${what}: ${counts.new} new, ${counts.changed} changed, ${counts.same} the same`,
    )
  }
  if (unreadable.length > 0) console.log(`${formatCount(unreadable.length, 'record')} left out`)
  if (outdated !== null) {
    const old = formatCount(outdated.actions, 'new action', 'new actions')
    console.log(`${old} ended more than ${outdated.days} days ago (keep) and will soon be removed again`)
  }
}

/**
 * Prints one import and what undoing it would do, or why it cannot be undone now. `undoing` is null for an import that
 * is already undone.
 */
export function printPastImport(
  list: string,
  { id, at, by, file, names }: PastImport,
  undoing: Undoing | string | null,
): void {
  const would =
    typeof undoing === 'string' || undoing === null ? undoing : `undoing it would mean: ${undoingText(undoing)}`
  const state = would ?? 'undone'
  console.log(
    `${id}  ${list}  ${at.slice(0, 16)}  ${[file ?? [], ...names].flat().join(', ')}  by ${by ?? 'the site'}; ${state}`,
  )
}

/** Prints what was undone. */
export const printUndone = (does: Undoing): void => console.log(undoingText(does))

function undoingText({ removes, restores, stay, staying }: Undoing): string {
  const kept = stay === 0 ? '' : `, ${stay} stay as they are because they were changed since: ${staying.join(', ')}`
  return `${removes} removed, ${restores} set back to their old values${kept}${stay > staying.length ? ' …' : ''}`
}

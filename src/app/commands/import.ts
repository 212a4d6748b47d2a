import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { webhooksIn } from '#features/announcements/rules.ts'
import { readAnnouncements } from '#features/announcements/server/gateway.ts'
import { announcer } from '#features/announcements/server/store.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { readLaw } from '#features/codes/server/gateway.ts'
import { createPenalCodeStore, createTenCodeStore } from '#features/codes/server/store.ts'
import type { DaImport } from '#features/discipline/contract.ts'
import { readDiscipline } from '#features/discipline/server/gateway.ts'
import { createActionImports } from '#features/discipline/server/import-store.ts'
import { createQuickLinkStore } from '#features/quick-links/server/store.ts'
import { ROSTERS, type RosterImport, rosterPlaces } from '#features/roster/contract.ts'
import { COLUMNS } from '#features/roster/rules.ts'
import { readRosterContent } from '#features/roster/server/gateway.ts'
import { createRosterStore } from '#features/roster/server/store.ts'
import type { TrialModImport } from '#features/trial-mods/contract.ts'
import { createTrialModStore } from '#features/trial-mods/server/store.ts'
import { sheetLabel } from '#features/trial-mods/sheet-rules.ts'
import { localeOf } from '#lib/locale.ts'
import { type ListReport, MAX_BYTES, type SheetReport } from '#lib/sheet.ts'
import { createChanges } from '#server/changes.ts'
import { readCommunity } from '#server/config/community.ts'
import { readEnvironment } from '#server/config/environment.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLogger } from '#server/log.ts'
import { fromRoot } from '#server/paths.ts'
import { openProcesses } from '#server/processes/open-processes.ts'
import { runCommand } from '../own-data.ts'
import { markAsReal } from '../real-data.ts'
import { migrateWithBackup } from '../update.ts'

/*
 * npm run import -- roster|dev-roster|staff-da|trial-mods|ten-codes|penal-codes|quick-links FILE [--dry-run]: takes a
 * spreadsheet over, all of it or nothing; exit code 1 when it is refused or cannot be read. A column that nobody knows is
 * left out with --leave-out "Shoe size", or is a field with --column "Grade=Position". With --replace the codes or links
 * that are not in the file are removed. The audit log says that the site did it.
 */

/** What is no roster, and the page that takes its file while the site runs. */
const PAGES = {
  'staff-da': '/staff-da-database/import',
  'trial-mods': '/trial-mod-checklist/import',
  'ten-codes': '/ten-codes/import',
  'penal-codes': '/penal-codes/import',
  'quick-links': '/es/import',
}
const isOther = (name: string | undefined): name is keyof typeof PAGES => name !== undefined && name in PAGES
const NAMES = [...ROSTERS.map(({ name }) => name), ...Object.keys(PAGES)]
const USAGE = `npm run import -- ${NAMES.join('|')} FILE [--dry-run] [--replace] [--leave-out COLUMN] [--column COLUMN=FIELD]`

/** The lists that a file may replace. */
const REPLACEABLE: readonly (string | undefined)[] = ['ten-codes', 'penal-codes', 'quick-links']

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean' },
      replace: { type: 'boolean', default: false },
      'leave-out': { type: 'string', multiple: true, default: [] },
      column: { type: 'string', multiple: true, default: [] },
    },
  })
  const [name, file] = positionals
  const target = ROSTERS.find((each) => each.name === name) ?? (isOther(name) ? name : undefined)
  if (target === undefined || file === undefined || positionals.length > 2) throw new Error(USAGE)
  if (values.replace && !REPLACEABLE.includes(name)) {
    throw new Error(`--replace is for ${REPLACEABLE.join(', ')}: nobody leaves ${name} because a file lacks them.`)
  }
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new Error(`There is no file ${file}.`)
  if (size > MAX_BYTES) throw new Error(`${file} is larger than ${MAX_BYTES / 1024 / 1024} MB.`)
  const sheet = { csv: readFileSync(file, 'utf8'), choices: choicesOf(values['leave-out'], values.column) }

  const { databaseUrl, dataDir, communityDir, origin, discord, webhooks } = readEnvironment()
  const community = fromRoot(communityDir)
  if (!existsSync(join(community, 'site.yaml'))) {
    throw new Error(
      `There is no site.yaml in ${community}. Set COMMUNITY_DIR to the folder with your community's content.`,
    )
  }
  const content = readAnnouncements(community)
  const rosterContent = readRosterContent(community)
  const { actionTypes } = readDiscipline(community)
  const clock = () => new Date()
  const log = createLogger('warn')
  const database = await openDatabase({
    url: databaseUrl,
    dataDir: fromRoot(dataDir),
    log,
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    const page = typeof target === 'string' ? PAGES[target] : target.importPage
    throw new Error(`${why}\nWhile the site runs, it takes the file itself: ${origin}${page}`)
  })
  const processes = await openProcesses(database, log, { mayLead: false })
  try {
    await migrateWithBackup(database, { dataDir: fromRoot(dataDir), clock })
    if (discord !== null && databaseUrl === undefined && values['dry-run'] !== true) markAsReal(fromRoot(dataDir))
    // In the demo every channel has an address; the site posts there when it runs.
    const named = discord === null ? webhooksIn(content) : Object.keys(webhooks)
    const alongside = announcer({ content, webhooks: named, origin, clock, rosters: rosterPlaces(rosterContent) })
    const audit = createAudit({ database, clock, changes: createChanges(processes), alongside })
    const isDry = values['dry-run'] === true
    const by = { actor: null, requestId: 'import-command' }
    if (target === 'staff-da') {
      const store = createActionImports({ database, clock, audit, actionTypes })
      return tellActions(
        file,
        isDry ? await store.tryActionImport(sheet, null) : await store.importActions(by, sheet),
        isDry,
      )
    }
    if (target === 'ten-codes' || target === 'penal-codes' || target === 'quick-links') {
      const deps = { database, clock, audit }
      const missing = values.replace ? 'remove' : 'keep'
      const imports = {
        'ten-codes': () => {
          const store = createTenCodeStore(deps)
          return isDry ? store.tryTenCodeImport(sheet, missing) : store.importTenCodes(by, sheet, missing)
        },
        'penal-codes': () => {
          const store = createPenalCodeStore({
            ...deps,
            law: readLaw(community)(localeOf(readCommunity(community).site)),
          })
          return isDry ? store.tryPenalCodeImport(sheet, missing) : store.importPenalCodes(by, sheet, missing)
        },
        'quick-links': () => {
          const store = createQuickLinkStore(deps)
          return isDry ? store.tryQuickLinkImport(sheet, missing) : store.importQuickLinks(by, sheet, missing)
        },
      }
      return tellList(file, await imports[target](), isDry)
    }
    if (target === 'trial-mods') {
      const store = createTrialModStore({ database, clock, audit })
      return tellTrialMods(
        file,
        isDry ? await store.tryTrialModImport(sheet, null) : await store.importTrialMods(by, sheet),
        isDry,
      )
    }
    const store = createRosterStore({ database, clock, audit, rosterContent }, target)
    return tellRoster(file, isDry ? await store.tryImport(sheet, null) : await store.import(by, sheet), isDry)
  } finally {
    await processes.close()
    await database.close()
  }
}

/** What the options say of columns: `--leave-out "Shoe size"` and `--column "Grade=Position"`. */
function choicesOf(leftOut: readonly string[], chosen: readonly string[]): Map<string, string> {
  return new Map([
    ...leftOut.map((column): [string, string] => [column, '']),
    ...chosen.map((choice): [string, string] => {
      const at = choice.lastIndexOf('=')
      if (at < 1) throw new Error(`Write --column "${choice}=FIELD".\n${USAGE}`)
      return [choice.slice(0, at).trim(), choice.slice(at + 1).trim()]
    }),
  ])
}

/** Which columns a dry run left out, and how to say what they are. */
function tellColumns({ columns }: SheetReport): void {
  const open = columns.filter(({ isOpen }) => isOpen)
  const [first] = open
  if (first === undefined) return
  for (const { name, sample } of open) console.error(`The column "${name}" (first value "${sample}") needs a choice.`)
  console.error(`Add --leave-out "${first.name}", or --column "${first.name}=FIELD" with the name of a field.`)
}

function refuse(file: string, report: SheetReport): number {
  const { errors } = report
  for (const { line, field, message } of errors) console.error(`${file}:${line}  ${field}: ${message}`)
  tellColumns(report)
  console.error('Refused: nothing was written.')
  return 1
}

function tellActions(file: string, report: DaImport, isDry: boolean): number {
  if (!report.ok) return refuse(file, report)
  for (const { date, type, user_name, admin_name } of report.entries) {
    console.log(`added    ${date.slice(0, 10)}  ${type}  ${user_name}, by ${admin_name}`)
  }
  tellColumns(report)
  const { added, unchanged, entries } = report
  if (added > entries.length) console.log(`added    and ${added - entries.length} more`)
  console.log(`${isDry ? 'Dry run: ' : ''}${added} added, ${unchanged} unchanged`)
  return 0
}

function tellRoster(file: string, report: RosterImport, isDry: boolean): number {
  const changes = report.changes.map(({ callsign, fields, ...change }) => ({
    ...change,
    sign: callsign,
    fields: fields.map(({ field, ...values }) => ({ label: labelOf(field), ...values })),
  }))
  return tell(file, { ...report, changes }, isDry, 'roster')
}

function tellTrialMods(file: string, report: TrialModImport, isDry: boolean): number {
  const changes = report.changes.map(({ staffId, fields, ...change }) => ({
    ...change,
    sign: staffId,
    fields: fields.map(({ field, ...values }) => ({ label: sheetLabel(field), ...values })),
  }))
  return tell(file, { ...report, changes }, isDry, 'checklist')
}

function tellList(file: string, report: ListReport, isDry: boolean): number {
  if (!report.ok) return refuse(file, report)
  for (const { kind, sign, name, fields } of report.changes) {
    if (kind === 'missing') continue
    const what = fields.map(({ field, before, after }) => `${field} ${said(before)} → ${said(after)}`)
    console.log(`${kind.padEnd(7)}  ${sign ?? '-'}  ${name}${kind === 'changed' ? `: ${what.join(', ')}` : ''}`)
  }
  tellColumns(report)
  const { added, changed, removed, unchanged, missing } = report
  const missed = missing === 0 ? '' : ` (${missing} in the list are not in the file and stay; --replace removes them)`
  const counts = `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`
  console.log(`${isDry ? 'Dry run: ' : ''}${counts}${missed}`)
  return 0
}

interface Told extends Omit<RosterImport, 'changes'> {
  changes: {
    kind: string
    sign: string | null
    name: string
    fields: { label: string; before: string | null; after: string | null }[]
  }[]
}

function tell(file: string, report: Told, isDry: boolean, list: string): number {
  if (!report.ok) return refuse(file, report)
  for (const { kind, sign, name, fields } of report.changes) {
    const what = fields.map(({ label, before, after }) => `${label} ${said(before)} → ${said(after)}`)
    console.log(`${kind.padEnd(7)}  ${sign ?? '-'}  ${name}${kind === 'changed' ? `: ${what.join(', ')}` : ''}`)
  }
  tellColumns(report)
  const { added, changed, unchanged, missing } = report
  const missed = missing === 0 ? '' : ` (${missing} on the ${list} are not in the file and stay as they are)`
  console.log(`${isDry ? 'Dry run: ' : ''}${added} added, ${changed} changed, ${unchanged} unchanged${missed}`)
  return 0
}

function labelOf(field: string): string {
  return COLUMNS.find((column) => column.field === field)?.label ?? field
}

function said(value: string | null): string {
  return value === null ? 'nothing' : `"${value}"`
}

await runCommand(run)

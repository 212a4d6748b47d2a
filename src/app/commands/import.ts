import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { parseArgs } from 'node:util'
import { createAudit } from '#features/audit/server/store.ts'
import { type RosterImport, staffRoster } from '#features/roster/contract.ts'
import { COLUMNS } from '#features/roster/rules.ts'
import { createRosterStore } from '#features/roster/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { readEnvironment } from '#server/config/environment.ts'
import { openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { CSV_LIMIT } from '#server/http/serve.ts'
import { createLogger } from '#server/log.ts'
import { root } from '#server/paths.ts'

/*
 * npm run import -- roster FILE [--dry-run]: takes a spreadsheet over, all of it or nothing; exit code 1 when it is
 * refused or cannot be read. The audit log says that the site did it.
 */
const ROSTERS = [staffRoster]
const USAGE = `npm run import -- ${ROSTERS.map(({ name }) => name).join('|')} FILE [--dry-run]`

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } })
  const [name, file] = positionals
  const roster = ROSTERS.find((each) => each.name === name)
  if (roster === undefined || file === undefined || positionals.length > 2) throw new Error(USAGE)
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new Error(`There is no file ${file}.`)
  if (size > CSV_LIMIT) throw new Error(`${file} is larger than ${CSV_LIMIT / 1024 / 1024} MB.`)
  const csv = readFileSync(file, 'utf8')

  const { databaseUrl, dataDir, origin } = readEnvironment()
  const clock = () => new Date()
  const database = await openDatabase({
    url: databaseUrl,
    dataDir: isAbsolute(dataDir) ? dataDir : join(root, dataDir),
    log: createLogger('warn'),
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${why}\nWhile the site runs, it takes the file itself: ${origin}/staff-roster/import`)
  })
  try {
    await migrate(database)
    const audit = createAudit({ database, clock, changes: createChanges() })
    const store = createRosterStore({ database, clock, audit }, roster)
    const isDry = values['dry-run'] === true
    const by = { actor: null, requestId: 'import-command' }
    tell(file, isDry ? await store.tryImport(csv) : await store.import(by, csv), isDry)
  } finally {
    await database.close()
  }
}

function tell(file: string, report: RosterImport, isDry: boolean): void {
  for (const { line, field, message } of report.errors) console.error(`${file}:${line}  ${field}: ${message}`)
  for (const { kind, callsign, name, fields } of report.changes) {
    const what = fields.map(({ field, before, after }) => `${labelOf(field)} ${said(before)} → ${said(after)}`)
    console.log(`${kind.padEnd(7)}  ${callsign ?? '-'}  ${name}${kind === 'changed' ? `: ${what.join(', ')}` : ''}`)
  }
  const { ok, added, changed, unchanged, missing } = report
  if (!ok) {
    console.error('Refused: nothing was written.')
    process.exitCode = 1
    return
  }
  const missed = missing === 0 ? '' : ` (${missing} on the roster are not in the file and stay as they are)`
  console.log(`${isDry ? 'Dry run: ' : ''}${added} added, ${changed} changed, ${unchanged} unchanged${missed}`)
}

function labelOf(field: string): string {
  return COLUMNS.find((column) => column.field === field)?.label ?? field
}

function said(value: string | null): string {
  return value === null ? 'nothing' : `"${value}"`
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

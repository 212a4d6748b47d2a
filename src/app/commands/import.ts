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
 * refused. The audit log says that the site did it.
 */
const ROSTERS = [staffRoster]

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } })
const [name, file] = positionals
const roster = ROSTERS.find((each) => each.name === name)
if (roster === undefined || file === undefined || positionals.length > 2) {
  console.error(`npm run import -- ${ROSTERS.map((each) => each.name).join('|')} FILE [--dry-run]`)
  process.exit(1)
}
const size = statSync(file, { throwIfNoEntry: false })?.size
if (size === undefined || size > CSV_LIMIT) {
  console.error(size === undefined ? `There is no file ${file}.` : `${file} is larger than 2 MB.`)
  process.exit(1)
}

const { databaseUrl, dataDir, origin } = readEnvironment()
const clock = () => new Date()
const database = await openDatabase({
  url: databaseUrl,
  dataDir: isAbsolute(dataDir) ? dataDir : join(root, dataDir),
  log: createLogger('warn'),
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  console.error(`While the site runs, it takes the file itself: ${origin}/staff-roster/import`)
  process.exit(1)
})
try {
  await migrate(database)
  const store = createRosterStore(
    { database, clock, audit: createAudit({ database, clock, changes: createChanges() }) },
    roster,
  )
  const csv = readFileSync(file, 'utf8')
  const isDry = values['dry-run'] === true
  const by = { actor: null, requestId: 'import-command' }
  tell(isDry ? await store.tryImport(csv) : await store.import(by, csv), isDry)
} finally {
  await database.close()
}

function tell(report: RosterImport, isDry: boolean): void {
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

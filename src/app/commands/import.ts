import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { webhooksIn } from '#features/announcements/rules.ts'
import { readAnnouncements } from '#features/announcements/server/gateway.ts'
import { announcer } from '#features/announcements/server/store.ts'
import { type Audit, createAudit } from '#features/audit/server/store.ts'
import { createUndoStore } from '#features/audit/server/undo-store.ts'
import { readLaw } from '#features/codes/server/gateway.ts'
import { createPenalCodeStore, createTenCodeStore } from '#features/codes/server/store.ts'
import { readDiscipline } from '#features/discipline/server/gateway.ts'
import { createActionImports } from '#features/discipline/server/import-store.ts'
import { readQuickLinks } from '#features/quick-links/server/gateway.ts'
import { createQuickLinkStore } from '#features/quick-links/server/store.ts'
import { namesOnRosters } from '#features/roster/content-rules.ts'
import { ROSTERS, type Roster, rostersOf, staffRoster } from '#features/roster/contract.ts'
import { readRosterContent } from '#features/roster/server/gateway.ts'
import { createRosterStore } from '#features/roster/server/store.ts'
import { allCalls, type ChecklistCalls, checklistIn, trialModCalls } from '#features/trial-mods/contract.ts'
import { readChecklists } from '#features/trial-mods/server/gateway.ts'
import { createTrialModStore } from '#features/trial-mods/server/store.ts'
import { localeOf } from '#lib/locale.ts'
import { MAX_BYTES } from '#lib/sheet.ts'
import { decodeSheet } from '#lib/sheet-text.ts'
import { createChanges } from '#server/changes.ts'
import { readCommunity } from '#server/config/community.ts'
import { readEnvironment } from '#server/config/environment.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLogger } from '#server/log.ts'
import { fromRoot } from '#server/paths.ts'
import { openProcesses } from '#server/processes/open-processes.ts'
import type { SheetFile } from '#server/sheet.ts'
import type { KnownPerson } from '#server/sheet-people.ts'
import { tellActions, tellList, tellPast, tellRoster, tellTrialMods, tellUndone } from '../import-told.ts'
import { importedTables } from '../imported-tables.ts'
import { listPlaces } from '../list-titles.ts'
import { runCommand } from '../own-data.ts'
import { folderRefusal, markAsReal } from '../real-data.ts'
import { migrateWithBackup } from '../update.ts'

/*
 * npm run import -- roster|dev-roster|rosters/NAME|trial-mods|checklists/NAME|staff-da|ten-codes|penal-codes|quick-links
 * FILE [--dry-run]: takes a spreadsheet over, all of it or nothing; exit code 1 when it is refused or cannot be read. A column that nobody knows is
 * left out with --leave-out "Shoe size", or is a field with --column "Grade=Position"; a question is answered with
 * --answer "date:/=dmy". With --good-rows the rows with which nothing is wrong are imported, and the others are written
 * beside the file. With --replace the codes or links that are not in the file are removed. `undo` says which imports
 * there are, and `undo 12` undoes one. The audit log says that the site did it.
 */

/** What is neither a roster nor a checklist, and the page that takes its file while the site runs. */
const PAGES = {
  'staff-da': '/staff-da-database/import',
  'ten-codes': '/ten-codes/import',
  'penal-codes': '/penal-codes/import',
  'quick-links': '/es/import',
}
const isOther = (name = ''): name is keyof typeof PAGES => Object.hasOwn(PAGES, name)
/** A roster or checklist by what its calls are called: `roster`, or `rosters/fire-academy` for a further one. */
const nameOf = (list: Roster | ChecklistCalls) =>
  list.name === trialModCalls.name ? trialModCalls.key : list.list.path.slice('/api/'.length)
const USUAL = [...ROSTERS, trialModCalls].map(nameOf)
const isList = (name = '') => USUAL.includes(name) || /^(rosters|checklists)\//.test(name)
const NAMES = [...ROSTERS.map(nameOf), 'rosters/NAME', trialModCalls.key, 'checklists/NAME', ...Object.keys(PAGES)]
const USAGE = `npm run import -- ${NAMES.join('|')} FILE [--dry-run] [--replace] [--leave-out COLUMN] [--column COLUMN=FIELD] [--answer QUESTION=ANSWER] [--good-rows], or undo [IMPORT]`

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
      answer: { type: 'string', multiple: true, default: [] },
      'good-rows': { type: 'boolean', default: false },
    },
  })
  const [name, file] = positionals
  if (name === 'undo' && positionals.length <= 2 && /^\d{1,9}$/.test(file ?? '0')) return undo(file)
  if (!(isOther(name) || isList(name)) || file === undefined || positionals.length > 2) throw new Error(USAGE)
  if (values.replace && !REPLACEABLE.includes(name)) {
    throw new Error(`--replace is for ${REPLACEABLE.join(', ')}: nobody leaves ${name} because a file lacks them.`)
  }
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new Error(`There is no file ${file}.`)
  if (size > MAX_BYTES) throw new Error(`${file} is larger than ${MAX_BYTES / 1024 / 1024} MB.`)
  const given: SheetFile = {
    csv: decodeSheet(readFileSync(file)),
    name: basename(file),
    choices: new Map([
      ...values['leave-out'].map((column) => [column, ''] as const),
      ...pairs('column', values.column),
    ]),
    answers: pairs('answer', values.answer),
    goodRowsOnly: values['good-rows'],
  }

  const isDry = values['dry-run'] === true
  const settings = readSettings()
  const { site, community, rosterContent, checklists, timeZone } = settings
  const lists = [...rostersOf(rosterContent), ...allCalls(checklists)]
  const target = isOther(name) ? name : lists.find((each) => nameOf(each) === name)
  if (target === undefined) {
    const [file, what] = name?.startsWith('checklists') ? ['checklists', 'checklist'] : ['rosters', 'roster']
    throw new Error(`${file}.yaml of ${community} has no such ${what}: ${name}`)
  }
  const page = typeof target === 'string' ? PAGES[target] : target.importPage
  return onDatabase(settings, { page, isDry }, async ({ database, audit, clock }) => {
    const { actionTypes } = readDiscipline(community)
    const sheet = { ...given, people: await peopleOn({ database, clock, audit, rosterContent }) }
    if (target === 'staff-da') {
      const store = createActionImports({ database, clock, audit, actionTypes, timeZone })
      return tellActions(
        file,
        isDry ? await store.tryActionImport(sheet, null) : await store.importActions(BY, sheet),
        isDry,
      )
    }
    if (target === 'ten-codes' || target === 'penal-codes' || target === 'quick-links') {
      const deps = { database, clock, audit }
      const missing = values.replace ? 'remove' : 'keep'
      const imports = {
        'ten-codes': () => {
          const store = createTenCodeStore(deps)
          return isDry ? store.tryTenCodeImport(sheet, missing) : store.importTenCodes(BY, sheet, missing)
        },
        'penal-codes': () => {
          const store = createPenalCodeStore({
            ...deps,
            law: readLaw(community).lawIn(localeOf(site)),
          })
          return isDry ? store.tryPenalCodeImport(sheet, missing) : store.importPenalCodes(BY, sheet, missing)
        },
        'quick-links': () => {
          const store = createQuickLinkStore({ ...deps, quickLinkChoices: readQuickLinks(community).choices })
          return isDry ? store.tryQuickLinkImport(sheet, missing) : store.importQuickLinks(BY, sheet, missing)
        },
      }
      return tellList(file, await imports[target](), isDry)
    }
    if ('changeStage' in target) {
      const store = createTrialModStore({ database, clock, audit, checklists, timeZone }, target)
      return tellTrialMods(
        file,
        isDry ? await store.tryTrialModImport(sheet, null) : await store.importTrialMods(BY, sheet),
        checklistIn(checklists, target.key),
        isDry,
      )
    }
    const store = createRosterStore({ database, clock, audit, rosterContent, timeZone }, target)
    return tellRoster(file, isDry ? await store.tryImport(sheet, null) : await store.import(BY, sheet), isDry)
  })
}

const BY = { actor: null, requestId: 'import-command' }

/** Undoes an import; without its number it says which there are. */
function undo(id: string | undefined): Promise<number> {
  const settings = readSettings()
  return onDatabase(settings, { page: staffRoster.importPage, isDry: false }, async (deps) => {
    const lists = importedTables(settings)
    const store = createUndoStore({ ...deps, importedTables: lists })
    if (id !== undefined) {
      tellUndone(await store.undoImport(BY, Number(id)))
      return 0
    }
    for (const { topic } of lists) {
      for (const past of await store.listImports(null, topic)) {
        tellPast(topic, past, past.undone === null ? await store.findUndoing(null, past.id) : null)
      }
    }
    return 0
  })
}

/** The settings of the site, and where its content is. */
function readSettings() {
  const environment = readEnvironment()
  const community = fromRoot(environment.communityDir)
  if (!existsSync(join(community, 'site.yaml'))) {
    throw new Error(
      `There is no site.yaml in ${community}. Set COMMUNITY_DIR to the folder with your community's content.`,
    )
  }
  const { site } = readCommunity(community)
  const rosterContent = readRosterContent(community)
  const checklists = readChecklists(community, namesOnRosters(rosterContent))
  return { ...environment, community, site, timeZone: site.timeZone, rosterContent, checklists }
}

/** Opens the site's own database for some work, and closes it afterwards. */
async function onDatabase(
  settings: ReturnType<typeof readSettings>,
  { page, isDry }: { page: string; isDry: boolean },
  work: (deps: { database: Database; audit: Audit; clock: () => Date }) => Promise<number>,
): Promise<number> {
  const { databaseUrl, dataDir, origin, discord, webhooks, community } = settings
  const content = readAnnouncements(community)
  const refusal = databaseUrl === undefined ? folderRefusal(fromRoot(dataDir), { isDemo: discord === null }) : null
  if (refusal !== null) throw new Error(refusal)
  const clock = () => new Date()
  const log = createLogger('warn')
  const database = await openDatabase({
    url: databaseUrl,
    dataDir: fromRoot(dataDir),
    log,
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${why}\nWhile the site runs, it takes the file itself: ${origin}${page}`)
  })
  const processes = await openProcesses(database, log, { mayLead: false })
  try {
    await migrateWithBackup(database, { dataDir: fromRoot(dataDir), clock })
    if (discord !== null && databaseUrl === undefined && !isDry) markAsReal(fromRoot(dataDir))
    // In the demo every channel has an address; the site posts there when it runs.
    const named = discord === null ? webhooksIn(content) : Object.keys(webhooks)
    const alongside = announcer({ content, webhooks: named, origin, clock, places: listPlaces(settings) })
    const audit = createAudit({ database, clock, changes: createChanges(processes), alongside })
    return await work({ database, audit, clock })
  } finally {
    await processes.close()
    await database.close()
  }
}

/** What an option says of columns or questions: `--column "Grade=Position"`, `--answer "date:/=dmy"`. */
function pairs(option: 'column' | 'answer', texts: readonly string[]): Map<string, string> {
  return new Map(
    texts.map((text): [string, string] => {
      const at = text.lastIndexOf('=')
      if (at < 1) throw new Error(`Write --${option} "${text}=${option === 'column' ? 'FIELD' : 'ANSWER'}".\n${USAGE}`)
      return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
    }),
  )
}

/** Whom a row without a whole Discord ID may mean: everybody on a roster. */
async function peopleOn(deps: Parameters<typeof createRosterStore>[0]): Promise<KnownPerson[]> {
  const members = await Promise.all(
    rostersOf(deps.rosterContent).map((roster) => createRosterStore(deps, roster).list()),
  )
  return members.flat().map(({ discordId, name }) => ({ id: discordId, names: [name] }))
}

await runCommand(run)

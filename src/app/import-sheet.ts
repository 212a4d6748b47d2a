import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { readLaw } from '#features/codes/server/gateway.ts'
import { createPenalCodeStore, createTenCodeStore } from '#features/codes/server/store.ts'
import { createActionEffects } from '#features/discipline/server/effect-store.ts'
import { readDiscipline } from '#features/discipline/server/gateway.ts'
import { createActionImports } from '#features/discipline/server/import-store.ts'
import { readQuickLinks } from '#features/quick-links/server/gateway.ts'
import { createQuickLinkStore } from '#features/quick-links/server/store.ts'
import { ROSTERS, type Roster, rostersOf } from '#features/roster/contract.ts'
import { createRosterStore } from '#features/roster/server/store.ts'
import { allCalls, type ChecklistCalls, checklistIn, trialModCalls } from '#features/trial-mods/contract.ts'
import { createTrialModStore } from '#features/trial-mods/server/store.ts'
import { localeOf } from '#lib/locale.ts'
import { type ListReport, MAX_BYTES, type MissingRecords } from '#lib/sheet.ts'
import { decodeSheet } from '#lib/sheet-text.ts'
import type { SheetFile } from '#server/sheet.ts'
import type { KnownPerson } from '#server/sheet-people.ts'
import { printActionImport, printListImport, printRosterImport, printTrialModImport } from './import-output.ts'
import { BY_COMMAND, type OpenSite, readSettings, type SiteSettings, withSiteDatabase } from './import-site.ts'

/**
 * The lists that are neither rosters nor checklists, with the page that imports a file into each while the site runs.
 */
const PAGES = {
  'staff-da': '/staff-da-database/import',
  'ten-codes': '/ten-codes/import',
  'penal-codes': '/penal-codes/import',
  'quick-links': '/es/import',
}
const isOther = (name = ''): name is keyof typeof PAGES => Object.hasOwn(PAGES, name)
/**
 * The name of a roster or checklist in the command, taken from the path of its endpoints: `roster`, or
 * `rosters/fire-academy` for a further roster.
 */
const nameOf = (list: Roster | ChecklistCalls) =>
  list.name === trialModCalls.name ? trialModCalls.key : list.list.path.slice('/api/'.length)
const USUAL = [...ROSTERS, trialModCalls].map(nameOf)
export const isSheetList = (name = '') => isOther(name) || USUAL.includes(name) || /^(rosters|checklists)\//.test(name)
/** The lists that a spreadsheet can be imported into, by their names in the command. */
export const SHEET_LISTS = [
  ...ROSTERS.map(nameOf),
  'rosters/NAME',
  trialModCalls.key,
  'checklists/NAME',
  ...Object.keys(PAGES),
]

/** The lists in which an import may remove what the file lacks. */
const REPLACEABLE: readonly string[] = ['ten-codes', 'penal-codes', 'quick-links']

/** How a spreadsheet is imported. */
export interface SheetOptions {
  isDry: boolean
  /** Whether records that the file lacks are removed. */
  replaces: boolean
  columns: ReadonlyMap<string, string>
  answers: ReadonlyMap<string, string>
  goodRowsOnly: boolean
}

/** Imports a spreadsheet into the list of this name, and returns the exit code of the command. */
export async function importSheet(name: string, file: string, options: SheetOptions): Promise<number> {
  const { isDry, replaces } = options
  if (replaces && !REPLACEABLE.includes(name)) {
    throw new Error(
      `--replace is for ${REPLACEABLE.join(', ')}: nobody is removed from ${name} because they are not in a file.`,
    )
  }
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new Error(`There is no file ${file}.`)
  if (size > MAX_BYTES) throw new Error(`${file} is larger than ${MAX_BYTES / 1024 / 1024} MB.`)
  const given: SheetFile = {
    csv: decodeSheet(readFileSync(file)),
    name: basename(file),
    choices: options.columns,
    answers: options.answers,
    goodRowsOnly: options.goodRowsOnly,
  }
  const settings = readSettings()
  const { community, rosterContent, checklists, timeZone } = settings
  const lists = [...rostersOf(rosterContent), ...allCalls(checklists)]
  const target = isOther(name) ? name : lists.find((each) => nameOf(each) === name)
  if (target === undefined) {
    const [file, what] = name?.startsWith('checklists') ? ['checklists', 'checklist'] : ['rosters', 'roster']
    throw new Error(`${file}.yaml of ${community} has no such ${what}: ${name}`)
  }
  const page = typeof target === 'string' ? PAGES[target] : target.importPage
  return withSiteDatabase(settings, { page, isDry }, async ({ database, audit, clock }) => {
    const { actionTypes, actionKeeping } = readDiscipline(community)
    const rosterEffects = createActionEffects({ actionTypes, clock })
    const onRosters = { database, clock, audit, rosterContent, timeZone, rosterEffects }
    const sheet = { ...given, people: await peopleOn(onRosters) }
    if (target === 'staff-da') {
      const store = createActionImports({ database, clock, audit, actionTypes, actionKeeping, timeZone })
      return printActionImport(
        file,
        isDry ? await store.tryActionImport(sheet, null) : await store.importActions(BY_COMMAND, sheet),
        isDry,
      )
    }
    if (target === 'ten-codes' || target === 'penal-codes' || target === 'quick-links') {
      const missing = replaces ? 'remove' : 'keep'
      return printListImport(
        file,
        await importList(target, sheet, { isDry, missing }, settings, { database, audit, clock }),
        isDry,
      )
    }
    if ('changeStage' in target) {
      const store = createTrialModStore({ database, clock, audit, checklists, timeZone }, target)
      return printTrialModImport(
        file,
        isDry ? await store.tryTrialModImport(sheet, null) : await store.importTrialMods(BY_COMMAND, sheet),
        checklistIn(checklists, target.key),
        isDry,
      )
    }
    const store = createRosterStore(onRosters, target)
    return printRosterImport(
      file,
      isDry ? await store.tryImport(sheet, null) : await store.import(BY_COMMAND, sheet),
      isDry,
    )
  })
}

/** Imports a list of plain records: codes or links. */
export function importList(
  list: 'ten-codes' | 'penal-codes' | 'quick-links',
  sheet: SheetFile,
  { isDry, missing }: { isDry: boolean; missing: MissingRecords },
  { community, site }: SiteSettings,
  open: OpenSite,
): Promise<ListReport> {
  if (list === 'ten-codes') {
    const store = createTenCodeStore(open)
    return isDry ? store.tryImport(sheet, missing) : store.import(BY_COMMAND, sheet, missing)
  }
  if (list === 'penal-codes') {
    const store = createPenalCodeStore({ ...open, law: readLaw(community).lawIn(localeOf(site)) })
    return isDry ? store.tryImport(sheet, missing) : store.import(BY_COMMAND, sheet, missing)
  }
  const store = createQuickLinkStore({ ...open, quickLinkChoices: readQuickLinks(community).choices })
  return isDry ? store.tryImport(sheet, missing) : store.importQuickLinks(BY_COMMAND, sheet, missing)
}

/** The people whom a row without a complete Discord ID may mean: everybody on a roster. */
async function peopleOn(deps: Parameters<typeof createRosterStore>[0]): Promise<KnownPerson[]> {
  const members = await Promise.all(
    rostersOf(deps.rosterContent).map((roster) => createRosterStore(deps, roster).list()),
  )
  return members.flat().map(({ discordId, name }) => ({ id: discordId, names: [name] }))
}

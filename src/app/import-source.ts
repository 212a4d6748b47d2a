import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { ACTION_APPEALS } from '#features/appeals/server/decision-store.ts'
import { readDiscipline } from '#features/discipline/server/gateway.ts'
import { createPlayerImports } from '#features/discipline/server/history-store.ts'
import { SOURCES as HISTORIES, type MoveInReport, type SourceHistory } from '#features/moving-in/contract.ts'
import type { SourceSheet } from '#features/moving-in/entry-rules.ts'
import { checkSourceSize, readSource, recogniseSource } from '#features/moving-in/source-rules.ts'
import { readAdmins } from '#features/moving-in/txadmin-rules.ts'
import type { ListReport } from '#lib/sheet.ts'
import { decodeSheet } from '#lib/sheet-text.ts'
import { printListImport, printMoveIn } from './import-output.ts'
import { importList } from './import-sheet.ts'
import { BY_COMMAND, readSettings, withSiteDatabase } from './import-site.ts'

/** The programs whose files the command can import. */
export const SOURCES = [...HISTORIES, 'snailycad', 'ps-mdt'] as const
export type SourceName = (typeof SOURCES)[number]
export const isSource = (name: string | undefined): name is SourceName => SOURCES.some((source) => source === name)

interface SourceOptions {
  isDry: boolean
  /** Prints the result as JSON, and nothing else. */
  isJson: boolean
  /** The path of txAdmin's admins.json. */
  admins: string | undefined
  /** For each license that belongs to several accounts: the chosen account, or `none`. */
  answers: ReadonlyMap<string, string>
}

/** Imports a file of another program, and returns the exit code of the command. */
export async function importSource(name: SourceName, file: string, options: SourceOptions): Promise<number> {
  const { text, bytes, changedAt } = readFile(file)
  const recognised = recogniseSource(text)
  if (recognised.source !== name) throw new Error(`${file} is a file of ${recognised.program}, not of ${name}.`)
  const admins = options.admins === undefined ? [] : readAdmins(recogniseSource(readFile(options.admins).text).content)
  const read = readSource(recognised, { admins, changedAt })
  if ('csv' in read) return importCodes(file, read, options)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return importHistory(file, { name: basename(file), sha256 }, read, options)
}

function readFile(file: string) {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) throw new Error(`There is no file ${file}.`)
  checkSourceSize(found.size)
  const bytes = readFileSync(file)
  return { bytes, text: decodeSheet(bytes), changedAt: found.mtime.toISOString() }
}

function importHistory(
  path: string,
  file: { name: string; sha256: string },
  history: SourceHistory,
  { isDry, isJson, answers }: SourceOptions,
): Promise<number> {
  const settings = readSettings()
  return withSiteDatabase(settings, { page: '/move-in', isDry }, async (site) => {
    const discipline = readDiscipline(settings.community)
    const store = createPlayerImports({ ...site, ...discipline, actionAppeals: ACTION_APPEALS })
    const decisions = { accounts: Object.fromEntries(answers), olderThan: null }
    let report: MoveInReport = await store.tryPlayerImport(BY_COMMAND, file, history, decisions)
    const open = report.questions.filter(({ identifier }) => !answers.has(identifier))
    for (const { identifier, accounts } of report.questions) {
      const answer = answers.get(identifier)
      if (answer === undefined) continue
      const known = [...accounts.map(({ id }) => id), 'none'].join(', ')
      throw new Error(`--answer "${identifier}=${answer}": it must be one of ${known}. Nothing was imported.`)
    }
    if (!isDry) {
      // A command cannot ask anybody and must not guess. Unanswered players stay under their license, and staff join
      // them by hand.
      const unanswered = open.map(({ identifier }) => [identifier, 'none'])
      const accounts = { ...decisions.accounts, ...Object.fromEntries(unanswered) }
      report = await store.importPlayers(BY_COMMAND, file, history, { ...decisions, accounts })
    }
    if (isJson) printJson(report)
    else printMoveIn(path, report, open, isDry)
    return 0
  })
}

/** Imports codes in the same way as a spreadsheet. */
function importCodes(path: string, read: SourceSheet, { isDry, isJson }: SourceOptions): Promise<number> {
  const settings = readSettings()
  const { list, csv, unreadable } = read
  return withSiteDatabase(settings, { page: `/${list}/import`, isDry }, async (site) => {
    const sheet = { csv, name: basename(path), choices: new Map(), answers: new Map(), goodRowsOnly: false }
    const report: ListReport = await importList(list, sheet, { isDry, missing: 'keep' }, settings, site)
    if (!isJson) {
      for (const { id, message } of unreadable) console.error(`${path}  ${id}: ${message}`)
      return printListImport(path, report, isDry)
    }
    const refused = report.errors.map(({ line, field, message }) => ({
      id: `row ${line}`,
      message: `${field}: ${message}`,
    }))
    const { added, unchanged, changed } = report
    printJson({ ...read, new: added, same: unchanged, changed, unreadable: [...unreadable, ...refused] })
    return report.ok ? 0 : 1
  })
}

type JsonReport = Pick<MoveInReport, 'version' | 'new' | 'same' | 'changed' | 'unreadable'> & { source: string }

const printJson = ({ source, version, new: added, same, changed, unreadable }: JsonReport): void =>
  console.log(JSON.stringify({ source, version, new: added, same, changed, unreadable }))

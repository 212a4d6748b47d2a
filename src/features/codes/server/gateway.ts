import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAudit } from '#features/audit/server/store.ts'
import { type Calculator, type Law, LawFile } from '#lib/law.ts'
import { moneyOf } from '#lib/money.ts'
import { createChanges } from '#server/changes.ts'
import { createReading } from '#server/config/reading.ts'
import { ownOrDefaultPath, readYaml } from '#server/config/yaml.ts'
import type { Database } from '#server/database/database.ts'
import { AskedAsFile, type CodePhrases, PenalCodeFile, SynonymFile, TenCodeFile } from '../contract.ts'
import { createPenalCodeStore, createTenCodeStore } from './store.ts'

/** Reads the synonyms of the code search. Without the file there are none. Throws `BadConfiguration`. */
export function readSynonyms(communityDir: string): string[][] {
  const file = join(communityDir, 'codes/synonyms.yaml')
  return existsSync(file) ? readYaml(file, SynonymFile) : []
}

/** Reads the phrases that people use for a code. Without the file there are none. Throws `BadConfiguration`. */
export function readCodePhrases(communityDir: string): CodePhrases {
  const file = join(communityDir, 'codes/asked-as.yaml')
  const { ten, penal } = existsSync(file) ? readYaml(file, AskedAsFile) : { ten: {}, penal: {} }
  return { ten: new Map(Object.entries(ten)), penal: new Map(Object.entries(penal)) }
}

/** Reads law.yaml. `lawIn` formats amounts for a locale. Throws `BadConfiguration`. */
export function readLaw(communityDir: string): { lawIn(locale: string): Law; calculator: Calculator } {
  const { currency, calculator, ...law } = readYaml(ownOrDefaultPath(communityDir, 'law.yaml'), LawFile)
  return { lawIn: (locale) => ({ ...law, money: moneyOf(currency, locale) }), calculator }
}

/** Checks the files with the first codes of an installation, where they exist. Throws `BadConfiguration`. */
export function checkCodes(communityDir: string): void {
  const { now, end } = createReading()
  const list = (name: string, schema: typeof TenCodeFile | typeof PenalCodeFile) => {
    const file = join(communityDir, 'codes', name)
    if (existsSync(file)) now(() => readYaml(file, schema))
  }
  list('ten-codes.yaml', TenCodeFile)
  list('penal-codes.yaml', PenalCodeFile)
  end()
}

/**
 * Imports the codes of the community's files at the first start of an installation, and returns their number. A list
 * without a file starts empty. Throws `BadConfiguration` with file and line.
 */
export async function fillCodes(deps: {
  database: Database
  communityDir: string
  clock: () => Date
}): Promise<number> {
  const site = { actor: null, requestId: 'start' }
  // A private change feed is enough: at this point of the start nothing listens for changes yet.
  const stores = { ...deps, audit: createAudit({ ...deps, changes: createChanges() }) }
  const tenCodesFile = join(deps.communityDir, 'codes/ten-codes.yaml')
  const penalCodesFile = join(deps.communityDir, 'codes/penal-codes.yaml')
  let count = 0
  if (existsSync(tenCodesFile)) {
    count += await createTenCodeStore(stores).fill(site, () => readYaml(tenCodesFile, TenCodeFile))
  }
  if (existsSync(penalCodesFile)) {
    count += await createPenalCodeStore(stores).fill(site, () => readYaml(penalCodesFile, PenalCodeFile))
  }
  return count
}

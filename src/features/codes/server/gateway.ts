import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAudit } from '#features/audit/server/store.ts'
import { type Calculator, type Law, LawFile } from '#lib/law.ts'
import { moneyOf } from '#lib/money.ts'
import { createChanges } from '#server/changes.ts'
import { createReading } from '#server/config/reading.ts'
import { ownOrShipped, readYaml } from '#server/config/yaml.ts'
import type { Database } from '#server/database/database.ts'
import { AskedAsFile, type CodePhrases, PenalCodeFile, SynonymFile, TenCodeFile } from '../contract.ts'
import { createPenalCodeStore, createTenCodeStore } from './store.ts'

/** Other words for what the codes say; without the file there are none. Throws `BadConfiguration`. */
export function readSynonyms(communityDir: string): string[][] {
  const file = join(communityDir, 'codes/synonyms.yaml')
  return existsSync(file) ? readYaml(file, SynonymFile) : []
}

/** What people look a code up with; without the file, nothing. Throws `BadConfiguration`. */
export function readCodePhrases(communityDir: string): CodePhrases {
  const file = join(communityDir, 'codes/asked-as.yaml')
  const { ten, penal } = existsSync(file) ? readYaml(file, AskedAsFile) : { ten: {}, penal: {} }
  return { ten: new Map(Object.entries(ten)), penal: new Map(Object.entries(penal)) }
}

/** What the law book says of itself, with amounts as a locale writes them. Throws `BadConfiguration`. */
export function readLaw(communityDir: string): { lawIn(locale: string): Law; calculator: Calculator } {
  const { currency, calculator, ...law } = readYaml(ownOrShipped(communityDir, 'law.yaml'), LawFile)
  return { lawIn: (locale) => ({ ...law, money: moneyOf(currency, locale) }), calculator }
}

/** Reads the lists that an installation begins with, each where its file is there. Throws `BadConfiguration`. */
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
 * Puts the codes of the community's files in, at the first start of an installation; answers how many. A list whose
 * file is not there starts empty. Throws `BadConfiguration` with file and line.
 */
export async function fillCodes(deps: {
  database: Database
  communityDir: string
  clock: () => Date
}): Promise<number> {
  const site = { actor: null, requestId: 'start' }
  // Nobody keeps or shows anything yet.
  const stores = { ...deps, audit: createAudit({ ...deps, changes: createChanges() }) }
  const tenCodesFile = join(deps.communityDir, 'codes/ten-codes.yaml')
  const penalCodesFile = join(deps.communityDir, 'codes/penal-codes.yaml')
  let count = 0
  if (existsSync(tenCodesFile)) {
    count += await createTenCodeStore(stores).fillTenCodes(site, () => readYaml(tenCodesFile, TenCodeFile))
  }
  if (existsSync(penalCodesFile)) {
    count += await createPenalCodeStore(stores).fillPenalCodes(site, () => readYaml(penalCodesFile, PenalCodeFile))
  }
  return count
}

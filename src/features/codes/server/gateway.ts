import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAudit } from '#features/audit/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { readYaml } from '#server/config/yaml.ts'
import type { Database } from '#server/database/database.ts'
import { PenalCodeFile, SynonymFile, TenCodeFile } from '../contract.ts'
import { fillPenalCodes, fillTenCodes } from './store.ts'

/** Other words for what the codes say; without the file there are none. Throws `BadConfiguration`. */
export function readSynonyms(communityDir: string): string[][] {
  const file = join(communityDir, 'codes/synonyms.yaml')
  return existsSync(file) ? readYaml(file, SynonymFile) : []
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
  const { clock } = deps
  // Nobody keeps or shows anything yet.
  const audit = createAudit({ ...deps, changes: createChanges() })
  const site = { actor: null, requestId: 'start' }
  const arrived = (action: string, target: string, count: number) => ({
    result: count,
    entries: count === 0 ? [] : [{ action, target, after: { count } }],
  })
  let count = 0
  const tenCodesFile = join(deps.communityDir, 'codes/ten-codes.yaml')
  if (existsSync(tenCodesFile)) {
    count += await audit.change(site, ['ten-codes'], async (tx) =>
      arrived('fillTenCodes', 'ten-codes', await fillTenCodes(tx, clock(), () => readYaml(tenCodesFile, TenCodeFile))),
    )
  }
  const penalCodesFile = join(deps.communityDir, 'codes/penal-codes.yaml')
  if (existsSync(penalCodesFile)) {
    count += await audit.change(site, ['penal-codes'], async (tx) =>
      arrived(
        'fillPenalCodes',
        'penal-codes',
        await fillPenalCodes(tx, clock(), () => readYaml(penalCodesFile, PenalCodeFile)),
      ),
    )
  }
  return count
}

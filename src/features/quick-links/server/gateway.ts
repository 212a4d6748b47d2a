import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAudit } from '#features/audit/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { readYaml } from '#server/config/yaml.ts'
import type { Database } from '#server/database/database.ts'
import { QuickLinkFile } from '../contract.ts'
import { createQuickLinkStore } from './store.ts'

/** Reads the links that an installation begins with, where their file is there. Throws `BadConfiguration`. */
export function checkQuickLinks(communityDir: string): void {
  const file = join(communityDir, 'quick-links.yaml')
  if (existsSync(file)) readYaml(file, QuickLinkFile)
}

/**
 * Puts the links of the community's file in, at the first start of an installation; answers how many. Throws
 * `BadConfiguration` with file and line.
 */
export async function fillQuickLinks(deps: {
  database: Database
  communityDir: string
  clock: () => Date
}): Promise<number> {
  const file = join(deps.communityDir, 'quick-links.yaml')
  if (!existsSync(file)) return 0
  // Nobody keeps or shows anything yet.
  const audit = createAudit({ ...deps, changes: createChanges() })
  const store = createQuickLinkStore({ ...deps, audit })
  return store.fillQuickLinks({ actor: null, requestId: 'start' }, () => readYaml(file, QuickLinkFile))
}

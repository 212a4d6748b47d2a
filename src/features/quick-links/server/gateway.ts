import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { createAudit } from '#features/audit/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { drawingOf, ICON_NAMES } from '#server/config/icons.ts'
import { ownOrDefaultPath, readYaml } from '#server/config/yaml.ts'
import type { Database } from '#server/database/database.ts'
import { type QuickLinkChoices, type QuickLinkDraft, quickLinksOf } from '../contract.ts'
import { createQuickLinkStore } from './store.ts'

const Name = z.string().trim().min(1).max(40)
const areUnique = (names: readonly string[]) => new Set(names.map((name) => name.toLowerCase())).size === names.length

const CHOICES = {
  groups: z.array(Name).min(1).max(12).refine(areUnique, 'each group once'),
  icons: z
    .array(z.strictObject({ name: Name, icon: z.enum(ICON_NAMES) }))
    .min(1)
    .max(40)
    .refine((icons) => areUnique(icons.map(({ name }) => name)), 'each name once'),
}

/**
 * Reads the groups, the icons and the first links of an installation. Without the community's file there are no links,
 * and the groups and icons are those of the program. Throws `BadConfiguration`.
 */
export function readQuickLinks(communityDir: string): { choices: QuickLinkChoices; links: QuickLinkDraft[] } {
  const file = ownOrDefaultPath(communityDir, 'quick-links.yaml')
  const { groups, icons } = readYaml(file, z.looseObject(CHOICES))
  const names = icons.map(({ name }) => name)
  const { links } = readYaml(file, z.strictObject({ ...CHOICES, links: quickLinksOf(groups, names) }))
  return {
    choices: { groups, icons: icons.map(({ name, icon }) => ({ name, drawing: drawingOf(icon) ?? [] })) },
    links: existsSync(join(communityDir, 'quick-links.yaml')) ? links : [],
  }
}

/**
 * Adds the links of the community's file at the first start of an installation. Returns how many there were. Throws
 * `BadConfiguration` with file and line.
 */
export async function fillQuickLinks(deps: {
  database: Database
  communityDir: string
  clock: () => Date
}): Promise<number> {
  const { choices: quickLinkChoices, links } = readQuickLinks(deps.communityDir)
  // No page is open yet at the first start, so nobody needs to be told about changes.
  const audit = createAudit({ ...deps, changes: createChanges() })
  const store = createQuickLinkStore({ ...deps, audit, quickLinkChoices })
  return store.fillQuickLinks({ actor: null, requestId: 'start' }, links)
}

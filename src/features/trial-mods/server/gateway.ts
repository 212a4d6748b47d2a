import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { BadConfiguration } from '#server/config/environment.ts'
import { ownOrShipped, readYaml } from '#server/config/yaml.ts'
import { Checklist } from '../contract.ts'
import { checklistProblems } from '../sheet-rules.ts'

/** What a promotion may name on the Staff Roster. */
export interface PromotionWords {
  groups: readonly string[]
  titles: readonly string[]
  statuses: readonly string[]
  groupOf(title: string): string
}

/** Reads the checklist; without the file it is the one that this program comes with. Throws `BadConfiguration`. */
export function readChecklist(communityDir: string, words: PromotionWords): Checklist {
  const { groups, titles, statuses, groupOf } = words
  const promotion = z.strictObject({
    from: z.enum(groups),
    to: z.enum(titles),
    status: z.optional(z.strictObject({ from: z.enum(statuses), to: z.enum(statuses) })),
  })
  const checked = z.extend(Checklist, { promotion: z.optional(promotion) }).check(({ value, issues }) => {
    for (const problem of checklistProblems(value)) issues.push({ code: 'custom', input: value, ...problem })
    // Whoever passed would stay among those who are offered a checklist and a promotion.
    if (value.promotion && groupOf(value.promotion.to) === value.promotion.from) {
      const message = `a title of another group than ${value.promotion.from}`
      issues.push({ code: 'custom', input: value, path: ['promotion', 'to'], message })
    }
  })
  const File = z.strictObject({ 'trial-mods': checked })
  const own = join(communityDir, 'checklists.yaml')
  try {
    return readYaml(ownOrShipped(communityDir, 'checklists.yaml'), File)['trial-mods']
  } catch (error) {
    if (!(error instanceof BadConfiguration) || existsSync(own)) throw error
    throw new BadConfiguration([
      `${own} is missing: rosters.yaml does not have the positions that the usual checklist promotes from and to`,
    ])
  }
}

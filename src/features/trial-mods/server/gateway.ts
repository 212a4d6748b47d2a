import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { placeProblems } from '#lib/further-places.ts'
import { BadConfiguration } from '#server/config/environment.ts'
import { ownOrDefaultPath, readYaml } from '#server/config/yaml.ts'
import { Checklist, type Checklists, checklistIn, trialModCalls } from '../contract.ts'
import { checklistProblems } from '../sheet-rules.ts'

/** The names on a roster that a promotion may use. */
interface PromotionWords {
  groups: readonly string[]
  titles: readonly string[]
  statuses: readonly string[]
  groupOf(title: string): string
}

/**
 * Reads the checklists. Without a file of the community, it reads the default one. `rosters` has the names of each
 * roster. Throws `BadConfiguration`.
 */
export function readChecklists(communityDir: string, rosters: Readonly<Record<string, PromotionWords>>): Checklists {
  const usual = [trialModCalls.key]
  const File = z.record(z.string(), Checklist).check(({ value, issues }) => {
    if (value[trialModCalls.key] === undefined) {
      const message = `${trialModCalls.key} is missing: the checklist of the trial moderators`
      issues.push({ code: 'custom', input: value, path: [], message })
    }
    for (const problem of placeProblems('checklist', value, usual)) {
      issues.push({ code: 'custom', input: value, ...problem })
    }
    for (const [key, checklist] of Object.entries(value)) {
      for (const { path, message } of checklistProblems(checklist)) {
        issues.push({ code: 'custom', input: value, path: [key, ...path], message })
      }
      for (const { path, allowed, actual } of promotionWords(checklist, rosters)) {
        if (allowed.includes(actual)) continue
        issues.push({ code: 'invalid_value', input: actual, values: [...allowed], path: [key, 'promotion', ...path] })
      }
      // Otherwise people who passed would still be suggested for a checklist and a promotion.
      const { roster = 'roster', from, to } = checklist.promotion ?? { from: '', to: '' }
      if (rosters[roster]?.titles.includes(to) && rosters[roster].groupOf(to) === from) {
        const message = `a title of another group than ${from}`
        issues.push({ code: 'custom', input: value, path: [key, 'promotion', 'to'], message })
      }
    }
  })
  const own = join(communityDir, 'checklists.yaml')
  try {
    const file = readYaml(ownOrDefaultPath(communityDir, 'checklists.yaml'), File)
    return { ...file, 'trial-mods': checklistIn(file, trialModCalls.key) }
  } catch (error) {
    if (!(error instanceof BadConfiguration) || existsSync(own)) throw error
    throw new BadConfiguration([
      `${own} is missing: rosters.yaml does not have the positions that the usual checklist promotes from and to`,
    ])
  }
}

/** The names in a promotion and the allowed ones. If the roster is unknown, only the roster's name is checked. */
function promotionWords({ promotion }: Checklist, rosters: Readonly<Record<string, PromotionWords>>) {
  if (promotion === undefined) return []
  const { roster = 'roster', from, to, status } = promotion
  const words = rosters[roster]
  if (words === undefined) return [{ path: ['roster'], allowed: Object.keys(rosters), actual: roster }]
  const { groups, titles, statuses } = words
  return [
    { path: ['from'], allowed: groups, actual: from },
    { path: ['to'], allowed: titles, actual: to },
    ...Object.entries(status ?? {}).map(([end, actual]) => ({ path: ['status', end], allowed: statuses, actual })),
  ]
}

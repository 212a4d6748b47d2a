import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readYaml } from '#server/config/yaml.ts'
import { AppealContent } from '../contract.ts'
import type { AppealTerms } from '../rules.ts'

/**
 * Reads `appeals.yaml`. Its types must exist in the community. Without the file, the program's defaults apply. Throws
 * `BadConfiguration`.
 */
export function readAppealTerms(communityDir: string, types: readonly string[]): AppealTerms {
  const file = join(communityDir, 'appeals.yaml')
  const Content = AppealContent.check(({ value, issues }) => {
    for (const [index, { type }] of value.types.entries()) {
      if (types.includes(type)) continue
      issues.push({ code: 'invalid_value', input: type, values: [...new Set(types)], path: ['types', index, 'type'] })
    }
  })
  return existsSync(file) ? readYaml(file, Content) : Content.parse({})
}

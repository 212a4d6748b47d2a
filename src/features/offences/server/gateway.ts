import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readYaml } from '#server/config/yaml.ts'
import { type Offence, OffencesContent } from '../contract.ts'
import { ladderProblems } from '../rules.ts'

/** The types of action of each family. */
interface Types {
  actionTypes: readonly { name: string }[]
  playerTypes: readonly { name: string }[]
}

/** Reads the catalogue. Without the file there are no offences. Throws `BadConfiguration`. */
export function readOffences(communityDir: string, { actionTypes, playerTypes }: Types): Offence[] {
  const file = join(communityDir, 'offences.yaml')
  if (!existsSync(file)) return []
  const names = (types: readonly { name: string }[]) => types.map(({ name }) => name)
  const types = { staff: names(actionTypes), players: names(playerTypes) }
  const content = OffencesContent.check(({ value, issues }) => {
    for (const problem of ladderProblems(value.offences, types))
      issues.push({ code: 'custom', input: value, ...problem })
  })
  return readYaml(file, content).offences
}

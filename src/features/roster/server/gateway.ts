import { unreadable } from '#lib/colour.ts'
import { readSurfaces } from '#server/config/look.ts'
import { ownOrShipped, readYaml } from '#server/config/yaml.ts'
import { coloursIn } from '../content-rules.ts'
import { RosterContent } from '../contract.ts'

/** Which statuses and positions the rosters have; without the file, those that this program comes with. Throws `BadConfiguration`. */
export function readRosterContent(communityDir: string): RosterContent {
  const surfaces = readSurfaces(communityDir)
  const readable = RosterContent.check(({ value, issues }) => {
    for (const problem of unreadable(coloursIn(value), surfaces))
      issues.push({ code: 'custom', input: value, ...problem })
  })
  return readYaml(ownOrShipped(communityDir, 'rosters.yaml'), readable)
}

import { findUnreadableColours } from '#lib/colour.ts'
import { isOn, type Part } from '#lib/part.ts'
import { readGrounds } from '#server/config/look.ts'
import { ownOrDefaultPath, readYaml } from '#server/config/yaml.ts'
import { coloursIn } from '../content-rules.ts'
import { RosterContent } from '../contract.ts'

/**
 * Reads the statuses and positions of the rosters. Without a file of the community, it reads the default one. `off`
 * lists the parts that the community turned off, if known: the development roster is required unless its page is off.
 * Throws `BadConfiguration`.
 */
export function readRosterContent(communityDir: string, off: readonly Part[] = ['dev-roster']): RosterContent {
  const { surfaces } = readGrounds(communityDir)
  const readable = RosterContent.check(({ value, issues }) => {
    for (const problem of findUnreadableColours(coloursIn(value), surfaces))
      issues.push({ code: 'custom', input: value, ...problem })
    if (isOn(off, 'dev-roster') && value.rosters['dev-roster'] === undefined) {
      const message = 'dev-roster is missing. Write it, or turn its page off: `off: [dev-roster]` in navigation.yaml'
      issues.push({ code: 'custom', input: value, path: ['rosters'], message })
    }
  })
  return readYaml(ownOrDefaultPath(communityDir, 'rosters.yaml'), readable)
}

import { unreadable } from '#lib/colour.ts'
import { isOn, type Part } from '#lib/part.ts'
import { readGrounds } from '#server/config/look.ts'
import { ownOrShipped, readYaml } from '#server/config/yaml.ts'
import { coloursIn } from '../content-rules.ts'
import { RosterContent } from '../contract.ts'

/**
 * Which statuses and positions the rosters have; without the file, those that this program comes with. `off` is what the
 * community turned off, where that is known: the roster of developers belongs to its page. Throws `BadConfiguration`.
 */
export function readRosterContent(communityDir: string, off: readonly Part[] = ['dev-roster']): RosterContent {
  const { surfaces } = readGrounds(communityDir)
  const readable = RosterContent.check(({ value, issues }) => {
    for (const problem of unreadable(coloursIn(value), surfaces))
      issues.push({ code: 'custom', input: value, ...problem })
    if (isOn(off, 'dev-roster') && value.rosters['dev-roster'] === undefined) {
      const message = 'dev-roster is missing. Write it, or turn its page off: `off: [dev-roster]` in navigation.yaml'
      issues.push({ code: 'custom', input: value, path: ['rosters'], message })
    }
  })
  return readYaml(ownOrShipped(communityDir, 'rosters.yaml'), readable)
}

import { ownOrShipped, readYaml } from '#server/config/yaml.ts'
import { RosterContent } from '../contract.ts'

/** Which statuses and positions the rosters have; without the file, those that this program comes with. Throws `BadConfiguration`. */
export function readRosterContent(communityDir: string): RosterContent {
  return readYaml(ownOrShipped(communityDir, 'rosters.yaml'), RosterContent)
}

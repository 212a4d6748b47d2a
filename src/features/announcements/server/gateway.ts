import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readYaml } from '#server/config/yaml.ts'
import { type Announced, type Announcements, announcementsOf } from '../rules.ts'

/** What the community announces; without the file nothing. Throws `BadConfiguration`. */
export function readAnnouncements(communityDir: string, announced: Announced): Announcements {
  const file = join(communityDir, 'announcements.yaml')
  return existsSync(file) ? readYaml(file, announcementsOf(announced)) : {}
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readYaml } from '#server/config/yaml.ts'
import { type Announced, type Announcements, announcementsOf } from '../rules.ts'

/** Reads what the community announces. Without the file, nothing is announced. Throws `BadConfiguration`. */
export function readAnnouncements(communityDir: string, announced: Announced): Announcements {
  const file = join(communityDir, 'announcements.yaml')
  return existsSync(file) ? readYaml(file, announcementsOf(announced)) : {}
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { Site } from '#lib/site.ts'
import { BadConfiguration } from './environment.ts'
import { readYaml } from './yaml.ts'

const RoleIds = z.array(z.string().regex(/^\d{17,20}$/, 'a Discord role id in quotes: 17 to 20 digits'))

/** Which Discord roles give which right. Role ids stay on the server. */
export const CommunityRoles = z.strictObject({ owner: RoleIds, management: RoleIds, staff: RoleIds, es: RoleIds })
export type CommunityRoles = z.infer<typeof CommunityRoles>

export interface Community {
  /** The folder that it was read from. */
  dir: string
  site: Site
  roles: CommunityRoles
}

const SiteFile = z.strictObject({ ...Site.shape, roles: CommunityRoles })

/** Reads the community's own words and settings. Throws `BadConfiguration` with file and line. */
export function readCommunity(dir: string): Community {
  const file = join(dir, 'site.yaml')
  if (!existsSync(file)) {
    throw new BadConfiguration([`${file} is missing: COMMUNITY_DIR must name the folder with the community's content`])
  }
  const { roles, ...site } = readYaml(file, SiteFile)
  return { dir, site, roles }
}

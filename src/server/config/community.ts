import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as z from 'zod'
import { type Access, CAPABILITY_NAMES, type Capability, can, DEPARTMENTAL } from '#lib/access.ts'
import { isTimeZone } from '#lib/dates.ts'
import { Site } from '#lib/site.ts'
import { BadConfiguration, type Environment, GameServerAddress } from './environment.ts'
import { type OwnMessages, readMessages } from './messages.ts'
import { suggestionFor } from './nearest.ts'
import { createReading } from './reading.ts'
import { readLines, readYaml } from './yaml.ts'

const RoleId = z
  .string('a Discord role id in quotes')
  .regex(/^\d{17,20}$/, 'a Discord role id in quotes: 17 to 20 digits')
const RoleIds = z.array(RoleId)

/** The Discord roles of each access level. Role ids stay on the server. */
export const CommunityRoles = z.strictObject({ owner: RoleIds, management: RoleIds, staff: RoleIds, es: RoleIds })
export type CommunityRoles = z.infer<typeof CommunityRoles>

const isDepartmental = (name: Capability) => DEPARTMENTAL.some((one) => one === name)

/** A Discord role that gives a capability everywhere, or in one department only. */
const Holder = z.union(
  [RoleId, z.strictObject({ role: RoleId, in: z.string() })],
  'a Discord role id in quotes: 17 to 20 digits, or { role: "…", in: fhp }',
)

/** The Discord roles that give single capabilities, in addition to the levels that always have them. */
const CommunityCapabilities = z
  .partialRecord(z.enum(CAPABILITY_NAMES, `one of ${CAPABILITY_NAMES.join(', ')}`), z.array(Holder))
  .superRefine((capabilities, context) => {
    if (capabilities['evidence.internal'] !== undefined) {
      const message =
        'leave this out: all staff have it, and what it opens lies in pages of staff, so others would get nothing'
      context.addIssue({ code: 'custom', path: ['evidence.internal'], message })
    }
    for (const name of CAPABILITY_NAMES.filter((name) => !isDepartmental(name))) {
      capabilities[name]?.forEach((holder, index) => {
        if (typeof holder === 'string') return
        const message = `a role id in quotes: only ${DEPARTMENTAL.join(' and ')} can be given in one department`
        context.addIssue({ code: 'custom', path: [name, index], message })
      })
    }
  })

/** A capability that a Discord role gives everywhere, or in one department. */
export interface CapabilityRole {
  capability: Capability
  department: string | null
  roleId: string
}

/** The access that a Discord role gives, and the source: a file with its line, or an environment variable. */
export interface MappedRole {
  access: Access
  roleId: string
  file: string
  line: number | null
}

export interface Community {
  /** The community's folder. */
  dir: string
  site: Site
  roles: CommunityRoles
  /** The roles of capabilities, in the order of the file. */
  capabilityRoles: readonly CapabilityRole[]
  /** The roles of the levels and of the capabilities, each with its source. */
  mapping: readonly MappedRole[]
  /** The role that the bot gives to people with an approved verification. Null if there is none. */
  verifiedRole: string | null
  /** The site's messages in the community's own words, by language. */
  ownMessages: OwnMessages
  /** The address of the game server. It stays on the server, because some communities keep it secret. */
  gameServer: string | null
}

/** A time zone by name. Offsets such as +01:00 are not accepted, because they have no summer time. */
const TimeZone = z.string('a time zone, as Europe/Berlin').superRefine((name, context) => {
  if (/^[A-Za-z]/.test(name) && isTimeZone(name)) return
  const message = `a time zone, as Europe/Berlin${suggestionFor(name, Intl.supportedValuesOf('timeZone'))}`
  context.addIssue({ code: 'custom', message })
})

const SiteFile = z
  .strictObject({
    ...Site.shape,
    timeZone: TimeZone.optional(),
    roles: CommunityRoles,
    capabilities: CommunityCapabilities.optional(),
    verifiedRole: RoleId.optional(),
    gameServer: GameServerAddress.optional(),
  })
  .refine(
    ({ language, otherLanguages }) =>
      !otherLanguages.includes(language) && new Set(otherLanguages).size === otherLanguages.length,
    { path: ['otherLanguages'], message: 'each language once, and not that of the site' },
  )
  // The site gives this role by itself, so it must not grant any rights: a verified person is not a trusted person.
  .refine(
    ({ roles, verifiedRole }) => verifiedRole === undefined || !Object.values(roles).flat().includes(verifiedRole),
    {
      path: ['verifiedRole'],
      message: 'a role that gives no right here: this one stands under roles',
    },
  )
  .refine(
    ({ capabilities = {}, verifiedRole }) =>
      !capabilityRolesOf(capabilities).some(({ roleId }) => roleId === verifiedRole),
    {
      path: ['verifiedRole'],
      message: 'a role that gives no right here: this one stands under capabilities',
    },
  )

function capabilityRolesOf(capabilities: z.infer<typeof CommunityCapabilities>): CapabilityRole[] {
  return CAPABILITY_NAMES.flatMap((capability) =>
    (capabilities[capability] ?? []).map((holder) =>
      typeof holder === 'string'
        ? { capability, department: null, roleId: holder }
        : { capability, department: holder.in, roleId: holder.role },
    ),
  )
}

const LEVELS = ['owner', 'management', 'staff', 'es'] as const

function mappingOf(
  file: string,
  siteFile: {
    roles: CommunityRoles
    capabilities: z.infer<typeof CommunityCapabilities>
    over: CommunityOverrides
  },
): MappedRole[] {
  const lineOf = readLines(file)
  const at = (...path: (string | number)[]) => ({ file: basename(file), line: lineOf(path) })
  const levels = LEVELS.flatMap((access) => {
    const isSet = siteFile.over.roles[access] !== undefined
    return siteFile.roles[access].map((roleId, index) => {
      const place = isSet ? { file: `${access.toUpperCase()}_ROLES`, line: null } : at('roles', access, index)
      return { access, roleId, ...place }
    })
  })
  const capabilities = CAPABILITY_NAMES.flatMap((name) =>
    capabilityRolesOf({ [name]: siteFile.capabilities[name] ?? [] }).map(
      ({ roleId, department }, index): MappedRole => ({
        access: department === null ? `can:${name}` : accessIn(name, department),
        roleId,
        ...at('capabilities', name, index),
      }),
    ),
  )
  return [...levels, ...capabilities]
}

/** The access of a capability in a department. The schema allows departments only for `DEPARTMENTAL` capabilities. */
function accessIn(name: Capability, department: string): Access {
  const departmental = DEPARTMENTAL.find((one) => one === name)
  return departmental === undefined ? `can:${name}` : can(departmental, department)
}

/** Settings that override site.yaml. */
export type CommunityOverrides = Pick<Environment, 'roles' | 'gameServer'>

/** Reads the community's site.yaml and its own messages. Throws `BadConfiguration` with file and line. */
export function readCommunity(dir: string, over: CommunityOverrides = { roles: {} }): Community {
  const file = join(dir, 'site.yaml')
  if (!existsSync(file)) {
    throw new BadConfiguration([`${file} is missing: COMMUNITY_DIR must name the folder with the community's content`])
  }
  const { now, end } = createReading()
  const siteFile = now(() => readSite(file, over))
  const ownMessages = now(() => readMessages(dir))
  end()
  return { dir, ...siteFile(), ownMessages: ownMessages() }
}

function readSite(file: string, over: CommunityOverrides): Omit<Community, 'dir' | 'ownMessages'> {
  const { roles: ownRoles, capabilities = {}, ...others } = readYaml(file, SiteFile)
  const { verifiedRole = null, gameServer: address = null, ...site } = others
  const roles = { ...ownRoles, ...over.roles }
  if (verifiedRole !== null && Object.values(roles).flat().includes(verifiedRole)) {
    throw new BadConfiguration([`${file}: verifiedRole: a role that gives no right: the settings give one to this one`])
  }
  return {
    site,
    roles,
    capabilityRoles: capabilityRolesOf(capabilities),
    mapping: mappingOf(file, { roles, capabilities, over }),
    verifiedRole,
    gameServer: over.gameServer ?? address,
  }
}

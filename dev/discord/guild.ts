import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { CommunityRoles } from '#server/config/community.ts'
import { readYaml } from '#server/config/yaml.ts'

/** One account of the stand-in Discord. */
export interface StandInPerson {
  id: string
  username: string
  globalName: string | null
  avatar: string | null
  email: string | null
  emailVerified: boolean
  /** Their membership of the guild, or null outside it. */
  member: { roles: string[]; nick: string | null; avatar: string | null; joinedAt: string } | null
  /** How the picker presents them. People without a card can have roles, but the picker does not offer them. */
  card: { title: string; sees: string } | null
  /** Whether the person presses Deny whatever the application asks for. */
  denies: boolean
}

export interface StandInGuild {
  id: string
  name: string
  roles: { id: string; name: string }[]
  people: StandInPerson[]
}

const Right = z.enum(['owner', 'management', 'staff', 'es'])

const GuildFile = z.strictObject({
  /** The names of the roles. Without a name, a role is called like its right. */
  roles: z.partialRecord(z.enum([...Right.options, 'verified']), z.string()).default({}),
  people: z.array(
    z.strictObject({
      id: z.string().regex(/^\d{17,20}$/, 'a Discord ID in quotes: 17 to 20 digits'),
      username: z.string().regex(/^[a-z0-9_.]{2,32}$/, 'a Discord username'),
      name: z.string().min(1).max(32),
      title: z.string().min(1).max(40),
      sees: z.string().min(1).max(160),
      rights: z.array(Right).default([]),
      nick: z.string().max(32).optional(),
      inGuild: z.boolean().default(true),
      email: z.email().optional(),
      verified: z.boolean().default(false),
      denies: z.boolean().default(false),
    }),
  ),
})

/**
 * Reads the demo's people and gives each person the first role id that this community names for each of their rights.
 * The demo then also works with an edited community. A right without a role in the community gives nothing.
 */
export function readGuild(
  file: string,
  community: {
    name: string
    roles: CommunityRoles
    capabilityRoles?: readonly { roleId: string; capability: string }[]
    verifiedRole?: string | null
  },
): StandInGuild {
  const { people, roles } = readYaml(file, GuildFile)
  const roleIds = (right: z.infer<typeof Right>) => community.roles[right].slice(0, 1)
  return {
    id: '300000000000000001',
    name: community.name,
    roles: eachOnce([
      ...Right.options.flatMap((right) => community.roles[right].map((id) => ({ id, name: roles[right] ?? right }))),
      ...(community.verifiedRole ? [{ id: community.verifiedRole, name: roles.verified ?? 'verified' }] : []),
      ...(community.capabilityRoles ?? []).map(({ roleId, capability }) => ({ id: roleId, name: capability })),
    ]),
    people: people.map((person) => ({
      id: person.id,
      username: person.username,
      globalName: person.name,
      avatar: avatarHash(person.id),
      email: person.email ?? null,
      emailVerified: person.verified,
      member: person.inGuild
        ? {
            roles: [...new Set(person.rights.flatMap(roleIds))],
            nick: person.nick ?? null,
            avatar: null,
            joinedAt: '2024-03-09T18:30:00.000000+00:00',
          }
        : null,
      card: { title: person.title, sees: person.sees },
      denies: person.denies,
    })),
  }
}

const SupportersFile = z.strictObject({
  /** The number of people in each tier, from the highest down. */
  tiers: z.array(z.int().min(0)),
  /**
   * How many of a hundred people in the highest tier have each badge. In the second tier it is half as many, in the
   * third a third.
   */
  badgesOfHundred: z.array(z.int().min(0).max(100)),
  given: z.array(z.string()).min(1),
  family: z.array(z.string()).min(1),
  /** Names that some people use instead of their real one. */
  handles: z.array(z.string().max(32)).min(1),
})

interface RolesOfWall {
  tiers: readonly { label: string; roles: readonly string[] }[]
  badges: readonly { label: string; roles: readonly string[] }[]
}

/** Ids are this far apart, so that Discord's six default pictures alternate. */
const ID_STEP = (1n << 22n) + 41n

/**
 * Adds supporters and their roles to a guild. The supporters are built from the file's parts in the same way at every
 * start.
 */
export function withSupporters(guild: StandInGuild, file: string, wall: RolesOfWall): StandInGuild {
  const { tiers, badgesOfHundred, given, family, handles } = readYaml(file, SupportersFile)
  const roleOf = ({ roles }: { roles: readonly string[] }) => roles.slice(0, 1)
  const tierOfEach = wall.tiers.flatMap((_, tier) => Array.from({ length: tiers[tier] ?? 0 }, () => tier))
  const people = tierOfEach.map((tier, index): StandInPerson => {
    const id = String(320000000000000000n + BigInt(index) * ID_STEP)
    const chance = createHash('sha256').update(id).digest()
    const happens = (byte: number, ofHundred: number) => (chance[byte] ?? 0) % 100 < ofHundred
    const first = partOf(given, index)
    const last = partOf(family, index * 11 + Math.floor(index / given.length))
    const hasLowerTier = happens(0, 25)
    return {
      id,
      username: `${first}.${last}${index}`
        .normalize('NFD')
        .toLowerCase()
        .replace(/[^a-z0-9.]/g, ''),
      globalName: index % 5 === 3 ? partOf(handles, (index - 3) / 5) : index % 5 === 1 ? first : `${first} ${last}`,
      avatar: happens(1, 90) ? avatarHash(id) : null,
      email: null,
      emailVerified: false,
      member: {
        roles: [
          ...wall.tiers.slice(tier, tier + (hasLowerTier ? 2 : 1)).flatMap(roleOf),
          ...wall.badges
            .filter((_, badge) => happens(badge + 2, (badgesOfHundred[badge] ?? 0) / (tier + 1)))
            .flatMap(roleOf),
        ],
        nick: null,
        avatar: null,
        joinedAt: '2023-08-19T20:15:00.000000+00:00',
      },
      card: null,
      denies: false,
    }
  })
  const roles = [...wall.tiers, ...wall.badges].flatMap((one) => one.roles.map((id) => ({ id, name: one.label })))
  return { ...guild, roles: eachOnce([...guild.roles, ...roles]), people: [...guild.people, ...people] }
}

/** Removes duplicates: a role may be named at several places. */
const eachOnce = (roles: StandInGuild['roles']): StandInGuild['roles'] =>
  roles.filter(({ id }, index) => roles.findIndex((role) => role.id === id) === index)

function partOf(parts: readonly string[], index: number): string {
  return parts[index % parts.length] ?? ''
}

/** Discord names pictures by a hash of 32 digits. This picture is drawn from the person's id, so any hash will do. */
export function avatarHash(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32)
}

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
  /** What they are in the guild, null outside it. */
  member: { roles: string[]; nick: string | null; avatar: string | null; joinedAt: string } | null
  /** How the picker introduces them; people without it can hold roles but are not offered. */
  card: { title: string; sees: string } | null
  /** Presses Deny whatever is asked. */
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
  /** What its roles are called; by their rights unless said. */
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
 * Reads the demo's people and gives each the first role id that this community names for their rights, so that an
 * edited community still has its demo. A right without a role in the community gives nothing.
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
  /** How many stand in each tier, from the highest down. */
  tiers: z.array(z.int().min(0)),
  /** How many of a hundred in the highest tier hold each badge; half as many in the second, a third in the third. */
  badgesOfHundred: z.array(z.int().min(0).max(100)),
  given: z.array(z.string()).min(1),
  family: z.array(z.string()).min(1),
  /** Names that some go by instead. */
  handles: z.array(z.string().max(32)).min(1),
})

interface RolesOfWall {
  tiers: readonly { label: string; roles: readonly string[] }[]
  badges: readonly { label: string; roles: readonly string[] }[]
}

/** Far enough apart that Discord's six default pictures take turns. */
const ID_STEP = (1n << 22n) + 41n

/** Adds supporters to a guild, made of the file's parts in the same way at every start, and the roles they hold. */
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

/** A role that is named at several places is one. */
const eachOnce = (roles: StandInGuild['roles']): StandInGuild['roles'] =>
  roles.filter(({ id }, index) => roles.findIndex((role) => role.id === id) === index)

function partOf(parts: readonly string[], index: number): string {
  return parts[index % parts.length] ?? ''
}

/** Discord names pictures by a hash of 32 digits; ours are drawn from the id, so any will do. */
export function avatarHash(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32)
}

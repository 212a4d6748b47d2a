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
  people: z.array(
    z.strictObject({
      id: z.string().regex(/^\d{17,20}$/, 'a Discord id in quotes: 17 to 20 digits'),
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
export function readGuild(file: string, community: { name: string; roles: CommunityRoles }): StandInGuild {
  const { people } = readYaml(file, GuildFile)
  const roleIds = (right: z.infer<typeof Right>) => community.roles[right].slice(0, 1)
  return {
    id: '300000000000000001',
    name: community.name,
    roles: Right.options.flatMap((right) => community.roles[right].map((id) => ({ id, name: right }))),
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

/** Discord names pictures by a hash of 32 digits; ours are drawn from the id, so any will do. */
export function avatarHash(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32)
}

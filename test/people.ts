import type { User } from '#features/auth/server/store.ts'
import type { AccessLevel } from '#lib/access.ts'

/** A realistic person for each access level. Tests identify them by their ids only. */
export interface TestPerson {
  id: string
  username: string
  name: string
  roleIds: string[]
}

export const ROLE_IDS = {
  owner: ['200000000000000001'],
  management: ['200000000000000002'],
  staff: ['200000000000000003'],
  es: ['200000000000000004'],
}

export const PEOPLE = {
  member: { id: '310000000000000201', username: 'jules', name: 'Jules Arden', roleIds: [] },
  es: { id: '310000000000000202', username: 'lena', name: 'Lena Brandt', roleIds: ROLE_IDS.es },
  staff: { id: '310000000000000203', username: 'priya', name: 'Priya Castell', roleIds: ROLE_IDS.staff },
  management: { id: '310000000000000204', username: 'dana', name: 'Dana Whitfield', roleIds: ROLE_IDS.management },
  owner: { id: '310000000000000205', username: 'theo', name: 'Theo Marchetti', roleIds: ROLE_IDS.owner },
} satisfies Record<Exclude<AccessLevel, 'anyone'>, TestPerson>

/** A user row for a person, whose roles were read at this time. */
export const userOf = ({ id, username, name, roleIds }: TestPerson, rolesReadAt: Date): User => ({
  ...{ id, username, globalName: name, roleIds, rolesReadAt, inGuild: true, emailVerified: false },
  ...{ nick: null, avatar: null, guildAvatar: null, sealedAccessToken: null, accessTokenExpiresAt: null },
  scopes: ['identify', 'guilds.members.read'],
})

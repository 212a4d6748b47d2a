import type { StandInGateway } from './gateway.ts'
import type { StandInPerson } from './guild.ts'
import { findPerson, type StandInState } from './state.ts'

/** What the admins of a guild do at Discord. The gateway sends an event for each action. */
export interface GuildView {
  /** Gives a person exactly these roles. A person outside the guild joins it. */
  setRoles(id: string, roles: string[]): void
  /** Gives a member a nickname. An empty nickname removes it. */
  setNick(id: string, nick: string): void
  kick(id: string): void
  /** Like a kick, but the person cannot come back. */
  ban(id: string): void
  unban(id: string): void
  /**
   * Removes the role from everybody who has it. Like Discord's gateway, this sends one event about the role and none
   * about the members.
   */
  deleteRole(roleId: string): void
  /** Creates a role, or renames the role with this id. */
  saveRole(role: { id: string; name: string }): void
}

export function buildGuildView(state: StandInState, gateway: StandInGateway, clock: () => Date): GuildView {
  const { guild } = state
  const about = { guild_id: guild.id }

  function personOrThrow(id: string): StandInPerson {
    const person = findPerson(state, id)
    if (!person) throw new Error(`nobody here has the id ${id}`)
    return person
  }

  function remove(person: StandInPerson): void {
    person.member = null
    gateway.dispatch('GUILD_MEMBER_REMOVE', { ...about, user: userBody(person) })
  }

  return {
    setRoles(id, roles) {
      const person = personOrThrow(id)
      if (state.banned.has(id)) throw new Error(`${id} is banned`)
      const joined = person.member ?? { nick: null, avatar: null, joinedAt: clock().toISOString() }
      const type = person.member ? 'GUILD_MEMBER_UPDATE' : 'GUILD_MEMBER_ADD'
      person.member = { ...joined, roles }
      gateway.dispatch(type, { ...about, ...memberBody(person) })
    },
    setNick(id, nick) {
      const person = personOrThrow(id)
      if (!person.member) throw new Error(`${id} is not in the guild`)
      person.member.nick = nick || null
      gateway.dispatch('GUILD_MEMBER_UPDATE', { ...about, ...memberBody(person) })
    },
    kick: (id) => remove(personOrThrow(id)),
    ban(id) {
      state.banned.add(id)
      remove(personOrThrow(id))
    },
    unban: (id) => void state.banned.delete(id),
    deleteRole(roleId) {
      guild.roles = guild.roles.filter(({ id }) => id !== roleId)
      for (const { member } of guild.people) {
        if (member) member.roles = member.roles.filter((id) => id !== roleId)
      }
      gateway.dispatch('GUILD_ROLE_DELETE', { ...about, role_id: roleId })
    },
    saveRole(role) {
      const others = guild.roles.filter(({ id }) => id !== role.id)
      const type = others.length === guild.roles.length ? 'GUILD_ROLE_CREATE' : 'GUILD_ROLE_UPDATE'
      guild.roles = [...others, role]
      gateway.dispatch(type, { ...about, role })
    },
  }
}

/** https://docs.discord.com/developers/resources/user#user-object */
export function userBody({ id, username, globalName, avatar }: StandInPerson) {
  return {
    id,
    username,
    global_name: globalName,
    avatar,
    discriminator: '0',
    public_flags: 0,
    flags: 0,
    mfa_enabled: true,
    locale: 'en-US',
  }
}

/** https://docs.discord.com/developers/resources/guild#guild-member-object */
export function memberBody(person: StandInPerson) {
  const { member } = person
  if (!member) return null
  return {
    roles: member.roles,
    nick: member.nick,
    avatar: member.avatar,
    joined_at: member.joinedAt,
    user: userBody(person),
    banner: null,
    communication_disabled_until: null,
    premium_since: null,
    flags: 0,
    pending: false,
    mute: false,
    deaf: false,
  }
}

import type { Discord } from '#server/discord/discord.ts'
import { DiscordUnavailable, RoleRefused } from '#server/discord/failures.ts'
import type { GatewayListener } from '#server/discord/gateway.ts'
import type { GuildMember } from '#server/discord/member.ts'
import { ROLE_IDS, type TestPerson } from '../people.ts'

/** A fake Discord that knows only which roles people have, and that can be down. */
export interface FakeDiscord extends Discord {
  setRoles(id: string, roleIds: string[]): void
  kick(id: string): void
  goDown(): void
  comeBack(): void
  rolesOf(id: string): string[] | undefined
  /** The listener for events of the guild. Tests call it as Discord's gateway would. */
  gateway: GatewayListener | null
  /** The direct messages that the bot sent. */
  messages: { id: string; content: string }[]
  /** The people who accept no messages, with Discord's error code. */
  closed: Map<string, number>
  /** How many times the site asked for a person's roles. */
  asked: number
}

export function fakeDiscord(people: readonly TestPerson[]): FakeDiscord {
  const members = new Map(people.map(({ id, roleIds }) => [id, roleIds]))
  const names = new Map(people.map(({ id, name }) => [id, name]))
  let isDown = false

  const memberOf = (id: string, roles: string[]): GuildMember => ({
    account: { id, username: `user${id}`, globalName: names.get(id) ?? null, avatar: null },
    membership: { roles, nick: null, avatar: null, joinedAt: null },
  })

  async function* listMembers(): AsyncGenerator<GuildMember> {
    if (isDown) throw new DiscordUnavailable('the fake is down')
    for (const [id, roles] of members) yield memberOf(id, roles)
  }

  const fake: FakeDiscord = {
    asked: 0,
    gateway: null,
    messages: [],
    closed: new Map(),
    openGateway: (listener) => {
      fake.gateway = listener
      return {
        close: async () => {
          if (fake.gateway === listener) fake.gateway = null
        },
      }
    },
    report: () => undefined,
    setRoles: (id, roleIds) => void members.set(id, roleIds),
    kick: (id) => void members.delete(id),
    goDown: () => {
      isDown = true
    },
    comeBack: () => {
      isDown = false
    },
    membership: async ({ id }) => {
      fake.asked++
      if (isDown) throw new DiscordUnavailable('the fake is down')
      const roles = members.get(id)
      return roles === undefined ? null : { roles, nick: null, avatar: null, joinedAt: null }
    },
    members: listMembers,
    guildMember: async (id) => {
      if (isDown) throw new DiscordUnavailable('the fake is down')
      const roles = members.get(id)
      return roles === undefined ? null : memberOf(id, roles)
    },
    roleNames: async () => {
      if (isDown) throw new DiscordUnavailable('the fake is down')
      return new Map(Object.entries(ROLE_IDS).flatMap(([name, ids]) => ids.map((id) => [id, `The ${name} role`])))
    },
    rolesOf: (id) => members.get(id),
    giveRole: async (id, roleId) => {
      if (isDown) throw new DiscordUnavailable('the fake is down')
      const roles = members.get(id)
      if (roles === undefined) throw new RoleRefused('the person is not in our Discord server')
      members.set(id, [...new Set([...roles, roleId])])
    },
    sendDirectMessage: async (id, content) => {
      if (isDown) return { result: 'not-now', why: 'the fake is down', waitSeconds: 0, isOutage: true }
      const closed = fake.closed.get(id)
      if (closed !== undefined) return { result: 'refused', why: 'closed', code: closed }
      fake.messages.push({ id, content })
      return { result: 'posted', messageId: String(fake.messages.length), restSeconds: 0 }
    },
    avatarUrl: ({ id }) => `https://cdn.discordapp.com/embed/avatars/${id.slice(-1)}.png`,
    newAttempt: async () => ({ state: 'state', codeVerifier: 'verifier' }),
    authorizationUrl: async () => new URL('https://discord.com/oauth2/authorize'),
    exchangeCode: async () => Promise.reject(new DiscordUnavailable('the fake signs nobody in')),
    account: async () => Promise.reject(new DiscordUnavailable('the fake signs nobody in')),
  }
  return fake
}

import type { Discord } from '#server/discord/discord.ts'
import { DiscordUnavailable } from '#server/discord/failures.ts'
import type { TestPerson } from '../people.ts'

/** A Discord that only knows who has which role, and can be down. */
export interface FakeDiscord extends Discord {
  setRoles(id: string, roleIds: string[]): void
  kick(id: string): void
  goDown(): void
  comeBack(): void
  /** How often roles were asked for. */
  asked: number
}

export function fakeDiscord(people: readonly TestPerson[]): FakeDiscord {
  const members = new Map(people.map(({ id, roleIds }) => [id, roleIds]))
  let isDown = false
  const fake: FakeDiscord = {
    asked: 0,
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
    avatarUrl: ({ id }) => `https://cdn.discordapp.com/embed/avatars/${id.slice(-1)}.png`,
    newAttempt: async () => ({ state: 'state', codeVerifier: 'verifier' }),
    authorizationUrl: async () => new URL('https://discord.com/oauth2/authorize'),
    exchangeCode: async () => Promise.reject(new DiscordUnavailable('the fake signs nobody in')),
    account: async () => Promise.reject(new DiscordUnavailable('the fake signs nobody in')),
  }
  return fake
}

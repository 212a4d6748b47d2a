import * as z from 'zod'
import { Name, Snowflake } from './member.ts'
import { createRequests, type RequestOptions, type Requests, readAnswer } from './requests.ts'
import type { DiscordSettings } from './settings.ts'

/** The application that a bot token belongs to. */
export interface BotApplication {
  id: string
  name: string
  /** Whether "Server Members Intent" is on, on the Bot page of the application. */
  mayListMembers: boolean
  /** The registered redirect URLs. Null if Discord does not return them. */
  redirects: string[] | null
}

export interface GuildRole {
  id: string
  name: string
}

/** The calls to Discord that the setup makes before there are settings. Each throws `DiscordUnavailable`. */
export interface Questions {
  /** Whether the secret belongs to the application. */
  acceptsClient(client: { clientId: string; clientSecret: string }): Promise<boolean>
  /** The token's application. Null if Discord does not accept the token. */
  botApplication(botToken: string): Promise<BotApplication | null>
  /** The guilds that the bot is in. */
  guilds(botToken: string): Promise<{ id: string; name: string }[]>
  /** A guild with its roles, highest first, without bots' own roles. Null if the bot has no access to the guild. */
  guild(botToken: string, id: string): Promise<{ name: string; ownerId: string; roles: GuildRole[] } | null>
  /** A member's display name. Null if the person is not in the guild. */
  memberName(botToken: string, guildId: string, id: string): Promise<string | null>
}

const TokenError = z.object({ error: z.string() })
const Application = z.object({
  id: Snowflake,
  name: Name,
  flags: z.number().nullish(),
  redirect_uris: z.array(z.string()).nullish(),
})
/** https://docs.discord.com/developers/resources/application#application-object-application-flags */
const MAY_LIST_MEMBERS = (1 << 14) | (1 << 15)
const GuildList = z.array(z.object({ id: Snowflake, name: Name }))
const Guild = z.object({
  name: Name,
  owner_id: Snowflake,
  roles: z.array(z.object({ id: Snowflake, name: Name, position: z.number(), managed: z.boolean().nullish() })),
})
const Member = z.object({
  nick: Name.nullish(),
  user: z.object({ username: Name, global_name: Name.nullish() }),
})

/**
 * Checks an application's id and secret with an invalid code. If Discord accepts the application, it reports a bad
 * code, else `invalid_client`. `date` is the time at Discord, if the response has a `Date` header.
 */
export async function checkClientSecret(
  client: Pick<DiscordSettings, 'apiUrl' | 'clientId' | 'clientSecret' | 'redirectUri'>,
  send: Requests['send'],
): Promise<{ isAccepted: boolean; date: string | null }> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'not-a-code',
    redirect_uri: client.redirectUri,
    client_id: client.clientId,
    client_secret: client.clientSecret,
  })
  const response = await send(`${client.apiUrl}/oauth2/token`, { method: 'POST', body }, 'Check')
  const date = response.headers.get('date')
  if (response.status === 400) {
    return { isAccepted: (await readAnswer(response, TokenError)).error !== 'invalid_client', date }
  }
  await response.body?.cancel()
  return { isAccepted: false, date }
}

export function createQuestions(
  { apiUrl, redirectUri, userAgent }: { apiUrl: string; redirectUri: string; userAgent: string },
  options: RequestOptions = {},
): Questions {
  const { send } = createRequests(userAgent, options)

  async function getAsBot<T>(botToken: string, path: string, shape: z.ZodType<T>): Promise<T | null> {
    const authorization = `Bot ${botToken}`
    const response = await send(`${apiUrl}${path}`, { headers: { authorization } }, authorization)
    if (response.ok) return readAnswer(response, shape)
    await response.body?.cancel()
    return null
  }

  return {
    acceptsClient: async (client) => (await checkClientSecret({ apiUrl, redirectUri, ...client }, send)).isAccepted,

    async botApplication(botToken) {
      const found = await getAsBot(botToken, '/applications/@me', Application)
      if (found === null) return null
      const { id, name, flags, redirect_uris: redirects = null } = found
      return { id, name: name ?? id, mayListMembers: ((flags ?? 0) & MAY_LIST_MEMBERS) !== 0, redirects }
    },

    async guilds(botToken) {
      const guilds = (await getAsBot(botToken, '/users/@me/guilds', GuildList)) ?? []
      return guilds.map(({ id, name }) => ({ id, name: name ?? id }))
    },

    async guild(botToken, id) {
      const found = await getAsBot(botToken, `/guilds/${id}`, Guild)
      if (found === null) return null
      const roles = found.roles
        // The role with the guild's id is @everyone.
        .filter((role) => role.id !== id && role.managed !== true)
        .sort((a, b) => b.position - a.position)
        .map((role) => ({ id: role.id, name: role.name ?? role.id }))
      return { name: found.name ?? id, ownerId: found.owner_id, roles }
    },

    async memberName(botToken, guildId, id) {
      const member = await getAsBot(botToken, `/guilds/${guildId}/members/${id}`, Member)
      return member && (member.nick ?? member.user.global_name ?? member.user.username ?? id)
    },
  }
}

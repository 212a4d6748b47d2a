import { isLoopback } from '../loopback.ts'
import { createBot } from './bot.ts'
import { createDirectMessages, type SendDirectMessage } from './direct-messages.ts'
import { DiscordUnavailable, GrantGone, RoleRefused } from './failures.ts'
import type { Gateway, GatewayDeps, GatewayListener } from './gateway.ts'
import { type Account, type GuildMember, MemberBody, type Membership, membershipFrom, UserBody } from './member.ts'
import { createRequests, type RequestOptions, readAnswer } from './requests.ts'
import type { DiscordSettings } from './settings.ts'
import { createSignIn, type SignIn } from './sign-in.ts'

/** The site's access to Discord: OAuth sign-in and the guild. It does not depend on any feature of the site. */
export interface Discord extends SignIn {
  /** The account that a token belongs to. Throws `GrantGone` or `DiscordUnavailable`. */
  account(accessToken: string): Promise<Account>
  /**
   * The person's membership in the guild. Null if they are not in it. The bot reads it. Without a bot, or if the bot
   * was removed from the guild, the person's own token is used. Throws `GrantGone` or `DiscordUnavailable`.
   */
  membership(person: { id: string; accessToken: string | null }): Promise<Membership | null>
  /**
   * All members of the guild except bots, ordered by id. Pages are read as the iteration proceeds. Null without a bot.
   * The iteration throws `DiscordUnavailable`, also if the bot may not list members (it needs the GUILD_MEMBERS
   * intent). It throws an `AbortError` soon after the signal, even during the pause between two pages.
   */
  members(signal?: AbortSignal): AsyncIterable<GuildMember> | null
  /**
   * A member of the guild with their account, read by the bot. Null if the person is not in the guild, or without a bot
   * that has access to it. Throws `DiscordUnavailable`.
   */
  guildMember(id: string): Promise<GuildMember | null>
  /** The names of the guild's roles, by id. Null without a bot. Throws `DiscordUnavailable`. */
  roleNames(): Promise<ReadonlyMap<string, string>> | null
  /**
   * Gives a member of the guild a role through the bot. Giving it again changes nothing. Throws `RoleRefused`, also
   * without a bot, or `DiscordUnavailable`.
   */
  giveRole(id: string, roleId: string): Promise<void>
  /** Sends a direct message from the bot. Null without a bot. */
  sendDirectMessage: SendDirectMessage | null
  /** Opens a connection that reports events of the guild until it is closed. Null without a bot. */
  openGateway(listener: GatewayListener): Gateway | null
  /** Logs a failure. If Discord gives the same reason repeatedly, it is logged once an hour. See `Outage.report`. */
  report(error: unknown, what: string): void
  /** A person's avatar: the guild's, else the account's, else Discord's default for the id. */
  avatarUrl(account: { id: string; avatar: string | null }, membership?: { avatar: string | null } | null): string
}

export function createDiscord(
  settings: DiscordSettings,
  options: RequestOptions & Pick<GatewayDeps, 'pauseAfter'> = {},
): Discord {
  const { guildId, botToken, apiUrl, cdnUrl } = settings
  for (const url of [apiUrl, settings.authorizeUrl, cdnUrl]) assertSecure(url)

  const clock = options.clock ?? (() => new Date())
  const requests = createRequests(userAgentOf(settings), options)
  const bot = botToken ? createBot({ apiUrl, guildId, botToken }, { ...options, requests, clock }) : null

  async function getAsPerson(path: string, accessToken: string): Promise<Response> {
    const authorization = `Bearer ${accessToken}`
    if (requests.isDead(authorization)) throw new GrantGone('Discord refused this grant before')
    const response = await requests.send(
      `${apiUrl}${path}`,
      { headers: { authorization, accept: 'application/json' } },
      authorization,
    )
    if (response.status === 401) {
      requests.markDead(authorization)
      await response.body?.cancel()
      throw new GrantGone('Discord no longer accepts this grant')
    }
    return response
  }

  return {
    ...createSignIn(settings, { requests, clock }),

    async account(accessToken) {
      const response = await getAsPerson('/users/@me', accessToken)
      if (!response.ok) throw await unexpected(response)
      const body = await readAnswer(response, UserBody)
      return {
        id: body.id,
        username: body.username,
        globalName: body.global_name ?? null,
        avatar: body.avatar ?? null,
        email: body.email ?? null,
        emailVerified: body.verified ?? false,
      }
    },

    async membership({ id, accessToken }) {
      const seen = bot ? await bot.membership(id) : 'blind'
      if (seen !== 'blind') return seen
      if (accessToken === null) {
        if (bot) throw new DiscordUnavailable('the bot cannot see the guild: check its token and that it is a member')
        throw new GrantGone('there is no grant of this person to ask with')
      }
      const response = await getAsPerson(`/users/@me/guilds/${guildId}/member`, accessToken)
      if (response.status === 404) {
        await response.body?.cancel()
        return null
      }
      if (!response.ok) throw await unexpected(response)
      return membershipFrom(await readAnswer(response, MemberBody))
    },

    members: (signal) => bot?.members(signal) ?? null,
    guildMember: async (id) => {
      const member = (await bot?.member(id)) ?? null
      return member === 'blind' ? null : member
    },
    roleNames: () => bot?.roleNames() ?? null,

    async giveRole(id, roleId) {
      if (!bot) throw new RoleRefused('there is no bot: set DISCORD_BOT_TOKEN')
      await bot.giveRole(id, roleId)
    },

    sendDirectMessage: botToken ? createDirectMessages({ apiUrl, botToken, requests }) : null,

    openGateway: (listener) => bot?.openGateway(listener) ?? null,
    report: (error, what) => options.outage?.report(error, what),

    // https://docs.discord.com/developers/reference#image-formatting
    avatarUrl({ id, avatar }, membership) {
      if (membership?.avatar)
        return `${cdnUrl}/guilds/${guildId}/users/${id}/avatars/${membership.avatar}.webp?size=128`
      if (avatar) return `${cdnUrl}/avatars/${id}/${avatar}.webp?size=128`
      return `${cdnUrl}/embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`
    },
  }
}

function assertSecure(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return
  throw new TypeError(`Discord's address must be https, or http on this machine: ${url}`)
}

/** The User-Agent. Discord blocks calls without one: https://docs.discord.com/developers/reference#user-agent */
export function userAgentOf({ redirectUri }: Pick<DiscordSettings, 'redirectUri'>): string {
  return `DiscordBot (${new URL(redirectUri).origin}, 1)`
}

/** The error for an unexpected status. 403 means a grant without the scope. Discord documents no other status. */
async function unexpected(response: Response): Promise<Error> {
  await response.body?.cancel()
  if (response.status === 403) return new GrantGone('this grant does not allow the call')
  return new DiscordUnavailable(`Discord answered ${response.status}`)
}

import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { isLoopback } from '../loopback.ts'
import { DiscordUnavailable, RoleRefused } from './failures.ts'
import { type Gateway, type GatewayDeps, GatewayInfo, type GatewayListener, openGateway } from './gateway.ts'
import { type GuildMember, MemberBody, type Membership, membershipFrom, Name, Snowflake, UserBody } from './member.ts'
import { type Requests, readAnswer } from './requests.ts'

/** The Discord calls of the site's own bot. A token that Discord rejected once is never sent again. */
export interface Bot {
  /**
   * A person's membership in the guild. Null if they are not in it, and 'blind' if the bot has no access to the guild.
   * Throws `DiscordUnavailable`.
   */
  membership(id: string): Promise<Membership | null | 'blind'>
  /** As `membership`, with the person's account. */
  member(id: string): Promise<GuildMember | null | 'blind'>
  /** `Discord` documents this method and the following ones. */
  members(signal?: AbortSignal): AsyncIterable<GuildMember>
  roleNames(): Promise<ReadonlyMap<string, string>>
  giveRole(id: string, roleId: string): Promise<void>
  openGateway(listener: GatewayListener): Gateway
}

const FullMember = z.object({ ...MemberBody.shape, user: z.object({ ...UserBody.shape, bot: z.boolean().nullish() }) })
const MemberList = z.array(FullMember)
/** The largest page that Discord returns: https://docs.discord.com/developers/resources/guild#list-guild-members */
const MEMBERS_A_PAGE = 1000
const LONGEST_REST_SECONDS = 60

/** https://docs.discord.com/developers/topics/permissions#role-object */
const RoleList = z.array(z.object({ id: Snowflake, name: Name }))

const ErrorBody = z.object({ code: z.number() })
const UNKNOWN_GUILD = 10004
/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const ROLE_REFUSALS: Record<number, string> = {
  10004: 'the bot is not in our Discord server: invite it',
  10007: 'the person is not in our Discord server',
  10011: 'our Discord server has no such role: check verifiedRole in site.yaml',
  10013: 'Discord does not know this account any more',
  50001: 'the bot is not in our Discord server: invite it',
  50013: 'the bot needs the permission Manage Roles, and a role of its own above the one that it gives',
}

export function createBot(
  { apiUrl, guildId, botToken }: { apiUrl: string; guildId: string; botToken: string },
  {
    requests,
    clock,
    pauseAfter,
    outage,
  }: { requests: Requests } & Pick<GatewayDeps, 'clock' | 'pauseAfter' | 'outage'>,
): Bot {
  const authorization = `Bot ${botToken}`

  /**
   * `limitedAs` names the kind of call: Discord limits kinds separately, so a limit on one must not pause the others.
   */
  function get(path: string, limitedAs = authorization): Promise<Response> {
    return requests.send(`${apiUrl}${path}`, { headers: { authorization, accept: 'application/json' } }, limitedAs)
  }

  async function getOrFail(what: string, path: string, limitedAs?: string): Promise<Response> {
    if (requests.isDead(authorization)) throw new DiscordUnavailable('Discord refused the bot token before')
    const response = await get(path, limitedAs)
    if (response.ok) return response
    await response.body?.cancel()
    if (response.status === 401) requests.markDead(authorization)
    throw new DiscordUnavailable(`Discord answered ${response.status} when the bot asked for the guild's ${what}`)
  }

  /** The gateway to connect to. Null if Discord does not accept the token. */
  async function askWhere(): Promise<GatewayInfo | null> {
    if (requests.isDead(authorization)) return null
    const response = await get('/gateway/bot')
    if (response.ok) {
      const info = await readAnswer(response, GatewayInfo)
      if (info.url.startsWith('wss:') || isLoopback(new URL(info.url).hostname)) return info
      throw new DiscordUnavailable('Discord named a gateway that is not encrypted')
    }
    await response.body?.cancel()
    if (response.status !== 401) throw new DiscordUnavailable(`Discord answered ${response.status} to the bot`)
    requests.markDead(authorization)
    return null
  }

  async function askMember<T>(id: string, body: z.ZodType<T>, limitedAs?: string): Promise<T | null | 'blind'> {
    if (requests.isDead(authorization)) return 'blind'
    const response = await get(`/guilds/${guildId}/members/${id}`, limitedAs)
    if (response.ok) return readAnswer(response, body)
    if (response.status === 404) {
      // A bot that was removed from the guild gets 404 for everybody, whether or not the person is in it.
      const { code } = await readAnswer(response, ErrorBody)
      return code === UNKNOWN_GUILD ? 'blind' : null
    }
    await response.body?.cancel()
    if (response.status === 401) requests.markDead(authorization)
    if (response.status === 401 || response.status === 403) return 'blind'
    throw new DiscordUnavailable(`Discord answered ${response.status} to the bot`)
  }

  return {
    async membership(id) {
      const member = await askMember(id, MemberBody)
      return member === null || member === 'blind' ? member : membershipFrom(member)
    },

    async member(id) {
      // Separate rate limit: looking people up must not delay the reading of roles.
      const member = await askMember(id, FullMember, `${authorization} member`)
      return member === null || member === 'blind' ? member : guildMemberFrom(member)
    },

    async *members(signal) {
      for (let after = '0'; ; ) {
        signal?.throwIfAborted()
        const path = `/guilds/${guildId}/members?limit=${MEMBERS_A_PAGE}&after=${after}`
        const response = await getOrFail('members', path, `${authorization} members`)
        const page = await readAnswer(response, MemberList)
        for (const member of page) if (!member.user.bot) yield guildMemberFrom(member)
        const last = page.reduce((highest, { user }) => maxId(highest, user.id), after)
        if (page.length < MEMBERS_A_PAGE) return
        if (last === after) throw new DiscordUnavailable("Discord's list of members does not move on")
        after = last
        await sleep(restAfter(response), undefined, { ref: false, signal })
      }
    },

    async roleNames() {
      const roles = await readAnswer(await getOrFail('roles', `/guilds/${guildId}/roles`), RoleList)
      return new Map(roles.map(({ id, name }) => [id, name ?? id]))
    },

    async giveRole(id, roleId) {
      const badToken = () => new RoleRefused('Discord does not accept the bot token: set a new DISCORD_BOT_TOKEN')
      if (requests.isDead(authorization)) throw badToken()
      const response = await requests.send(
        `${apiUrl}/guilds/${guildId}/members/${id}/roles/${roleId}`,
        // Discord shows the reason in the guild's own audit log.
        { method: 'PUT', headers: { authorization, 'x-audit-log-reason': 'Verified on the website' } },
        `${authorization} roles`,
      )
      if (response.ok) return void (await response.body?.cancel())
      if (response.status === 401) {
        await response.body?.cancel()
        requests.markDead(authorization)
        throw badToken()
      }
      const { code } = await readAnswer(response, ErrorBody)
      throw new RoleRefused(ROLE_REFUSALS[code] ?? `Discord answered ${response.status} (code ${code})`)
    },

    openGateway: (listener) => openGateway({ botToken, guildId, askWhere, clock, pauseAfter, outage }, listener),
  }
}

/** Ids are too long for JavaScript numbers. */
function maxId(a: string, b: string): string {
  return BigInt(b) > BigInt(a) ? b : a
}

/** Milliseconds to wait before the next call of this kind, so that Discord does not answer 429. */
function restAfter({ headers }: Response): number {
  if (headers.get('x-ratelimit-remaining') !== '0') return 0
  const seconds = Number.parseFloat(headers.get('x-ratelimit-reset-after') ?? '')
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_REST_SECONDS) * 1000 : 0
}

function guildMemberFrom({ user, ...member }: z.infer<typeof FullMember>): GuildMember {
  const { id, username, global_name: globalName = null, avatar = null } = user
  return { account: { id, username, globalName, avatar }, membership: membershipFrom(member) }
}

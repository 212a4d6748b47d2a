import { setTimeout as sleep } from 'node:timers/promises'
import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import { DiscordUnavailable, GrantGone, RoleRefused, SignInRefused } from './failures.ts'
import { type Gateway, type GatewayDeps, GatewayInfo, type GatewayListener, openGateway } from './gateway.ts'
import { ImageHash, MemberBody, membershipFrom, Snowflake } from './member.ts'
import { createRequests, type RequestOptions, readAnswer } from './requests.ts'

export interface DiscordSettings {
  clientId: string
  clientSecret: string
  guildId: string
  /** With a bot, roles are read without the person's own token. */
  botToken?: string
  /** e.g. `https://discord.com/api/v10` */
  apiUrl: string
  /** e.g. `https://discord.com/oauth2/authorize` */
  authorizeUrl: string
  /** e.g. `https://cdn.discordapp.com` */
  cdnUrl: string
  /** Where Discord sends people back to; must be registered with the application, letter for letter. */
  redirectUri: string
}

/** What the browser that began a sign-in must bring back. Kept on the server, used once. */
export interface SignInAttempt {
  state: string
  codeVerifier: string
}

/** What a person allowed. Tokens stay on the server. */
export interface Grant {
  accessToken: string
  expiresAt: Date
  /** May hold more than was asked for: Discord adds what the person granted earlier. */
  scopes: string[]
}

export interface Account {
  /** 17 to 20 digits, never a number. */
  id: string
  username: string
  globalName: string | null
  avatar: string | null
  /** Null without the scope `email`, and for accounts that have none. */
  email: string | null
  emailVerified: boolean
}

export interface Membership {
  roles: string[]
  nick: string | null
  /** Avatar for this guild only; goes before the account's. */
  avatar: string | null
  joinedAt: Date | null
}

/** One person in the guild, as the bot lists them. */
export interface GuildMember {
  account: Pick<Account, 'id' | 'username' | 'globalName' | 'avatar'>
  membership: Membership
}

/** The Discord that this site signs people in with. Knows OAuth and the guild, and no feature of the site. */
export interface Discord {
  /** Fresh state and PKCE verifier, 256 bits each. */
  newAttempt(): Promise<SignInAttempt>
  /** Where to send the browser. `none` skips Discord's screen for those who granted all of `scope` before. */
  authorizationUrl(attempt: SignInAttempt & { scope: string; prompt: 'none' | 'consent' }): Promise<URL>
  /**
   * Turns the callback's query into a grant. Throws `SignInRefused` when the person or their browser is the reason,
   * also when not all of `scope` (default `identify`) was granted, and `DiscordUnavailable` otherwise.
   */
  exchangeCode(callback: URLSearchParams, expected: SignInAttempt & { scope?: string }): Promise<Grant>
  /** Whose token this is. Throws `GrantGone` or `DiscordUnavailable`. */
  account(accessToken: string): Promise<Account>
  /**
   * What the person is in the guild, null when they are not in it. Asked by the bot when there is one, else (or when
   * the bot was removed) with the person's own token. Throws `GrantGone` or `DiscordUnavailable`.
   */
  membership(person: { id: string; accessToken: string | null }): Promise<Membership | null>
  /**
   * Everybody in the guild but the bots, by id, read page by page while they are taken; null without a bot. Taking
   * throws `DiscordUnavailable`, also when the bot may not list members (it needs the GUILD_MEMBERS intent).
   */
  members(): AsyncIterable<GuildMember> | null
  /** What the guild calls its roles, by their ids; null without a bot. Throws `DiscordUnavailable`. */
  roleNames(): Promise<ReadonlyMap<string, string>> | null
  /**
   * The bot gives somebody in the guild a role; giving it again changes nothing. Throws `RoleRefused`, also without a
   * bot, or `DiscordUnavailable`.
   */
  giveRole(id: string, roleId: string): Promise<void>
  /** Hears what happens in the guild, as it happens, until it is closed; null without a bot. */
  openGateway(listener: GatewayListener): Gateway | null
  /** The picture of a person: the guild's, else the account's, else the default that Discord draws for the id. */
  avatarUrl(account: { id: string; avatar: string | null }, membership?: { avatar: string | null } | null): string
}

/** https://docs.discord.com/developers/resources/user#user-object */
const UserBody = z.object({
  id: Snowflake,
  username: z.string().min(1),
  global_name: z.string().nullish(),
  avatar: ImageHash.nullish(),
  email: z.string().nullish(),
  verified: z.boolean().nullish(),
})

const MemberList = z.array(
  z.object({ ...MemberBody.shape, user: z.object({ ...UserBody.shape, bot: z.boolean().nullish() }) }),
)
/** The most that Discord gives at once: https://docs.discord.com/developers/resources/guild#list-guild-members */
const MEMBERS_A_PAGE = 1000
const LONGEST_REST_SECONDS = 60

/** https://docs.discord.com/developers/topics/permissions#role-object */
const RoleList = z.array(z.object({ id: Snowflake, name: z.string() }))

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

export function createDiscord(
  settings: DiscordSettings,
  options: RequestOptions & Pick<GatewayDeps, 'pauseAfter'> = {},
): Discord {
  const { clientId, clientSecret, guildId, botToken, redirectUri } = settings
  const apiUrl = withoutSlash(settings.apiUrl)
  const cdnUrl = withoutSlash(settings.cdnUrl)
  for (const url of [apiUrl, settings.authorizeUrl, cdnUrl]) assertSecure(url)

  const clock = options.clock ?? (() => new Date())
  const requests = createRequests(userAgentOf(settings), options)
  const server: oauth.AuthorizationServer = { issuer: 'https://discord.com', token_endpoint: `${apiUrl}/oauth2/token` }
  const client: oauth.Client = { client_id: clientId }

  function get(path: string, authorization: string): Promise<Response> {
    return requests.send(`${apiUrl}${path}`, { headers: { authorization, accept: 'application/json' } }, authorization)
  }

  async function getAsPerson(path: string, accessToken: string): Promise<Response> {
    const authorization = `Bearer ${accessToken}`
    if (requests.isDead(authorization)) throw new GrantGone('Discord refused this grant before')
    const response = await get(path, authorization)
    if (response.status === 401) {
      requests.markDead(authorization)
      await response.body?.cancel()
      throw new GrantGone('Discord no longer accepts this grant')
    }
    return response
  }

  /** The guild member as the bot sees them; 'blind' when the bot cannot look into the guild. */
  async function askBot(id: string): Promise<Membership | null | 'blind'> {
    if (!botToken || requests.isDead(`Bot ${botToken}`)) return 'blind'
    const response = await get(`/guilds/${guildId}/members/${id}`, `Bot ${botToken}`)
    if (response.ok) return membershipFrom(await readAnswer(response, MemberBody))
    if (response.status === 404) {
      // A bot that was removed from the guild gets 404 for everybody: that says nothing about the person.
      const { code } = await readAnswer(response, ErrorBody)
      return code === UNKNOWN_GUILD ? 'blind' : null
    }
    await response.body?.cancel()
    if (response.status === 401) requests.markDead(`Bot ${botToken}`)
    if (response.status === 401 || response.status === 403) return 'blind'
    throw new DiscordUnavailable(`Discord answered ${response.status} to the bot`)
  }

  async function* listMembers(): AsyncGenerator<GuildMember> {
    for (let after = '0'; ; ) {
      const page = await askMembers(after)
      for (const { user, ...member } of page.members) {
        if (user.bot) continue
        const { id, username, global_name: globalName = null, avatar = null } = user
        yield { account: { id, username, globalName, avatar }, membership: membershipFrom(member) }
      }
      const last = page.members.reduce((highest, { user }) => maxId(highest, user.id), after)
      if (page.members.length < MEMBERS_A_PAGE) return
      if (last === after) throw new DiscordUnavailable("Discord's list of members does not move on")
      after = last
      await sleep(page.restMs, undefined, { ref: false })
    }
  }

  async function askMembers(after: string) {
    const authorization = `Bot ${botToken}`
    if (requests.isDead(authorization)) throw new DiscordUnavailable('Discord refused the bot token before')
    const response = await requests.send(
      `${apiUrl}/guilds/${guildId}/members?limit=${MEMBERS_A_PAGE}&after=${after}`,
      { headers: { authorization, accept: 'application/json' } },
      // A limit on listing is no limit on asking for one person's roles.
      `${authorization} members`,
    )
    if (response.ok) return { members: await readAnswer(response, MemberList), restMs: restAfter(response) }
    await response.body?.cancel()
    if (response.status === 401) requests.markDead(authorization)
    throw new DiscordUnavailable(`Discord answered ${response.status} when the bot asked for the guild's members`)
  }

  async function listRoles(): Promise<ReadonlyMap<string, string>> {
    const authorization = `Bot ${botToken}`
    if (requests.isDead(authorization)) throw new DiscordUnavailable('Discord refused the bot token before')
    const response = await get(`/guilds/${guildId}/roles`, authorization)
    if (response.ok) return new Map((await readAnswer(response, RoleList)).map(({ id, name }) => [id, name]))
    await response.body?.cancel()
    if (response.status === 401) requests.markDead(authorization)
    throw new DiscordUnavailable(`Discord answered ${response.status} when the bot asked for the guild's roles`)
  }

  async function giveRole(id: string, roleId: string): Promise<void> {
    if (!botToken) throw new RoleRefused('there is no bot: set DISCORD_BOT_TOKEN')
    const authorization = `Bot ${botToken}`
    const badToken = () => new RoleRefused('Discord does not accept the bot token: set a new DISCORD_BOT_TOKEN')
    if (requests.isDead(authorization)) throw badToken()
    const response = await requests.send(
      `${apiUrl}/guilds/${guildId}/members/${id}/roles/${roleId}`,
      // Discord shows the reason in the guild's own audit log.
      { method: 'PUT', headers: { authorization, 'x-audit-log-reason': 'Verified on the website' } },
      // A limit on giving roles is no limit on asking for them.
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
  }

  /** Null when Discord does not accept the token. */
  async function askGateway(): Promise<GatewayInfo | null> {
    const authorization = `Bot ${botToken}`
    if (requests.isDead(authorization)) return null
    const response = await get('/gateway/bot', authorization)
    if (response.ok) {
      const info = await readAnswer(response, GatewayInfo)
      if (!info.url.startsWith('wss:') && !isLoopback(info.url.replace('ws:', 'http:')))
        throw new DiscordUnavailable('Discord named a gateway that is not encrypted')
      return info
    }
    await response.body?.cancel()
    if (response.status !== 401) throw new DiscordUnavailable(`Discord answered ${response.status} to the bot`)
    requests.markDead(authorization)
    return null
  }

  return {
    async newAttempt() {
      return { state: oauth.generateRandomState(), codeVerifier: oauth.generateRandomCodeVerifier() }
    },

    async authorizationUrl({ state, codeVerifier, scope, prompt }) {
      const url = new URL(settings.authorizeUrl)
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        prompt,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).toString()
      return url
    },

    async exchangeCode(callback, { state, codeVerifier, scope = 'identify' }) {
      const parameters = validatedCallback(callback)
      let answer: oauth.TokenEndpointResponse
      try {
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          // Not Basic: the library percent-encodes the secret there (RFC 6749, 2.3.1), which not every server undoes.
          oauth.ClientSecretPost(clientSecret),
          parameters,
          redirectUri,
          codeVerifier,
          {
            [oauth.allowInsecureRequests]: isLoopback(apiUrl),
            [oauth.customFetch]: (url, init) => requests.send(url, init, `Client ${clientId}`),
          },
        )
        answer = await oauth.processAuthorizationCodeResponse(server, client, response)
      } catch (error) {
        throw exchangeFailure(error)
      }
      const scopes = (answer.scope ?? '').split(' ').filter((word) => word !== '')
      const missing = scope.split(' ').filter((word) => !scopes.includes(word))
      if (missing.length > 0) throw new SignInRefused('scope', `Discord did not grant ${missing.join(' ')}`)
      const lifetimeMs = (answer.expires_in ?? 0) * 1000
      return { accessToken: answer.access_token, expiresAt: new Date(clock().getTime() + lifetimeMs), scopes }

      function validatedCallback(query: URLSearchParams): URLSearchParams {
        try {
          const validated = oauth.validateAuthResponse(server, client, query, state)
          if (validated.get('code')) return validated
        } catch (error) {
          throw callbackFailure(error)
        }
        throw new SignInRefused('code', 'Discord sent the person back without a code')
      }
    },

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
      const seen = await askBot(id)
      if (seen !== 'blind') return seen
      if (accessToken === null) {
        if (botToken)
          throw new DiscordUnavailable('the bot cannot see the guild: check its token and that it is a member')
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

    members: () => (botToken ? listMembers() : null),
    roleNames: () => (botToken ? listRoles() : null),
    giveRole,

    openGateway: (listener) =>
      botToken
        ? openGateway({ botToken, guildId, askWhere: askGateway, clock, pauseAfter: options.pauseAfter }, listener)
        : null,

    // https://docs.discord.com/developers/reference#image-formatting
    avatarUrl({ id, avatar }, membership) {
      if (membership?.avatar)
        return `${cdnUrl}/guilds/${guildId}/users/${id}/avatars/${membership.avatar}.webp?size=128`
      if (avatar) return `${cdnUrl}/avatars/${id}/${avatar}.webp?size=128`
      return `${cdnUrl}/embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`
    },
  }
}

/** Whether an address is on this machine: the one place where plain http is allowed. */
export function isLoopback(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

function assertSecure(url: string): void {
  if (new URL(url).protocol === 'https:' || isLoopback(url)) return
  throw new TypeError(`Discord's address must be https, or http on this machine: ${url}`)
}

/** Discord blocks calls without it: https://docs.discord.com/developers/reference#user-agent */
export function userAgentOf({ redirectUri }: Pick<DiscordSettings, 'redirectUri'>): string {
  return `DiscordBot (${new URL(redirectUri).origin}, 1)`
}

function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '')
}

/** Ids are too long for numbers. */
function maxId(a: string, b: string): string {
  return BigInt(b) > BigInt(a) ? b : a
}

/** How long to rest before the next call of its kind, so that it is not refused. */
function restAfter({ headers }: Response): number {
  if (headers.get('x-ratelimit-remaining') !== '0') return 0
  const seconds = Number.parseFloat(headers.get('x-ratelimit-reset-after') ?? '')
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_REST_SECONDS) * 1000 : 0
}

/** 403 is a grant without the scope; anything else is not in Discord's book. */
async function unexpected(response: Response): Promise<Error> {
  await response.body?.cancel()
  if (response.status === 403) return new GrantGone('this grant does not allow the call')
  return new DiscordUnavailable(`Discord answered ${response.status}`)
}

function callbackFailure(error: unknown): Error {
  if (!(error instanceof oauth.AuthorizationResponseError)) {
    return new SignInRefused('state', 'the answer does not belong to this attempt to sign in')
  }
  switch (error.error) {
    case 'access_denied':
      return new SignInRefused('denied', 'the person did not allow the sign-in')
    case 'invalid_scope':
      return new SignInRefused('scope', 'Discord did not accept the scopes asked for')
    case 'server_error':
    case 'temporarily_unavailable':
      return new DiscordUnavailable('Discord could not finish the sign-in')
    default:
      return new SignInRefused('code', 'Discord ended the sign-in without a code')
  }
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
function exchangeFailure(error: unknown): Error {
  if (error instanceof DiscordUnavailable) return error
  if (error instanceof oauth.WWWAuthenticateChallengeError) return refusedClient()
  if (error instanceof oauth.ResponseBodyError) {
    if (error.error === 'invalid_client' || error.error === 'unauthorized_client') return refusedClient()
    // Discord answers `invalid_request` or `invalid_grant` alike for a bad code, verifier or redirect address.
    return new SignInRefused('code', 'Discord did not accept the code: used before, too old, or not for this attempt')
  }
  return new DiscordUnavailable("Discord's answer to the code could not be understood")
}

function refusedClient(): DiscordUnavailable {
  return new DiscordUnavailable("Discord does not accept this site's client id and secret")
}

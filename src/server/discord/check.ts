import * as z from 'zod'
import { msg, type PlainMessage, type Translator } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import { bad, Finding, good } from '../finding.ts'
import { userAgentOf } from './discord.ts'
import { DiscordUnavailable, DiscordUnreachable } from './failures.ts'
import { GatewayInfo } from './gateway.ts'
import { Name } from './member.ts'
import { checkClientSecret } from './questions.ts'
import { createRequests, type RequestOptions, readAnswer } from './requests.ts'
import type { DiscordSettings } from './settings.ts'

/** A Discord role that one of the community's files names, and its use there. */
export interface NamedRole {
  id: string
  /** The role's use, as the file names it. */
  use: string
  /** The name of the use on pages, if it differs. */
  name?: PlainMessage | undefined
  file: string
  line: number
}

const RoleList = z.array(
  z.object({ id: z.string(), name: z.string(), position: z.number(), permissions: z.string().regex(/^\d+$/) }),
)
const Widget = z.object({ name: Name.pipe(z.string()) })
const BotUser = z.object({ id: z.string() })
const BotMember = z.object({ roles: z.array(z.string()) })

/** https://docs.discord.com/developers/topics/permissions#permissions-bitwise-permission-flags */
const ADMINISTRATOR = 1n << 3n
const MANAGE_ROLES = 1n << 28n

/**
 * Checks whether sign-in would work with these settings: the application's id and secret, the bot, the guild and the
 * roles that the community names. Also checks whether the bot could give `verifiedRole`. Changes nothing at Discord.
 * Reports every response of Discord as a finding and never throws because of one.
 */
export async function checkDiscord(
  settings: DiscordSettings,
  named: readonly NamedRole[] = [],
  { verifiedRole = null, ...options }: RequestOptions & { verifiedRole?: string | null } = {},
): Promise<Finding[]> {
  const { send } = createRequests(userAgentOf(settings), options)
  const bot = `Bot ${settings.botToken}`
  const askAsBot = (path: string) =>
    send(`${settings.apiUrl}/guilds/${settings.guildId}${path}`, { headers: { authorization: bot } }, bot)

  try {
    return [
      ...(await checkApplication()),
      ...(settings.botToken ? await checkGuild() : [...(await checkPublicGuild()), ...withoutBot(verifiedRole)]),
    ]
  } catch (error) {
    if (!(error instanceof DiscordUnavailable)) throw error
    if (!(error instanceof DiscordUnreachable)) {
      return [new Finding(error.message, msg('Try again in a few minutes.'), { isDown: true, isEnglish: true })]
    }
    const what = withValues('Discord is down or cannot be reached, so it could not be checked ({why})', {
      why: error.message,
    })
    const fix = withValues(
      'Your settings may be right: try again in a few minutes. If it still fails, check the network and DISCORD_API_URL ({address}).',
      { address: settings.apiUrl },
    )
    return [new Finding(what, fix, { isDown: true })]
  }

  async function checkApplication(): Promise<Finding[]> {
    const { isAccepted, date } = await checkClientSecret(settings, send)
    const clock = checkClockBeside(date, options.clock?.() ?? new Date())
    if (isAccepted) return [good(msg('Discord accepts the client id and secret')), ...clock]
    return [
      bad(
        msg('Discord does not accept the client id and secret'),
        msg(
          'Copy both again from the OAuth2 page of your application into DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET.',
        ),
      ),
      ...clock,
    ]
  }

  /** Everybody may ask whether a server exists: https://docs.discord.com/developers/resources/guild#get-guild-widget */
  async function checkPublicGuild(): Promise<Finding[]> {
    const response = await send(`${settings.apiUrl}/guilds/${settings.guildId}/widget.json`, {}, 'Check')
    if (response.status === 404) {
      await response.body?.cancel()
      return [
        bad(
          withValues('Discord has no server with the id {id}', { id: settings.guildId }),
          msg(
            'Copy the id again into DISCORD_GUILD_ID: in Discord, with developer mode on, right-click your server and choose Copy Server ID.',
          ),
        ),
      ]
    }
    const widget = Widget.safeParse(response.ok ? await response.json() : null)
    await response.body?.cancel()
    return [good(withValues('there is a Discord server {name}', { name: widget.data?.name ?? settings.guildId }))]
  }

  async function checkGuild(): Promise<Finding[]> {
    const response = await askAsBot('/roles')
    if (response.status === 401) {
      await response.body?.cancel()
      return [
        bad(
          msg(
            "Discord does not accept the bot token: roles are read with each person's own sign-in, when they are older than ROLE_MAX_AGE",
          ),
          msg('Reset the token on the Bot page of your application and put the new one into DISCORD_BOT_TOKEN.'),
        ),
      ]
    }
    if (!response.ok) {
      await response.body?.cancel()
      return [
        bad(
          withValues('the bot cannot see the Discord server {id}', { id: settings.guildId }),
          msg('Check DISCORD_GUILD_ID and invite the bot to that server.'),
        ),
      ]
    }
    const roles = await readAnswer(response, RoleList)
    const existing = new Map(roles.map(({ id, name }) => [id, name]))
    const unknown = named.filter(({ id }) => !existing.has(id))
    const files = [...new Set(named.map(({ file }) => file))]
    const found = named.flatMap((role) => {
      const existingName = existing.get(role.id)
      return existingName === undefined ? [] : { ...role, existingName }
    })
    return [
      good(msg('the bot sees the Discord server')),
      ...(found.length === 0
        ? []
        : [
            good(
              withValues('Discord roles: {roles}', {
                roles: ({ t }) =>
                  found
                    .map(({ use, name, existingName }) =>
                      t('{use} is "{name}"', { use: name ? t(name) : use, name: existingName }),
                    )
                    .join('; '),
              }),
            ),
          ]),
      ...files.map((file) => rolesOf(file, unknown)),
      await checkMemberList(),
      await checkGateway(),
      ...(verifiedRole !== null && existing.has(verifiedRole) ? [await checkGiving(verifiedRole, roles)] : []),
    ]
  }

  function rolesOf(file: string, unknown: readonly NamedRole[]): Finding {
    const missing = unknown.filter((role) => role.file === file)
    if (missing.length === 0) return good(withValues('every role that {file} names exists there', { file }))
    return bad(
      withValues('{file} names roles that the Discord server does not have: {list}', {
        file,
        list: ({ t }) =>
          missing.map(({ id, use, line }) => t('line {line} {what}', { line, what: `${id} (${use})` })).join(', '),
      }),
      withValues("Copy each role's id in Discord (developer mode on) into {file}.", { file }),
    )
  }

  /** To give a role, the bot needs the permission Manage Roles and a role of its own above the given one. */
  async function checkGiving(roleId: string, roles: z.infer<typeof RoleList>): Promise<Finding> {
    const self = await send(`${settings.apiUrl}/users/@me`, { headers: { authorization: bot } }, bot)
    const { id } = await readAnswer(self, BotUser)
    const held = new Set((await readAnswer(await askAsBot(`/members/${id}`), BotMember)).roles)
    const own = roles.filter((role) => held.has(role.id) || role.id === settings.guildId)
    const may = own.reduce((all, { permissions }) => all | BigInt(permissions), 0n)
    const positionOf = (role: { position: number } | undefined) => role?.position ?? 0
    const isAbove = Math.max(...own.map(positionOf)) > positionOf(roles.find((role) => role.id === roleId))
    if ((may & (MANAGE_ROLES | ADMINISTRATOR)) !== 0n && isAbove) {
      return good(msg('the bot can give the role of verified people'))
    }
    return bad(
      isAbove
        ? msg('the bot cannot give the role of verified people: it does not have the permission Manage Roles')
        : msg("the bot cannot give the role of verified people: that role is above the bot's own role"),
      msg(
        "In the server's settings, Roles: give the bot's role Manage Roles and drag it above the one of verifiedRole.",
      ),
    )
  }

  async function checkGateway(): Promise<Finding> {
    const response = await send(`${settings.apiUrl}/gateway/bot`, { headers: { authorization: bot } }, bot)
    if (!response.ok) {
      await response.body?.cancel()
      return bad(
        withValues('Discord answered {status} when the bot asked for the gateway', { status: response.status }),
        msg('Try again in a few minutes. Until then, roles are only read again when they are older than ROLE_MAX_AGE.'),
      )
    }
    const { remaining, total } = (await readAnswer(response, GatewayInfo)).session_start_limit
    if (remaining > 0) {
      return good(withValues('the bot can connect to the gateway {remaining} more times today', { remaining }))
    }
    return bad(
      withValues('the bot connected to the gateway {total} times today and cannot connect again', { total }),
      msg('Wait until tomorrow, and check in the log why the connection is lost so often.'),
    )
  }

  /** Listing members needs the privileged intent, even over REST. */
  async function checkMemberList(): Promise<Finding> {
    const response = await askAsBot('/members?limit=1')
    await response.body?.cancel()
    if (response.ok) return good(msg('the bot can list the members and see changes of their roles'))
    return bad(
      msg(
        'the bot can neither list the members nor see changes of their roles: a role that is taken away keeps working for up to ROLE_MAX_AGE',
      ),
      msg('Switch on "Server Members Intent" on the Bot page of your application.'),
    )
  }
}

/** Longer than any call takes. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000

/** Compares this machine's clock with Discord's. All stored times and the ends of sign-ins depend on this clock. */
function checkClockBeside(header: string | null, now: Date): Finding[] {
  const serverTime = Date.parse(header ?? '')
  if (Number.isNaN(serverTime)) return []
  const difference = now.getTime() - serverTime
  if (Math.abs(difference) <= MAX_CLOCK_DIFFERENCE_MS) return [good(msg("the clock agrees with Discord's"))]
  const count = Math.round(Math.abs(difference) / 60_000)
  const off = { minutes: ({ t }: Translator) => t({ one: '{count} minute', other: '{count} minutes' }, { count }) }
  return [
    bad(
      difference > 0
        ? withValues("the clock of this machine is {minutes} ahead of Discord's", off)
        : withValues("the clock of this machine is {minutes} behind Discord's", off),
      msg('Let the machine set its clock automatically: `timedatectl set-ntp true` on most servers.'),
    ),
  ]
}

function withoutBot(verifiedRole: string | null): Finding[] {
  return [
    good(msg("no bot token: roles are read with each person's own sign-in")),
    ...(verifiedRole === null
      ? []
      : [
          bad(
            msg('site.yaml names a verifiedRole, but without a bot nobody can give it'),
            msg('Add a bot and set DISCORD_BOT_TOKEN, or leave verifiedRole out.'),
          ),
        ]),
  ]
}

import * as z from 'zod'
import { type DiscordSettings, userAgentOf } from './discord.ts'
import { DiscordUnavailable } from './failures.ts'
import { createRequests, type RequestOptions, readAnswer } from './requests.ts'

/** One thing that was looked at, in words for the person who runs the site. */
export interface Finding {
  ok: boolean
  what: string
  /** What to do about it. */
  mend?: string
}

const TokenError = z.object({ error: z.string() })
const RoleList = z.array(z.object({ id: z.string() }))

/**
 * Whether sign-in would work with these settings: the application's id and secret, the bot, the guild and the roles
 * that the community names. Changes nothing at Discord and never throws for what Discord answers.
 */
export async function checkDiscord(
  settings: DiscordSettings,
  roleIds: readonly string[] = [],
  options: RequestOptions = {},
): Promise<Finding[]> {
  const { send } = createRequests(userAgentOf(settings), options)
  const bot = `Bot ${settings.botToken}`
  const askAsBot = (path: string) =>
    send(`${settings.apiUrl}/guilds/${settings.guildId}${path}`, { headers: { authorization: bot } }, bot)

  try {
    return [await checkApplication(), ...(settings.botToken ? await checkGuild() : [withoutBot()])]
  } catch (error) {
    if (!(error instanceof DiscordUnavailable)) throw error
    const mend = `Check the network and DISCORD_API_URL (${settings.apiUrl}), then try again.`
    return [{ ok: false, what: error.message, mend }]
  }

  /** Tries a code that nobody was given: who is let in is told that the code is bad, others that they are unknown. */
  async function checkApplication(): Promise<Finding> {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'not-a-code',
      redirect_uri: settings.redirectUri,
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
    })
    const response = await send(`${settings.apiUrl}/oauth2/token`, { method: 'POST', body }, 'Check')
    if (response.status === 400) {
      const { error } = await readAnswer(response, TokenError)
      if (error !== 'invalid_client') return { ok: true, what: 'Discord accepts the client id and secret' }
    }
    await response.body?.cancel()
    return {
      ok: false,
      what: 'Discord does not accept the client id and secret',
      mend: 'Copy both again from the OAuth2 page of your application into DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET.',
    }
  }

  async function checkGuild(): Promise<Finding[]> {
    const response = await askAsBot('/roles')
    if (response.status === 401) {
      await response.body?.cancel()
      return [
        {
          ok: false,
          what: 'Discord does not accept the bot token',
          mend: 'Reset the token on the Bot page of your application and put the new one into DISCORD_BOT_TOKEN.',
        },
      ]
    }
    if (!response.ok) {
      await response.body?.cancel()
      return [
        {
          ok: false,
          what: `the bot cannot see the guild ${settings.guildId}`,
          mend: 'Check DISCORD_GUILD_ID and invite the bot to that guild.',
        },
      ]
    }
    const existing = new Set((await readAnswer(response, RoleList)).map(({ id }) => id))
    const unknown = roleIds.filter((id) => !existing.has(id))
    return [
      { ok: true, what: 'the bot sees the guild' },
      unknown.length === 0
        ? { ok: true, what: 'every role that the community names exists in the guild' }
        : {
            ok: false,
            what: `the guild has no role ${unknown.join(', ')}`,
            mend: "Copy the role's id in Discord (developer mode on) into the community's site.yaml.",
          },
      await checkMemberList(),
    ]
  }

  /** Listing members needs the privileged intent, over REST too. */
  async function checkMemberList(): Promise<Finding> {
    const response = await askAsBot('/members?limit=1')
    await response.body?.cancel()
    if (response.ok) return { ok: true, what: 'the bot may list the members of the guild' }
    return {
      ok: false,
      what: 'the bot may not list the members of the guild',
      mend: 'Switch on "Server Members Intent" on the Bot page of your application.',
    }
  }
}

function withoutBot(): Finding {
  return { ok: true, what: "no bot token: roles are read with each person's own sign-in" }
}

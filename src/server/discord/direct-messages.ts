import * as z from 'zod'
import { jsonOrNull } from '#lib/json.ts'
import { DiscordUnavailable, DiscordUnreachable } from './failures.ts'
import type { Requests } from './requests.ts'
import { type Posted, WITHOUT_PREVIEWS } from './webhooks.ts'

/** Sends a person a direct message from the bot. Never throws. Each message needs its own `nonce`. */
export type SendDirectMessage = (personId: string, content: string, nonce: string) => Promise<Posted>

const Found = z.object({ id: z.string().regex(/^\d{17,20}$/) })
const Failure = z.object({ code: z.number() })
/** The token stays rejected until a person sets another one. */
const tokenRefused = (why: string): Posted => ({ result: 'not-now', why, waitSeconds: 600, isOutage: false })

/**
 * Opens a channel (https://docs.discord.com/developers/resources/user#create-dm) and posts the message there. If the
 * message was sent and no response came, Discord may have posted it, so the result is 'unknown' and it is not sent
 * again.
 */
export function createDirectMessages({
  apiUrl,
  botToken,
  requests,
}: {
  apiUrl: string
  botToken: string
  requests: Requests
}): SendDirectMessage {
  const authorization = `Bot ${botToken}`
  /** Separate rate limit: messages must not delay the reading of roles. */
  const limitedAs = `${authorization} messages`

  const post = (path: string, body: object) =>
    requests.send(
      `${apiUrl}${path}`,
      {
        method: 'POST',
        headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
      limitedAs,
    )

  async function idIn(response: Response): Promise<string | Posted> {
    const body = jsonOrNull(await response.text())
    if (response.status === 401) {
      requests.markDead(authorization)
      return tokenRefused('Discord refused the bot token')
    }
    const found = Found.safeParse(body)
    if (response.ok && found.success) return found.data.id
    if (response.ok) return { result: 'unknown', why: `Discord answered ${response.status} without an id` }
    const code = Failure.safeParse(body).data?.code
    return { result: 'refused', why: `Discord answered ${response.status} (code ${code ?? 'none'})`, code }
  }

  return async (personId, content, nonce) => {
    let isOnItsWay = false
    try {
      if (requests.isDead(authorization)) return tokenRefused('Discord refused the bot token before')
      const channel = await idIn(await post('/users/@me/channels', { recipient_id: personId }))
      if (typeof channel !== 'string') return channel
      isOnItsWay = true
      const message = { content, nonce, enforce_nonce: true, allowed_mentions: { parse: [] }, flags: WITHOUT_PREVIEWS }
      const sent = await idIn(await post(`/channels/${channel}/messages`, message))
      return typeof sent === 'string' ? { result: 'posted', messageId: sent, restSeconds: 0 } : sent
    } catch (error) {
      if (!(error instanceof DiscordUnavailable)) throw error
      const isOutage = error instanceof DiscordUnreachable
      if (isOnItsWay && isOutage) return { result: 'unknown', why: error.message }
      return { result: 'not-now', why: error.message, waitSeconds: error.retryAfterSeconds ?? 0, isOutage }
    }
  }
}

import { type IncomingHttpHeaders, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import * as z from 'zod'
import { jsonOrNull } from '#lib/json.ts'
import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import type { Webhook } from '../config/webhooks.ts'
import { bad, type Finding, good } from '../finding.ts'
import type { Outage } from './outage.ts'
import { secondsToWait } from './rate-limit.ts'

/** The outcome of posting a message. */
export type Posted =
  | { result: 'posted'; messageId: string; restSeconds: number }
  /** Discord did not accept the message now. `isOutage`: it is out of reach, which the log reports once. */
  | { result: 'not-now'; why: string; waitSeconds: number; isOutage: boolean }
  /** Discord will never accept the message as it is. `code` is Discord's error code, if there is one. */
  | { result: 'refused'; why: string; code?: number | undefined }
  /** The webhook no longer exists. */
  | { result: 'gone'; why: string }
  /** The message was sent but the response does not tell the outcome: it may be in the channel. */
  | { result: 'unknown'; why: string }

/** The webhooks of channels, by the names of the environment variables with their URLs. */
export interface Webhooks {
  readonly names: readonly string[]
  /** Posts a message that mentions nobody and shows no preview of its links. Never throws. */
  post(name: string, content: string): Promise<Posted>
  /** Checks each webhook with Discord, and posts nothing. */
  check(): Promise<Finding[]>
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: unknown
}

/** No response came. `wasSent`: Discord may nevertheless have received the request. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  constructor(
    readonly why: string,
    readonly wasSent: boolean,
  ) {
    super(why)
  }
}

/** Message flag SUPPRESS_EMBEDS: https://docs.discord.com/developers/resources/message#message-object-message-flags */
export const WITHOUT_PREVIEWS = 4
/** The response to a message has only some hundred bytes. */
const MAX_BYTES = 100_000

const Message = z.object({ id: z.string().regex(/^\d{17,20}$/) })
const Found = z.object({ name: z.string().nullish() })

/**
 * Posts through webhooks: https://docs.discord.com/developers/resources/webhook#execute-webhook. Webhooks have no
 * `nonce` that would make a second post harmless (discord/discord-api-docs#6647), so a retry must know whether the
 * failed request was sent. Each request therefore has its own connection: if it never opened, nothing was sent. No
 * message or error contains a webhook's URL.
 */
export function createWebhooks(options: {
  apiUrl: string
  userAgent: string
  webhooks: Record<string, Webhook>
  timeoutMs?: number
  /** Told whether Discord responds. */
  outage?: Outage
}): Webhooks {
  const { apiUrl, webhooks, timeoutMs = 10_000, outage } = options

  function addressOf(name: string, query: Record<string, string>): URL {
    const webhook = webhooks[name]
    if (webhook === undefined) throw new Error(`there is no ${name}`)
    const { id, token, threadId } = webhook
    const more = new URLSearchParams({ ...query, ...(threadId === undefined ? {} : { thread_id: threadId }) })
    return new URL(`${apiUrl}/webhooks/${id}/${token}?${more}`)
  }

  function ask(url: URL, method: 'GET' | 'POST', body?: object): Promise<Answer> {
    const isSecure = url.protocol === 'https:'
    const payload = body === undefined ? '' : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      let wasSent = false
      const request = (isSecure ? requestSecure : requestPlain)(url, {
        method,
        agent: false,
        headers: {
          'user-agent': options.userAgent,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        },
      })
      const late = setTimeout(() => fail('no answer in time'), timeoutMs)
      const fail = (why: string) => {
        clearTimeout(late)
        request.destroy()
        reject(new NoAnswer(why, wasSent))
      }
      request.once('socket', (socket) => {
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          wasSent = true
        })
      })
      request.once('error', (error) => fail('code' in error ? String(error.code) : error.name))
      request.once('response', (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
          if (text.length > MAX_BYTES) fail('its answer has no end')
        })
        response.once('error', () => undefined)
        // A body that breaks off parses as null. After a success status, the outcome is then 'unknown'.
        response.once('close', () => {
          clearTimeout(late)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: jsonOrNull(text) })
        })
      })
      request.end(payload)
    })
  }

  return {
    names: Object.keys(webhooks),

    post: async (name, content) => {
      try {
        // Without `wait`, Discord would not confirm that the message was saved.
        const message = { content, allowed_mentions: { parse: [] }, flags: WITHOUT_PREVIEWS }
        const answer = await ask(addressOf(name, { wait: 'true' }), 'POST', message)
        if (answer.status < 500) outage?.answered('calls')
        else outage?.failed('calls', `Discord answered ${answer.status}`)
        return meaningOf(answer)
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        const why = `Discord ${error.wasSent ? 'did not answer' : 'could not be reached'} (${error.why})`
        outage?.failed('calls', why)
        return error.wasSent ? { result: 'unknown', why } : { result: 'not-now', why, waitSeconds: 0, isOutage: true }
      }
    },

    check: () => Promise.all(Object.keys(webhooks).map(checkOne)),
  }

  async function checkOne(name: string): Promise<Finding> {
    let answer: Answer
    try {
      answer = await ask(addressOf(name, {}), 'GET')
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      return bad(
        withValues('{name} cannot be checked: Discord could not be reached ({why})', { name, why: error.why }),
        msg('Check the network, then try again.'),
      )
    }
    const found = Found.safeParse(answer.body)
    if (answer.status === 200 && found.success) {
      const title = found.data.name
      return good(
        title
          ? withValues('{name}: Discord knows the webhook "{title}"', { name, title })
          : withValues('{name}: Discord knows the webhook', { name }),
      )
    }
    if (isGone(answer.status)) {
      return bad(
        withValues('{name}: Discord does not know this webhook', { name }),
        withValues(
          "Make a new one (in Discord: the channel's settings, Integrations, Webhooks) and put its address into {name}.",
          { name },
        ),
      )
    }
    return bad(
      withValues('{name}: Discord answered {status}', { name, status: answer.status }),
      msg('Try again in a few minutes.'),
    )
  }
}

const isGone = (status: number) => status === 401 || status === 404

function meaningOf({ status, headers, body }: Answer): Posted {
  if (status >= 200 && status < 300) {
    const message = Message.safeParse(body)
    if (message.success) return { result: 'posted', messageId: message.data.id, restSeconds: restAfter(headers) }
    return { result: 'unknown', why: `Discord answered ${status} without a message` }
  }
  const why = `Discord answered ${status}`
  const notNow = { result: 'not-now' as const, why, isOutage: false }
  if (status === 429) return { ...notNow, waitSeconds: secondsToWait(headers['retry-after'], body) }
  if (isGone(status)) return { result: 'gone', why: `Discord does not know this webhook any more (${status})` }
  // 502 means that no gateway was available to process the request. Discord sends 503 before it processes anything.
  if (status === 502 || status === 503) return { ...notNow, waitSeconds: 0, isOutage: true }
  if (status >= 500) return { result: 'unknown', why }
  // 403 is a temporary block by the proxy in front of Discord. A redirect does not come from Discord.
  if (status === 403 || status < 400) return { ...notNow, waitSeconds: 60 }
  return { result: 'refused', why }
}

/** Seconds to wait before the next call to this webhook, so that Discord does not answer 429. */
function restAfter(headers: IncomingHttpHeaders): number {
  return headers['x-ratelimit-remaining'] === '0' ? secondsIn(headers['x-ratelimit-reset-after']) : 0
}

function secondsIn(header: string | string[] | undefined): number {
  const seconds = Number.parseFloat(String(header))
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0
}

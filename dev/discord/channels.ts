import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Webhook } from '#server/config/webhooks.ts'
import { html, pageHeaders } from '../page.ts'
import { type Channel, type ChannelMessage, channelsPage } from './channels-page.tsx'
import type { Messages } from './messages.ts'
import { acceptJson, findPerson, type StandInState } from './state.ts'

/** What the admins of a guild can do with its channels. */
export interface Channels {
  /** Creates a channel and its webhook for the variable `DISCORD_WEBHOOK_…`. */
  open(name: string): Webhook
  /** The messages that were posted in the channel, the oldest first. */
  messagesIn(name: string): readonly ChannelMessage[]
  /** Deletes the webhook. The posted messages stay. */
  deleteWebhook(name: string): void
  /**
   * Makes the webhook fail for `posts` posts. Status 200 accepts the post, but says that the rate limit is used up.
   * Status 500 keeps the message before it fails, as Discord may do. `delayMs` delays the answer.
   */
  disturb(
    name: string,
    trouble: { status: 200 | 400 | 429 | 500 | 503; retryAfterSeconds?: number; delayMs?: number; posts?: number },
  ): void
}

interface OpenChannel extends Channel {
  webhook: Webhook
  isDeleted: boolean
  trouble: { status: number; retryAfterSeconds: number; delayMs: number; postsLeft: number } | null
}

interface ChannelView {
  all: OpenChannel[]
  /** Posts a message and returns its id. */
  post(to: Channel, body: z.infer<typeof Body>): string
}

const MAX_KEPT = 200
const UNKNOWN_WEBHOOK = { message: 'Unknown Webhook', code: 10015 }
const INVALID_TOKEN = { message: 'Invalid Webhook Token', code: 50027 }

/** The fields that the site sends, of https://docs.discord.com/developers/resources/webhook#execute-webhook */
const Body = z.object({
  content: z.string().min(1).max(2000),
  allowed_mentions: z.object({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) }).optional(),
  flags: z.int().optional(),
})

export function buildChannels(clock: () => Date): Channels & ChannelView {
  const all: OpenChannel[] = []
  let lastId = 700000000000000000n

  function named(name: string): OpenChannel {
    const channel = all.find((each) => each.name === name)
    if (!channel) throw new Error(`there is no channel ${name}`)
    return channel
  }

  return {
    all,
    open(name) {
      const webhook = {
        id: String(600000000000000001n + BigInt(all.length)),
        token: randomBytes(24).toString('base64url'),
      }
      const label = name.replace('DISCORD_WEBHOOK_', '').toLowerCase().replaceAll('_', '-')
      all.push({ name, label, messages: [], webhook, isDeleted: false, trouble: null })
      return webhook
    },
    messagesIn: (name) => named(name).messages,
    deleteWebhook(name) {
      named(name).isDeleted = true
    },
    disturb(name, { status, retryAfterSeconds = 0, delayMs = 0, posts = Number.POSITIVE_INFINITY }) {
      named(name).trouble = { status, retryAfterSeconds, delayMs, postsLeft: posts }
    },
    post({ messages }, { content, allowed_mentions, flags = 0 }) {
      const id = String(++lastId)
      messages.push({ id, at: clock(), content, mentions: allowed_mentions?.parse ?? null, flags })
      if (messages.length > MAX_KEPT) messages.shift()
      return id
    },
  }
}

/** Webhooks that behave like Discord's, and a page that shows what they posted. */
export async function serveChannels(
  app: FastifyInstance,
  {
    state,
    channels,
    messages,
    api,
  }: { state: StandInState; channels: ReturnType<typeof buildChannels>; messages: Messages; api: string },
): Promise<void> {
  acceptJson(app)

  type Address = { Params: { id: string; token: string }; Querystring: { wait?: string } }
  const path = `${api}/webhooks/:id/:token`

  app.get<Address>(path, ({ params }, reply) => {
    const found = find(params)
    if (!('webhook' in found)) return reply.code(found.status).send(found.body)
    const { id, token } = found.webhook
    return reply.send({ id, token, type: 1, name: found.label, avatar: null, guild_id: state.guild.id, channel_id: id })
  })

  app.post<Address>(path, async ({ params, query, body }, reply) => {
    const found = find(params)
    if (!('webhook' in found)) return reply.code(found.status).send(found.body)
    const { trouble } = found
    const isTroubled = trouble !== null && trouble.postsLeft-- > 0
    if (isTroubled && trouble.status === 429) {
      return reply
        .code(429)
        .headers({ 'retry-after': String(Math.ceil(trouble.retryAfterSeconds)), 'x-ratelimit-scope': 'shared' })
        .send({ message: 'You are being rate limited.', retry_after: trouble.retryAfterSeconds, global: false })
    }
    if (isTroubled && trouble.status === 200) {
      reply.headers({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': String(trouble.retryAfterSeconds) })
    } else if (isTroubled && trouble.status !== 500) return reply.code(trouble.status).send({ message: 'No', code: 0 })
    const posted = Body.safeParse(body)
    if (!posted.success) return reply.code(400).send({ message: 'Invalid Form Body', code: 50035 })
    const { content } = posted.data
    const id = channels.post(found, posted.data)
    if (isTroubled) await sleep(trouble.delayMs, undefined, { ref: false })
    if (isTroubled && trouble.status === 500)
      return reply.code(500).send({ message: '500: Internal Server Error', code: 0 })
    if (query.wait !== 'true') return reply.code(204).send()
    return reply.send({ id, type: 0, content, channel_id: found.webhook.id, webhook_id: found.webhook.id })
  })

  app.get('/channels', (_, reply) => {
    reply.headers(
      pageHeaders("default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'"),
    )
    return html(reply, channelsPage(state.applicationName, channels.all, directChannels(state, messages)))
  })

  function find({ id, token }: Address['Params']): OpenChannel | { status: number; body: object } {
    const found = channels.all.find(({ webhook }) => webhook.id === id)
    if (!found || found.isDeleted) return { status: 404, body: UNKNOWN_WEBHOOK }
    return found.webhook.token === token ? found : { status: 401, body: INVALID_TOKEN }
  }
}

/** The bot's direct messages, as one channel for each person. */
function directChannels(state: StandInState, { all }: Messages): Channel[] {
  return [...new Set(all.map(({ personId }) => personId))].map((personId) => ({
    name: `to-${personId}`,
    label: `@${findPerson(state, personId)?.username ?? personId}`,
    messages: all
      .filter((message) => message.personId === personId)
      .map(({ id, at, content }) => ({ id, at, content, mentions: [], flags: 0 })),
  }))
}

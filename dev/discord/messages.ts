import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { acceptJson, findPerson, type StandInState } from './state.ts'

/** A direct message that the bot sent to a person. */
export interface DirectMessage {
  id: string
  at: Date
  /** The recipient. */
  personId: string
  content: string
  nonce: string
}

export interface Messages {
  /** The oldest message first. */
  all: DirectMessage[]
  /** Ids of people who accept no messages from bots of their servers. */
  closed: Set<string>
}

const UNAUTHORIZED = { message: '401: Unauthorized', code: 0 }
const INVALID = { message: 'Invalid Form Body', code: 50035 }
const UNKNOWN_CHANNEL = { message: 'Unknown Channel', code: 10003 }
const CLOSED = { message: 'Cannot send messages to this user', code: 50007 }
const NO_SHARED_SERVER = { message: 'Cannot send messages to this user due to having no mutual guilds', code: 50278 }

const MAX_KEPT = 200
const Opening = z.object({ recipient_id: z.string().regex(/^\d{17,20}$/) })
/** The fields that the site sends, of https://docs.discord.com/developers/resources/message#create-message */
const Body = z.object({
  content: z.string().min(1).max(2000),
  nonce: z.string().max(25),
  enforce_nonce: z.literal(true),
  allowed_mentions: z.object({ parse: z.array(z.string()).max(0) }),
  flags: z.int(),
})

/** Direct messages of the bot to one person, which are accepted or refused as at Discord. */
export async function serveMessages(
  app: FastifyInstance,
  { state, messages, clock }: { state: StandInState; messages: Messages; clock: () => Date },
): Promise<void> {
  let lastId = 800000000000000000n
  acceptJson(app)
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== `Bot ${state.botToken}`) return reply.code(401).send(UNAUTHORIZED)
  })

  app.post('/users/@me/channels', (request, reply) => {
    const opening = Opening.safeParse(request.body)
    if (!opening.success) return reply.code(400).send(INVALID)
    return reply.send({ id: channelOf(opening.data.recipient_id), type: 1 })
  })

  app.post<{ Params: { channel: string } }>('/channels/:channel/messages', (request, reply) => {
    const personId = personOf(request.params.channel)
    const person = findPerson(state, personId)
    if (person === null) return reply.code(404).send(UNKNOWN_CHANNEL)
    if (person.member === null) return reply.code(403).send(NO_SHARED_SERVER)
    if (messages.closed.has(personId)) return reply.code(403).send(CLOSED)
    const body = Body.safeParse(request.body)
    if (!body.success) return reply.code(400).send(INVALID)
    const { content, nonce } = body.data
    const known = messages.all.find((message) => message.nonce === nonce && message.personId === personId)
    if (known) return reply.send({ id: known.id, type: 0 })
    const id = String(++lastId)
    messages.all.push({ id, at: clock(), personId, content, nonce })
    if (messages.all.length > MAX_KEPT) messages.all.shift()
    return reply.send({ id, type: 0 })
  })
}

/** The id of the direct message channel between the bot and a person. */
const channelOf = (personId: string) => String(BigInt(personId) + 1n)
const personOf = (channel: string) => (/^\d{17,20}$/.test(channel) ? String(BigInt(channel) - 1n) : '')

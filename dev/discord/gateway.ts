import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'
import { jsonOrNull } from '#lib/json.ts'
import type { StandInState } from './state.ts'

const PATH = '/gateway'
const HEARTBEAT_EVERY = 41_250
const GUILDS = 1 << 0
const GUILD_MEMBERS = 1 << 1

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes */
const ClientMessage = z.discriminatedUnion('op', [
  z.object({ op: z.literal(1) }),
  z.object({ op: z.literal(2), d: z.object({ token: z.string(), intents: z.int() }) }),
  z.object({ op: z.literal(6), d: z.object({ token: z.string(), session_id: z.string(), seq: z.int() }) }),
])
const BAD_TOKEN = 4004
const DECODE_ERROR = 4002
const DISALLOWED_INTENTS = 4014
const ALREADY_AUTHENTICATED = 4005

/** A bot that has identified itself. The events that it was sent are kept, so that it can resume the session. */
interface Session {
  id: string
  intents: number
  events: { type: string; data: unknown }[]
  socket: WebSocket | null
}

export interface StandInGateway {
  /** Sends an event to every bot whose intents allow it. */
  dispatch(type: string, data: object): void
  /** Cuts every connection without a close frame. With `forgets`, no session can be resumed. */
  drop(options?: { forgets?: boolean }): void
  /** Closes every connection with one of Discord's close codes. */
  closeAll(code: number): void
  /** The number of bots that are connected now. */
  readonly listeners: number
}

/**
 * Discord's gateway (https://docs.discord.com/developers/events/gateway), as far as a bot needs it to learn about
 * members.
 */
export function serveGateway(app: FastifyInstance, state: StandInState): StandInGateway {
  const sockets = new WebSocketServer({ noServer: true })
  const sessions = new Map<string, Session>()

  app.server.on('upgrade', (request, socket, head) => {
    if (state.trouble.isDown || new URL(request.url ?? '/', 'http://stand-in').pathname !== PATH) {
      return void socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n')
    }
    sockets.handleUpgrade(request, socket, head, greet)
  })
  app.addHook('preClose', async () => {
    for (const client of sockets.clients) client.terminate()
  })

  function greet(socket: WebSocket): void {
    let session: Session | null = null
    socket.on('message', (message) => {
      const received = ClientMessage.safeParse(jsonOrNull(String(message)))
      if (!received.success) return socket.close(DECODE_ERROR)
      if (received.data.op === 1) return send(socket, 11, null)
      if (session !== null) return socket.close(ALREADY_AUTHENTICATED)
      const { d } = received.data
      if (d.token !== state.botToken) return socket.close(BAD_TOKEN)
      session = 'seq' in d ? resume(socket, d.session_id, d.seq) : identify(socket, d.intents)
    })
    socket.on('close', () => {
      if (session?.socket === socket) session.socket = null
    })
    send(socket, 10, { heartbeat_interval: HEARTBEAT_EVERY })
  }

  function identify(socket: WebSocket, intents: number): Session | null {
    if (intents & GUILD_MEMBERS && !state.trouble.allowsMembers) {
      socket.close(DISALLOWED_INTENTS)
      return null
    }
    const session: Session = { id: randomBytes(16).toString('hex'), intents, events: [], socket }
    sessions.set(session.id, session)
    const isThere = !state.trouble.botIsRemoved
    sendEvent(session, 'READY', {
      v: 10,
      user: { id: state.clientId, username: 'the-bot', discriminator: '0', global_name: null, avatar: null, bot: true },
      guilds: isThere ? [{ id: state.guild.id, unavailable: true }] : [],
      session_id: session.id,
      resume_gateway_url: addressOf(app),
      application: { id: state.clientId, flags: 0 },
    })
    if (isThere && intents & GUILDS) sendEvent(session, 'GUILD_CREATE', guildBody(state))
    return session
  }

  function resume(socket: WebSocket, id: string, sequence: number): Session | null {
    const session = sessions.get(id)
    if (session === undefined) {
      send(socket, 9, false)
      return null
    }
    session.socket?.terminate()
    session.socket = socket
    for (const [at, { type, data }] of session.events.entries()) {
      if (at + 1 > sequence) send(socket, 0, data, { type, sequence: at + 1 })
    }
    sendEvent(session, 'RESUMED', {})
    return session
  }

  /** Sends an event to a session. The event is kept, so that a bot that is not connected gets it when it resumes. */
  function sendEvent(session: Session, type: string, data: object): void {
    session.events.push({ type, data })
    if (session.socket) send(session.socket, 0, data, { type, sequence: session.events.length })
  }

  return {
    dispatch: (type, data) => {
      const needed = type.startsWith('GUILD_MEMBER_') ? GUILD_MEMBERS : GUILDS
      for (const session of sessions.values()) if (session.intents & needed) sendEvent(session, type, data)
    },
    drop: ({ forgets = false } = {}) => {
      if (forgets) sessions.clear()
      for (const client of sockets.clients) client.terminate()
    },
    closeAll: (code) => {
      sessions.clear()
      for (const client of sockets.clients) client.close(code)
    },
    get listeners() {
      return [...sessions.values()].filter(({ socket }) => socket?.readyState === WebSocket.OPEN).length
    },
  }
}

/** The address that bots connect to. It is known once the stand-in listens. */
export function addressOf(app: FastifyInstance): string {
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the stand-in does not listen')
  return `ws://127.0.0.1:${address.port}${PATH}`
}

/** https://docs.discord.com/developers/events/gateway-events#guild-create */
export function guildBody({ guild: { id, name, people } }: StandInState) {
  const count = people.filter(({ member }) => member).length
  return { id, name, member_count: count, large: true, unavailable: false, members: [], channels: [] }
}

function send(socket: WebSocket, op: number, data: unknown, event?: { type: string; sequence: number }): void {
  socket.send(JSON.stringify({ op, d: data, s: event?.sequence ?? null, t: event?.type ?? null }))
}

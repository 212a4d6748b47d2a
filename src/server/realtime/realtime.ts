import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type DefaultEventsMap, Server, type Socket } from 'socket.io'
import type { $ZodType } from 'zod/v4/core'
import * as core from 'zod/v4/core'
import { ACCESS_LEVELS, type Access, allows, CAPABILITY_NAMES, can, everywhere, type Member } from '#lib/access.ts'
import type { Room } from '#lib/room.ts'
import type { Topic } from '#lib/topics.ts'
import type { Changes } from '../changes.ts'
import { HttpError } from '../http/http-error.ts'
import type { Log } from '../log.ts'
import { createPlaces } from './places.ts'

/** The session of a live connection, as far as the toolkit needs it. */
export interface LiveSession {
  id: string
  person: { member: Member }
}

export interface RealtimeDeps<S extends LiveSession> {
  server: HttpServer
  /** The caller's IP address. */
  addressOf(request: IncomingMessage): string
  /** The only origin from which browsers may connect: the same-origin policy does not cover WebSockets. */
  origin: string
  authorization: {
    /** Throws an `HttpError` for an IP address with too many attempts without a valid session. */
    sessionOf(caller: { headers: { cookie?: string | undefined }; ip: string }): S | null | Promise<S | null>
    canSession(access: Access, session: S): Promise<boolean>
    onEnded(listener: (session: S, how: 'ended' | 'replaced') => void): void
    /** Records that a person was denied access. */
    refused(by: { actor: Member; requestId: string }, what: string): void
  }
  changes: Changes
  /** The access of the people who are notified of a topic's change: those who may read its list. */
  topicAccess(topic: Topic): Access
  log: Log
}

/** A live connection of a browser. */
export interface Client {
  socketId: string
  /** The person of the session, with their current rights. */
  member: Member
}

export interface Realtime {
  /**
   * Handles an event that browsers send in a room. Events are rate-limited and parsed by the schema. The handler runs
   * only for people who may be in the room.
   */
  onEvent<S extends $ZodType>(
    room: Room,
    event: string,
    schema: S,
    handler: (client: Client, payload: core.output<S>) => void,
  ): void
  enter(socketId: string, room: Room): void
  leave(socketId: string, room: Room): void
  /** Sends an event to this process's connections in a room. */
  sendToRoom(room: Room, event: string, payload: object): void
  /** Sends an event to one connection. */
  sendToClient(socketId: string, event: string, payload: object): void
  /** The listener is called when a connection is closed or may no longer be in a room. */
  onGone(listener: (socketId: string) => void): void
  /** The number of connections to this process. */
  connections(): number
  /**
   * Call this when a person's rights change. Their connections to this process leave at once the rooms that they may no
   * longer be in, and receive `changed` with the topic `rights`.
   */
  recheckPerson(id: string): void
  /**
   * Sends `changed` to this process's connections with this access. It is for lists that show each person different
   * data.
   */
  notifyChanged(topic: Topic, access: Access): void
  /** Sends `changed` to this process's connections of these people. */
  notifyPeople(topic: Topic, ids: readonly string[]): void
  close(): Promise<void>
}

/** How often the rights of every connection are checked again, in milliseconds, even if it only listens. */
const RECHECK_EVERY = 60_000
const EVENTS_PER_10_S = 30
const CONNECTIONS_PER_PERSON = 20
/** More than a community that meets in one place needs. A browser over the limit polls its lists instead. */
const CONNECTIONS_PER_ADDRESS = 200

const PATH = '/socket.io/'

/** Whether a request is for the live connection. */
export const isLive = (request: IncomingMessage) => request.url?.startsWith(PATH) === true

/**
 * The live connection: WebSocket only, at the site's root. The session is the only identity. Every event is authorized
 * again, because a connection may outlive its person's roles. When a session ends, its connections receive
 * `session:revoked` and are closed. When the browser signs in again, they reconnect.
 */
export function createRealtime<S extends LiveSession>(deps: RealtimeDeps<S>): Realtime {
  const { authorization, log } = deps
  const sessions = new Map<string, S>()
  const roomAccess = new Map<string, Access>()
  const gone: ((socketId: string) => void)[] = []
  const limiter = new RateLimiterMemory({ points: EVENTS_PER_10_S, duration: 10 })
  let isClosing = false

  const io = openServer<S>(deps.server, admit, log)

  /** The session of each accepted handshake, until its connection is open. */
  const admitted = new WeakMap<IncomingMessage, S>()
  const places = createPlaces(CONNECTIONS_PER_ADDRESS)

  /** Checks a handshake. Returns null to accept it, else the reason to reject it. */
  async function admit(request: IncomingMessage): Promise<string | null> {
    if (isClosing || request.headers.origin !== deps.origin) return 'not_here'
    const ip = deps.addressOf(request)
    if (!places.take(ip, request.socket)) return 'too_many_connections'
    const session = await authorization.sessionOf({ headers: request.headers, ip })
    if (session === null) return 'sign_in_needed'
    admitted.set(request, session)
    return null
  }

  io.use((socket, next) => {
    const { request } = socket
    const session = admitted.get(request)
    admitted.delete(request)
    if (session === undefined) return refuse(socket, next, 'sign_in_needed')
    let open = 0
    for (const { person } of sessions.values()) if (person.member.id === session.person.member.id) open++
    if (open >= CONNECTIONS_PER_PERSON) return refuse(socket, next, 'too_many_connections')
    socket.data.session = session
    next()
  })

  io.on('connection', (socket) => {
    const { session } = socket.data
    if (session === undefined) return void socket.disconnect(true)
    sessions.set(socket.id, session)
    void socket.join([sessionRoom(session), ...listRoomsOf(session)])
    // The session may have ended since the handshake, when this connection could not be notified yet.
    authorization.canSession('member', session).then(
      (isOpen) => isOpen || revoke(session),
      (error: unknown) => log.warn({ err: error }, 'a live connection could not be checked'),
    )
    // The limit applies to every event, whether it has a handler or not.
    socket.use((_event, next) => {
      limiter.consume(socket.id).then(
        () => next(),
        () => undefined,
      )
    })
    socket.on('disconnect', () => {
      sessions.delete(socket.id)
      for (const listener of gone) listener(socket.id)
    })
  })

  /** Closes this process's connections of a session. Every process is notified of a session's end and does the same. */
  function revoke(session: S): void {
    io.local.to(sessionRoom(session)).emit('session:revoked')
    io.local.in(sessionRoom(session)).disconnectSockets(true)
  }

  /** Closes a session's connections so that their browsers reconnect by themselves, with their current cookie. */
  function reconnect(session: S): void {
    for (const [socketId, held] of sessions) if (held === session) io.sockets.sockets.get(socketId)?.conn.close()
  }
  authorization.onEnded((session, how) => (how === 'replaced' ? reconnect(session) : revoke(session)))

  /** Checks a connection's rights again. It stays in exactly the rooms that its current rights allow, or is closed. */
  async function recheck(socketId: string): Promise<void> {
    const session = sessions.get(socketId)
    if (session === undefined) return
    if (!(await authorization.canSession('member', session))) return revoke(session)
    // This asks Discord if the roles are old. It is needed only for people with more than the basic levels.
    if (listRoomsOf(session).length > OPEN_LEVELS) await authorization.canSession('staff', session)
    const socket = io.sockets.sockets.get(socketId)
    if (socket === undefined) return
    const allowed = new Set(listRoomsOf(session))
    for (const room of socket.rooms) if (room.startsWith(LIST_ROOM) && !allowed.has(room)) void socket.leave(room)
    void socket.join([...allowed])
    for (const [name, access] of roomAccess) {
      if (!socket.rooms.has(name) || allows(access, session.person.member)) continue
      void socket.leave(name)
      for (const listener of gone) listener(socketId)
    }
  }

  function recheckAll(isOne: (session: S) => boolean): void {
    for (const [socketId, session] of sessions) {
      if (!isOne(session)) continue
      recheck(socketId).catch((error: unknown) => log.warn({ err: error }, 'a live connection could not be checked'))
    }
  }

  const rechecking = setInterval(() => recheckAll(() => true), RECHECK_EVERY)
  rechecking.unref()

  // Each process notifies its own connections, after it has dropped its cached snapshots.
  deps.changes.on((topic) => notifyChanged(topic, deps.topicAccess(topic)))

  function notifyChanged(topic: Topic, access: Access): void {
    // A person with the capability everywhere has it in the department too, but is not in the department's room.
    io.local.to([listRoom(access), listRoom(everywhere(access))]).emit('changed', { topic })
  }

  function notifyPeople(topic: Topic | 'rights', ids: readonly string[]): void {
    for (const [socketId, { person }] of sessions) {
      if (ids.includes(person.member.id)) io.sockets.sockets.get(socketId)?.emit('changed', { topic })
    }
  }

  return {
    onEvent: (room, event, schema, handler) => {
      roomAccess.set(roomName(room), room.access)
      io.on('connection', (socket) => {
        socket.on(event, (payload: unknown) => {
          handleOne(socket.id, payload).catch((error: unknown) =>
            log.warn({ err: error, event }, 'an event could not be heard'),
          )
        })
      })

      async function handleOne(socketId: string, payload: unknown): Promise<void> {
        const parsed = core.safeParse(schema, payload)
        const session = sessions.get(socketId)
        if (!parsed.success || session === undefined) return
        if (!(await authorization.canSession(room.access, session))) {
          await countRefusal(socketId, session)
          return recheck(socketId)
        }
        // The connection or the right may have ended while Discord was asked. So check both again here. There is no
        // `await` between this check and the handler.
        const { member } = session.person
        if (sessions.has(socketId) && allows(room.access, member)) handler({ socketId, member }, parsed.data)
      }

      /** Records the denial, as for a denied call. Not if the session has ended or Discord could not be asked. */
      async function countRefusal(socketId: string, session: S): Promise<void> {
        const actor = session.person.member
        if (allows(room.access, actor) || !(await authorization.canSession('member', session))) return
        authorization.refused({ actor, requestId: `socket-${socketId}` }, `room ${room.name}`)
      }
    },
    enter: (socketId, room) => void io.local.in(socketId).socketsJoin(roomName(room)),
    leave: (socketId, room) => void io.local.in(socketId).socketsLeave(roomName(room)),
    sendToRoom: (room, event, payload) => void io.local.to(roomName(room)).emit(event, payload),
    sendToClient: (socketId, event, payload) => void io.local.to(socketId).emit(event, payload),
    onGone: (listener) => {
      gone.push(listener)
    },
    connections: () => sessions.size,
    recheckPerson: (id) => {
      recheckAll(({ person }) => person.member.id === id)
      notifyPeople('rights', [id])
    },
    notifyPeople,
    notifyChanged,
    close: async () => {
      isClosing = true
      clearInterval(rechecking)
      await io.close()
    },
  }
}

/** Opens the live connection on the web server. `admit` returns why a caller is rejected, or null. */
function openServer<S>(server: HttpServer, admit: (request: IncomingMessage) => Promise<string | null>, log: Log) {
  return new Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, { session?: S }>(server, {
    path: PATH,
    destroyUpgrade: false, // the web server responds to upgrades for other paths
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 10_000,
    perMessageDeflate: false,
    // Reject callers before the handshake, so that they never get a WebSocket.
    allowRequest: (request, decide) => {
      admit(request).then(
        (why) => decide(why, why === null),
        (error: unknown) => {
          if (!(error instanceof HttpError)) log.warn({ err: error }, 'a live connection could not be opened')
          decide('not_now', false)
        },
      )
    },
  })
}

/** Sends the reason and closes the connection: a browser does not try again on it. */
function refuse(socket: Pick<Socket, 'conn'>, next: (error: Error) => void, why: string): void {
  next(new Error(why))
  setImmediate(() => socket.conn.close())
}

/** The rooms that are notified of changed lists: one for each level and capability that the person has. */
function listRoomsOf({ person: { member } }: LiveSession): string[] {
  const held = EVERYWHERE.filter((access) => allows(access, member))
  return [...new Set([...held, ...member.capabilities])].map(listRoom)
}

/** The number of levels that every signed-in person has: `anyone` and `member`. */
const OPEN_LEVELS = 2

const roomName = (room: Room) => `room:${room.name}`
const LIST_ROOM = 'access:'
const listRoom = (access: string) => `${LIST_ROOM}${access}`
/** Every level and capability, without departments. */
const EVERYWHERE: readonly Access[] = [...ACCESS_LEVELS, ...CAPABILITY_NAMES.map((name) => can(name))]
const sessionRoom = (session: LiveSession) => `session:${session.id}`

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

/** Who holds a live connection, as far as the toolkit must know. */
export interface LiveSession {
  id: string
  person: { member: Member }
}

export interface RealtimeDeps<S extends LiveSession> {
  server: HttpServer
  /** From where a browser asks. */
  addressOf(request: IncomingMessage): string
  /** Browsers may connect from here only: websockets are not covered by the same-origin policy. */
  origin: string
  authorization: {
    /** Throws a `HttpError` for an address that asked too often in vain. */
    sessionOf(caller: { headers: { cookie?: string | undefined }; ip: string }): S | null | Promise<S | null>
    canSession(access: Access, session: S): Promise<boolean>
    onEnded(listener: (session: S, how: 'ended' | 'replaced') => void): void
    /** Counts that somebody was refused. */
    refused(by: { actor: Member; requestId: string }, what: string): void
  }
  changes: Changes
  /** Who hears that a topic changed: those who may read its list. */
  topicAccess(topic: Topic): Access
  log: Log
}

/** One live connection of a browser. */
export interface Client {
  socketId: string
  /** Who the session says it is, with the rights of now. */
  member: Member
}

export interface Realtime {
  /** What browsers may say in a room: limited, parsed by its schema, and heard only from who may be in the room. */
  hear<S extends $ZodType>(
    room: Room,
    event: string,
    schema: S,
    handler: (client: Client, said: core.output<S>) => void,
  ): void
  enter(socketId: string, room: Room): void
  leave(socketId: string, room: Room): void
  /** To everyone in the room whom this process serves. */
  tell(room: Room, event: string, said: object): void
  /** To one connection. */
  tellTab(socketId: string, event: string, said: object): void
  /** The connection is gone or may no longer be in its rooms. */
  onGone(listener: (socketId: string) => void): void
  /** How many connections this process has. */
  connections(): number
  /**
   * Somebody's rights changed: their connections in this process leave at once the rooms that they may no longer be in,
   * and hear `changed` with the topic `rights`.
   */
  recheckPerson(id: string): void
  /**
   * A list that shows each person something else may be another now for those with this access, whom this process
   * serves.
   */
  tellChanged(topic: Topic, access: Access): void
  /** The same for these people. */
  tellPeople(topic: Topic, ids: readonly string[]): void
  close(): Promise<void>
}

/** Roles are read again for anyone who only listens. */
const RECHECK_EVERY = 60_000
const EVENTS_PER_10_S = 30
const CONNECTIONS_PER_PERSON = 20
/** A community that meets in one room has fewer; what is over it asks for lists as before. */
const CONNECTIONS_PER_ADDRESS = 200

const PATH = '/socket.io/'

/** Whether a request is for the live connection. */
export const isLive = (request: IncomingMessage) => request.url?.startsWith(PATH) === true

/**
 * The live connection: websocket only, at the site's root. The session is the only identity; every event asks for
 * authorization again, because a connection outlives roles. When a session ends its connections hear `session:revoked`
 * and are cut off; when the browser signed in again they connect anew.
 */
export function createRealtime<S extends LiveSession>(deps: RealtimeDeps<S>): Realtime {
  const { authorization, log } = deps
  const sessions = new Map<string, S>()
  const roomAccess = new Map<string, Access>()
  const gone: ((socketId: string) => void)[] = []
  const limiter = new RateLimiterMemory({ points: EVENTS_PER_10_S, duration: 10 })
  let isClosing = false

  const io = new Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, { session?: S }>(deps.server, {
    path: PATH,
    destroyUpgrade: false, // the web server answers what is not for here
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 10_000,
    perMessageDeflate: false,
    // Those who may not connect never have a websocket.
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
  type ClientSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, { session?: S }>

  /** The session of each handshake that was let in, until its connection is made. */
  const admitted = new WeakMap<IncomingMessage, S>()
  const places = createPlaces(CONNECTIONS_PER_ADDRESS)

  /** Null lets it in, else why not. */
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

  /** Says why, and ends the connection: on it nobody asks a second time. */
  function refuse(socket: ClientSocket, next: (error: Error) => void, why: string): void {
    next(new Error(why))
    setImmediate(() => socket.conn.close())
  }

  io.on('connection', (socket) => {
    const { session } = socket.data
    if (session === undefined) return void socket.disconnect(true)
    sessions.set(socket.id, session)
    void socket.join([sessionRoom(session), ...listRoomsOf(session)])
    // It may have ended between the handshake and here, when nobody could tell this connection yet.
    authorization.canSession('member', session).then(
      (isOpen) => isOpen || revoke(session),
      (error: unknown) => log.warn({ err: error }, 'a live connection could not be checked'),
    )
    // Before anything else is done with what a browser says, known event or not.
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

  /** The rooms in which a person hears of changed lists: one for each level and capability that they have. */
  function listRoomsOf({ person: { member } }: S): string[] {
    const held = EVERYWHERE.filter((access) => allows(access, member))
    return [...new Set([...held, ...member.capabilities])].map(listRoom)
  }

  /** Cuts off every connection of a session here: each process hears of its end, and cuts off its own. */
  function revoke(session: S): void {
    io.local.to(sessionRoom(session)).emit('session:revoked')
    io.local.in(sessionRoom(session)).disconnectSockets(true)
  }

  /** Lets every connection of a session open anew by itself, with the cookie that its browser has by then. */
  function reconnect(session: S): void {
    for (const [socketId, held] of sessions) if (held === session) io.sockets.sockets.get(socketId)?.conn.close()
  }
  authorization.onEnded((session, how) => (how === 'replaced' ? reconnect(session) : revoke(session)))

  /** May this connection still be here? Leaves it in exactly the rooms that its rights of now allow. */
  async function recheck(socketId: string): Promise<void> {
    const session = sessions.get(socketId)
    if (session === undefined) return
    if (!(await authorization.canSession('member', session))) return revoke(session)
    // Asks Discord when the roles are old, but only for those who have something to lose.
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

  // Each process tells its own, once it has dropped what it kept.
  deps.changes.on((topic) => tellChanged(topic, deps.topicAccess(topic)))

  function tellChanged(topic: Topic, access: Access): void {
    // Who has a capability everywhere has it in the department too, and stands in no room of it.
    io.local.to([listRoom(access), listRoom(everywhere(access))]).emit('changed', { topic })
  }

  return {
    hear: (room, event, schema, handler) => {
      roomAccess.set(roomName(room), room.access)
      io.on('connection', (socket) => {
        socket.on(event, (said: unknown) => {
          hearOne(socket.id, said).catch((error: unknown) =>
            log.warn({ err: error, event }, 'an event could not be heard'),
          )
        })
      })

      async function hearOne(socketId: string, said: unknown): Promise<void> {
        const parsed = core.safeParse(schema, said)
        const session = sessions.get(socketId)
        if (!parsed.success || session === undefined) return
        if (!(await authorization.canSession(room.access, session))) {
          await countRefusal(socketId, session)
          return recheck(socketId)
        }
        // The connection or the right may have gone while Discord was asked. Nothing waits from here to the handler.
        const { member } = session.person
        if (sessions.has(socketId) && allows(room.access, member)) handler({ socketId, member }, parsed.data)
      }

      /** As a refused call is; not where the session has ended or Discord could not be asked. */
      async function countRefusal(socketId: string, session: S): Promise<void> {
        const actor = session.person.member
        if (allows(room.access, actor) || !(await authorization.canSession('member', session))) return
        authorization.refused({ actor, requestId: `socket-${socketId}` }, `room ${room.name}`)
      }
    },
    enter: (socketId, room) => void io.local.in(socketId).socketsJoin(roomName(room)),
    leave: (socketId, room) => void io.local.in(socketId).socketsLeave(roomName(room)),
    tell: (room, event, said) => void io.local.to(roomName(room)).emit(event, said),
    tellTab: (socketId, event, said) => void io.local.to(socketId).emit(event, said),
    onGone: (listener) => {
      gone.push(listener)
    },
    connections: () => sessions.size,
    recheckPerson: (id) => {
      const isTheirs = ({ person }: S) => person.member.id === id
      recheckAll(isTheirs)
      for (const [socketId, session] of sessions) {
        if (isTheirs(session)) io.sockets.sockets.get(socketId)?.emit('changed', { topic: 'rights' })
      }
    },
    tellPeople: (topic, ids) => {
      for (const [socketId, { person }] of sessions) {
        if (ids.includes(person.member.id)) io.sockets.sockets.get(socketId)?.emit('changed', { topic })
      }
    },
    tellChanged,
    close: async () => {
      isClosing = true
      clearInterval(rechecking)
      await io.close()
    },
  }
}

/** `anyone` and `member`: what every signed-in person has. */
const OPEN_LEVELS = 2

const roomName = (room: Room) => `room:${room.name}`
const LIST_ROOM = 'access:'
const listRoom = (access: string) => `${LIST_ROOM}${access}`
/** What is asked for of no department alone. */
const EVERYWHERE: readonly Access[] = [...ACCESS_LEVELS, ...CAPABILITY_NAMES.map((name) => can(name))]
const sessionRoom = (session: LiveSession) => `session:${session.id}`

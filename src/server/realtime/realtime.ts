import type { Server as HttpServer } from 'node:http'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { Server, type Socket } from 'socket.io'
import type { $ZodType } from 'zod/v4/core'
import * as core from 'zod/v4/core'
import { ACCESS_LEVELS, type Access, allows, type Member } from '#lib/access.ts'
import type { Room } from '#lib/room.ts'
import type { Topic } from '#lib/topics.ts'
import type { Changes } from '../changes.ts'
import type { Log } from '../log.ts'

/** Who holds a live connection, as far as the toolkit must know. */
export interface LiveSession {
  id: string
  person: { member: Member }
}

export interface RealtimeDeps<S extends LiveSession> {
  server: HttpServer
  /** Browsers may connect from here only: websockets are not covered by the same-origin policy. */
  origin: string
  door: {
    sessionOf(cookieHeader: string | undefined): S | null | Promise<S | null>
    admits(access: Access, session: S): Promise<boolean>
    onEnded(listener: (session: S) => void): void
  }
  changes: Changes
  /** Who hears that a topic changed: those who may read its list. */
  topicAccess: Record<Topic, Access>
  log: Log
}

/** One browser tab that is connected. */
export interface Visitor {
  socketId: string
  /** Who the session says it is, with the rights of now. */
  member: Member
}

export interface Realtime {
  /** What browsers may say in a room: parsed by its schema, limited, and heard only from who may be in the room. */
  hear<S extends $ZodType>(
    room: Room,
    event: string,
    schema: S,
    handler: (visitor: Visitor, said: core.output<S>) => void,
  ): void
  enter(visitor: Visitor, room: Room): void
  leave(visitor: Visitor, room: Room): void
  /** To everyone in the room. */
  tell(room: Room, event: string, said: object): void
  /** The tab is gone or may no longer be in its rooms. */
  onGone(listener: (socketId: string) => void): void
  close(): Promise<void>
}

/** Roles are read again for whoever only listens. */
const RECHECK_EVERY = 60_000
const EVENTS_PER_10_S = 30
const CONNECTIONS_PER_PERSON = 20

/**
 * The live connection: websocket only, at the site's root. The session is the only identity; every event asks the door
 * again, because a connection outlives roles. When a session ends its tabs hear `session:revoked` and are cut off.
 */
export function createRealtime<S extends LiveSession>(deps: RealtimeDeps<S>): Realtime {
  const { door, log } = deps
  const sessions = new Map<string, S>()
  const gone: ((socketId: string) => void)[] = []
  const limiter = new RateLimiterMemory({ points: EVENTS_PER_10_S, duration: 10 })
  const io = new Server(deps.server, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 10_000,
    perMessageDeflate: false,
    allowRequest: (request, decide) => decide(null, request.headers.origin === deps.origin),
  })

  io.use((socket, next) => {
    admit(socket).then(
      (why) => next(why === null ? undefined : new Error(why)),
      (error: unknown) => {
        log.warn({ err: error }, 'a live connection could not be opened')
        next(new Error('unavailable'))
      },
    )
  })

  async function admit(socket: Socket): Promise<string | null> {
    const session = await door.sessionOf(socket.handshake.headers.cookie)
    if (session === null) return 'sign_in_needed'
    const { id } = session.person.member
    const open = [...sessions.values()].filter((other) => other.person.member.id === id).length
    if (open >= CONNECTIONS_PER_PERSON) return 'too_many_connections'
    sessions.set(socket.id, session)
    return null
  }

  io.on('connection', (socket) => {
    const session = sessions.get(socket.id)
    if (session === undefined) return void socket.disconnect(true)
    void socket.join([sessionRoom(session), ...levelsOf(session)])
    socket.on('disconnect', () => {
      sessions.delete(socket.id)
      for (const listener of gone) listener(socket.id)
    })
  })

  function levelsOf(session: S): string[] {
    return ACCESS_LEVELS.filter((level) => allows(level, session.person.member)).map(levelRoom)
  }

  /** Cuts off every tab of a session. */
  function revoke(session: S): void {
    io.to(sessionRoom(session)).emit('session:revoked')
    io.in(sessionRoom(session)).disconnectSockets(true)
  }
  door.onEnded(revoke)

  /** May this tab still be here? Leaves it in exactly the rooms that its rights of now allow. */
  async function recheck(socketId: string): Promise<void> {
    const session = sessions.get(socketId)
    const socket = io.sockets.sockets.get(socketId)
    if (session === undefined || socket === undefined) return
    if (!(await door.admits('member', session))) return revoke(session)
    await door.admits('staff', session) // reads the roles again when they are old
    const allowed = new Set(levelsOf(session))
    for (const level of ACCESS_LEVELS.map(levelRoom)) {
      if (allowed.has(level)) void socket.join(level)
      else void socket.leave(level)
    }
    for (const [name, access] of roomAccess) {
      if (!socket.rooms.has(name) || allows(access, session.person.member)) continue
      void socket.leave(name)
      for (const listener of gone) listener(socketId)
    }
  }

  const roomAccess = new Map<string, Access>()
  const rechecking = setInterval(() => {
    for (const socketId of sessions.keys()) {
      recheck(socketId).catch((error: unknown) => log.warn({ err: error }, 'a live connection could not be checked'))
    }
  }, RECHECK_EVERY)
  rechecking.unref()

  deps.changes.on((topic) => io.to(levelRoom(deps.topicAccess[topic])).emit('changed', { topic }))

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
        const session = sessions.get(socketId)
        const parsed = core.safeParse(schema, said)
        if (session === undefined || !parsed.success || !(await maySpeak(socketId))) return
        if (await door.admits(room.access, session))
          return handler({ socketId, member: session.person.member }, parsed.data)
        await recheck(socketId)
      }
    },
    enter: (visitor, room) => void io.in(visitor.socketId).socketsJoin(roomName(room)),
    leave: (visitor, room) => void io.in(visitor.socketId).socketsLeave(roomName(room)),
    tell: (room, event, said) => void io.to(roomName(room)).emit(event, said),
    onGone: (listener) => {
      gone.push(listener)
    },
    close: async () => {
      clearInterval(rechecking)
      await io.close()
    },
  }

  async function maySpeak(socketId: string): Promise<boolean> {
    return limiter.consume(socketId).then(
      () => true,
      () => false,
    )
  }
}

const roomName = (room: Room) => `room:${room.name}`
const levelRoom = (access: Access) => `access:${access}`
const sessionRoom = (session: LiveSession) => `session:${session.id}`

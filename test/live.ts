import { io, type Socket } from 'socket.io-client'
import { ORIGIN, type World } from './world.ts'

/** A browser tab's live connection, with all that it heard. */
export interface LiveTab {
  socket: Socket
  /** Everything heard of an event so far. */
  heard(event: string): unknown[]
  /** All of it, by event. */
  everything(): ReadonlyMap<string, unknown[]>
  /** The next time that an event is heard. */
  next(event: string): Promise<unknown>
}

/** Opens live connections to a world, which listens from the first one on. Close them when the test ends. */
export function liveTabs(world: () => World) {
  const open: Socket[] = []
  const addresses = new WeakMap<World, Promise<string>>()

  function address(): Promise<string> {
    const listening = addresses.get(world()) ?? world().app.listen({ port: 0, host: '127.0.0.1' })
    addresses.set(world(), listening)
    return listening
  }

  /** Begins to connect; the caller waits for `connect` or `connect_error`. */
  async function dial(headers: Record<string, string>, at?: string): Promise<LiveTab> {
    const socket = io(at ?? (await address()), {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: headers,
    })
    open.push(socket)
    const heard = new Map<string, unknown[]>()
    socket.onAny((event: string, said: unknown) => heard.set(event, [...(heard.get(event) ?? []), said]))
    return {
      socket,
      heard: (event) => heard.get(event) ?? [],
      everything: () => heard,
      next: (event) => new Promise((resolve) => socket.once(event, resolve)),
    }
  }

  return {
    address,
    dial,
    /** Connects as the person who holds this cookie, to the world unless told where. */
    connect: async (cookie: string, at?: string, origin = ORIGIN): Promise<LiveTab> => {
      const tab = await dial({ cookie, origin }, at)
      await new Promise<void>((resolve, reject) => {
        tab.socket.once('connect', resolve)
        tab.socket.once('connect_error', reject)
      })
      return tab
    },
    closeAll: () => {
      for (const socket of open.splice(0)) socket.close()
    },
  }
}

/** Waits in real time: the live connection's own pauses are not the world's clock. */
export const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

import { io, type Socket } from 'socket.io-client'
import { ORIGIN, type World } from './world.ts'

/** The live connection of a browser tab, with all events that it received. */
export interface LiveTab {
  socket: Socket
  /** All messages of an event so far. */
  received(event: string): unknown[]
  /** All messages, by event. */
  allReceived(): ReadonlyMap<string, unknown[]>
  /** The next message of an event. */
  next(event: string): Promise<unknown>
}

/** Opens live connections to a world, which starts to listen with the first one. Call `closeAll` when the test ends. */
export function liveTabs(world: () => World) {
  const open: Socket[] = []
  const addresses = new WeakMap<World, Promise<string>>()

  function address(): Promise<string> {
    const listening = addresses.get(world()) ?? world().app.listen({ port: 0, host: '127.0.0.1' })
    addresses.set(world(), listening)
    return listening
  }

  /** Starts to connect. The caller waits for `connect` or `connect_error`. */
  async function dial(headers: Record<string, string>, at?: string): Promise<LiveTab> {
    const socket = io(at ?? (await address()), {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: headers,
    })
    open.push(socket)
    const received = new Map<string, unknown[]>()
    socket.onAny((event: string, message: unknown) => received.set(event, [...(received.get(event) ?? []), message]))
    return {
      socket,
      received: (event) => received.get(event) ?? [],
      allReceived: () => received,
      next: (event) => new Promise((resolve) => socket.once(event, resolve)),
    }
  }

  return {
    address,
    dial,
    /** Connects with this session cookie, to the world or to another address. */
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

/** Waits in real time, because the delays of the live connection do not use the test clock. */
export const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

import type { Socket } from 'socket.io-client'

/** Milliseconds. */
const RETRY_EVERY = 5_000

let connecting: Promise<Socket> | null = null

/**
 * The one live connection of this browser tab, opened on first use. Same origin, websocket only, unlimited reconnects
 * (spec section 9: 1 s growing to 5 s, jitter 0.5, 20 s connect timeout). Apart from the transport these are the
 * client's defaults. They are set explicitly so that an upgrade cannot change them.
 */
export function openSocket(): Promise<Socket> {
  connecting ??= load().then(({ io }) =>
    io({
      transports: ['websocket'],
      reconnectionDelay: 1000,
      reconnectionDelayMax: 5000,
      randomizationFactor: 0.5,
      reconnectionAttempts: Number.POSITIVE_INFINITY,
      timeout: 20_000,
    }),
  )
  return connecting
}

/** Loads the client, a chunk of its own, and retries on an unstable connection. Pages poll their lists meanwhile. */
async function load(): Promise<typeof import('socket.io-client')> {
  for (;;) {
    try {
      return await import('socket.io-client')
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY))
    }
  }
}

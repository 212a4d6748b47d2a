import type { Socket } from 'socket.io-client'

/** Milliseconds. */
const RETRY_EVERY = 5_000

let connecting: Promise<Socket> | null = null

/**
 * The one live connection of this browser tab, opened at first use. Same origin, websocket only, reconnecting for ever
 * (spec section 9: 1 s growing to 5 s, jitter 0.5, 20 s to connect; these are the client's own defaults but for the
 * transport, and are written down so that an upgrade cannot change them).
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

/** The client is code of its own, and the line that brings it may come and go: pages ask again for lists meanwhile. */
async function load(): Promise<typeof import('socket.io-client')> {
  for (;;) {
    try {
      return await import('socket.io-client')
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY))
    }
  }
}

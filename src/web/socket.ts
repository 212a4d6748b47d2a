import type { Socket } from 'socket.io-client'

let connecting: Promise<Socket> | null = null

/**
 * The one live connection of this browser tab, opened at first use. Same origin, websocket only, reconnecting for ever
 * (spec section 9: 1 s growing to 5 s, jitter 0.5, 20 s to connect; these are the client's own defaults but for the
 * transport, and are written down so that an upgrade cannot change them).
 */
export function openSocket(): Promise<Socket> {
  connecting ??= import('socket.io-client').then(({ io }) =>
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

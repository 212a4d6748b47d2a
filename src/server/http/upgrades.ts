import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { msg } from '#lib/messages.ts'
import { sendErrorAndClose } from './answer-error.ts'
import { HttpError } from './http-error.ts'

/**
 * Responds to every request that asks for another protocol, except those of the live connection (`isLive`). If a
 * connection closes without a response, a proxy considers the site dead and stops sending visitors. So WebSockets and
 * tunnels are rejected with a response. Any other upgrade (`curl --http2`) is ignored, as RFC 9110, 7.8 allows.
 */
export function answerUpgrades(server: Server, isLive: (request: IncomingMessage) => boolean): void {
  server.on('upgrade', (request, socket, head) => {
    if (isLive(request)) return endOnError(socket)
    if (offers(request).includes('websocket'))
      return refuse(socket, msg('There is no live connection at this address.'))
    readAgain(server, request, socket, head)
  })
  server.on('connect', (_request, socket) => refuse(socket, msg('This site does not work as a proxy.')))
}

function offers({ headers }: IncomingMessage): string[] {
  return (headers.upgrade ?? '').split(',').map((protocol) => protocol.trim().toLowerCase())
}

/** Node no longer handles errors of this connection. Without a handler, an error would end the process. */
function endOnError(socket: Duplex): void {
  socket.on('error', () => socket.destroy())
}

function refuse(socket: Duplex, message: string): void {
  endOnError(socket)
  socket.resume()
  sendErrorAndClose(socket, new HttpError(400, 'malformed', message), () => socket.destroy())
}

/** Hands the request back to the server without its upgrade headers. */
function readAgain(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`]
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2)
    const kept = name.toLowerCase() === 'connection' ? value.split(',').filter((option) => !isOffer(option)) : [value]
    if (!isOffer(name) && kept.length > 0) lines.push(`${name}: ${kept.join(',')}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}

const isOffer = (name: string) => ['upgrade', 'http2-settings'].includes(name.trim().toLowerCase())

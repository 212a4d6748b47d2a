import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { msg } from '#lib/messages.ts'
import { endWith } from './answer-error.ts'
import { HttpError } from './http-error.ts'

/**
 * Answers each request that wants another protocol on its connection, unless `isLive` says that the live connection
 * takes it. A proxy takes a connection that closes without an answer for a dead site and stops sending visitors here,
 * so nothing is closed in silence: a websocket and a tunnel are refused, and any other offer (`curl --http2`) is
 * ignored, as a server may (RFC 9110, 7.8).
 */
export function answerUpgrades(server: Server, isLive: (request: IncomingMessage) => boolean): void {
  server.on('upgrade', (request, socket, head) => {
    if (isLive(request)) return endOnError(socket)
    if (offers(request).includes('websocket'))
      return refuse(socket, msg('There is no live connection at this address.'))
    readAgain(server, request, socket, head)
  })
  server.on('connect', (_request, socket) => refuse(socket, msg('This site leads to no other.')))
}

function offers({ headers }: IncomingMessage): string[] {
  return (headers.upgrade ?? '').split(',').map((protocol) => protocol.trim().toLowerCase())
}

/** Node listens to this connection no more: if it broke, the error would end the process. */
function endOnError(socket: Duplex): void {
  socket.on('error', () => socket.destroy())
}

function refuse(socket: Duplex, message: string): void {
  endOnError(socket)
  socket.resume()
  endWith(socket, new HttpError(400, 'malformed', message), () => socket.destroy())
}

/** Hands the request back to the server without what it offered. */
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

import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen, portOf } from '#test/listen.ts'
import { answerUpgrades } from './upgrades.ts'

const H2C = 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n'
const WEBSOCKET = 'connection: Upgrade\r\nupgrade: websocket\r\n'

let server: Server
let live: Duplex[]
let warnings: Error[]
const onWarning = (warning: Error) => void warnings.push(warning)
beforeEach(async () => {
  warnings = []
  process.on('warning', onWarning)
  live = []
  // Responds with the request as the server read it.
  server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = request
    response.end(JSON.stringify({ method, url, headers, body: await text(request) }))
  })
  answerUpgrades(server, ({ url }) => url === '/live')
  server.on('upgrade', ({ url }, socket) => {
    if (url === '/live') live.push(socket)
  })
  await listen(server)
})
afterEach(async () => {
  process.off('warning', onWarning)
  server.closeAllConnections()
  for (const socket of live) socket.destroy()
  server.close()
  await once(server, 'close')
})

async function dial(): Promise<Socket> {
  const socket = connect(portOf(server), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

async function answerTo(sent: string): Promise<string> {
  const socket = await dial()
  socket.write(sent)
  return text(socket)
}

const readOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('{')))

describe('Requests to upgrade the protocol', () => {
  it.each([
    ['a websocket anywhere else', `GET / HTTP/1.1\r\nhost: x\r\n${WEBSOCKET}\r\n`],
    ['a websocket among others', 'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c, WebSocket\r\n\r\n'],
    ['a websocket with more behind it', `POST / HTTP/1.1\r\nhost: x\r\n${WEBSOCKET}\r\n${'x'.repeat(100_000)}`],
    ['a tunnel', 'CONNECT elsewhere.example:443 HTTP/1.1\r\nhost: elsewhere.example\r\n\r\n'],
  ])('a request that is %s gets 400 at once, and its connection is closed', async (_, sent) => {
    const began = performance.now()
    const answer = await answerTo(sent)
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(readOf(answer)).toMatchObject({ ok: false, error: { code: 'malformed' } })
    expect(performance.now() - began).toBeLessThan(500)
    await expect.poll(() => connections()).toBe(0)
  })

  it.each([
    ['h2c', `GET /page?a=%20b HTTP/1.1\r\nhost: x\r\nX-Kept: ä\r\n${H2C}connection: close\r\n\r\n`, ''],
    [
      'h2c with a body',
      `POST /page?a=%20b HTTP/1.1\r\nhost: x\r\nX-Kept: ä\r\n${H2C}connection: close\r\ncontent-length: 5\r\n\r\nhello`,
      'hello',
    ],
    [
      'an unknown protocol',
      'GET /page?a=%20b HTTP/1.1\r\nhost: x\r\nX-Kept: ä\r\nconnection: close, upgrade\r\nupgrade: foo/2\r\n\r\n',
      '',
    ],
  ])('an upgrade offer of %s is ignored', async (_, sent, body) => {
    const read = readOf(await answerTo(sent))
    expect(read).toMatchObject({ url: '/page?a=%20b', body, headers: { host: 'x', 'x-kept': expect.any(String) } })
    expect(read.headers).not.toHaveProperty('upgrade')
    expect(read.headers).not.toHaveProperty('http2-settings')
    expect(read.headers.connection.trim()).toBe('close')
  })

  it('thirty upgrade requests are accepted on one connection, between others', async () => {
    const socket = await dial()
    const responses = text(socket)
    for (let at = 0; at < 30; at++) {
      socket.write(`GET /${at} HTTP/1.1\r\nhost: x\r\n${at % 3 === 0 ? '' : H2C}\r\n`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    socket.write('GET /last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    const urls = [...(await responses).matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url)
    expect(urls).toEqual([...Array.from({ length: 30 }, (_, at) => `/${at}`), '/last'])
    expect(warnings).toEqual([])
  })

  it('an upgrade for the live connection is passed on, and a broken one ends no other connection', async () => {
    const socket = await dial()
    socket.write(`GET /live HTTP/1.1\r\nhost: x\r\n${WEBSOCKET}\r\n`)
    await expect.poll(() => live.length).toBe(1)
    const closed = new Promise((resolve) => live[0]?.once('close', resolve))
    live[0]?.resume()
    socket.resetAndDestroy()
    await closed
    expect(readOf(await answerTo('GET /after HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).url).toBe('/after')
  })
})

const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

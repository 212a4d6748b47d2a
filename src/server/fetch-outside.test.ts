import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { fetchOutside, lookUpPublicOnly, OutsideFailed } from './fetch-outside.ts'

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

async function standInWith(listener: RequestListener): Promise<string> {
  const made = createServer(listener)
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  const address = made.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

const LIMITS = { timeoutMs: 2_000, maxBytes: 1_000 }
const ask = (standIn: string, limits: Partial<typeof LIMITS> = {}) =>
  fetchOutside(new URL('/a', standIn), { ...LIMITS, ...limits, standIn })
const failed = (why: OutsideFailed['why']) => new OutsideFailed(why)

it('a request returns status and bytes, and sends no data of the site', async () => {
  let headers: object = {}
  const standIn = await standInWith((request, reply) => {
    headers = request.headers
    reply.end('hello')
  })
  expect(await ask(standIn)).toEqual({ status: 200, bytes: Buffer.from('hello'), location: null })
  expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
})

it('a redirect is not followed', async () => {
  let asked = 0
  const standIn = await standInWith((_, reply) => {
    asked += 1
    reply.writeHead(302, { location: '/b' }).end()
  })
  expect((await ask(standIn)).status).toBe(302)
  expect(asked).toBe(1)
})

it('the body is not read if only the status is needed', async () => {
  const standIn = await standInWith((_, reply) => {
    reply.writeHead(301, { location: '/b' })
    // The response never ends.
    reply.write(Buffer.alloc(5_000))
  })
  const answer = await fetchOutside(new URL('/a', standIn), { ...LIMITS, standIn, isWithoutBody: true })
  expect(answer).toEqual({ status: 301, bytes: Buffer.alloc(0), location: '/b' })
})

it('the body is read up to the limit exactly, whatever its declared length', async () => {
  const standIn = await standInWith(({ url }, reply) => {
    reply.write(Buffer.alloc(600))
    reply.end(Buffer.alloc(url === '/a' ? 401 : 400))
  })
  await expect(ask(standIn)).rejects.toEqual(failed('too-large'))
  const whole = await fetchOutside(new URL('/b', standIn), { ...LIMITS, standIn })
  expect(whole.bytes.length).toBe(1_000)
})

it('a response that never starts or never ends is given up', async () => {
  const standIn = await standInWith(({ url }, reply) => {
    if (url !== '/a') reply.write('x')
  })
  await expect(ask(standIn, { timeoutMs: 30 })).rejects.toEqual(failed('too-slow'))
  const endless = fetchOutside(new URL('/b', standIn), { ...LIMITS, timeoutMs: 30, standIn })
  await expect(endless).rejects.toEqual(failed('too-slow'))
})

it('an unreachable server is reported', async () => {
  const standIn = await standInWith((request) => request.socket.destroy())
  await expect(ask(standIn)).rejects.toEqual(failed('unreachable'))
})

it.each([
  'http://cdn.discordapp.com/a',
  'https://127.0.0.1/a',
  'https://2130706433/a',
  'https://0x7f.1/a',
  'https://[::1]/a',
  'https://[::ffff:127.0.0.1]/a',
  'https://169.254.169.254/latest',
  'https://me@cdn.discordapp.com/a',
  'ftp://cdn.discordapp.com/a',
  'https://cdn.discordapp.com:8443/a',
  'https://1.1.1.1:22/a',
])('the address %s is not requested', async (address) => {
  await expect(fetchOutside(new URL(address), LIMITS)).rejects.toEqual(failed('not-public'))
})

/** Resolves a name to these addresses with `lookUpPublicOnly`. */
const resolve = (addresses: string[]) =>
  new Promise((done) => {
    const found: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    lookUpPublicOnly(async () => found)('cdn.discordapp.com', { all: true }, (error, to) => done(error ?? to))
  })

it.each([
  [['127.0.0.1']],
  [['10.0.0.7']],
  [['::1']],
  // One address is public and the other is not.
  [['1.1.1.1', '192.168.0.1']],
  [[]],
])('a name that resolves to %s is not connected', async (addresses: string[]) => {
  expect(await resolve(addresses)).toEqual(failed('not-public'))
})

it('the public addresses of a name are connected', async () => {
  expect(await resolve(['162.159.133.233', '2606:4700::1'])).toMatchObject([{ family: 4 }, { family: 6 }])
})

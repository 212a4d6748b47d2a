import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { lossy, riff, text } from '#test/webp.ts'
import { createCheckLink, createCopyPicture } from './gateway.ts'

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

/** Starts a server that replaces Discord's CDN. */
async function standInWith(listener: RequestListener): Promise<string> {
  const made = createServer(listener)
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  const address = made.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

const PICTURE = riff(lossy(640, 480, { data: 400 }))
const copy = async (listener: RequestListener, limits?: { timeoutMs?: number; maxBytes?: number }) => {
  const standIn = await standInWith(listener)
  return createCopyPicture(standIn, limits)(`${standIn}/attachments/1/2/clip.png?ex=1`)
}

it('a picture is copied, whatever its name and content type say', async () => {
  const bytes = await copy((_, reply) => reply.setHeader('content-type', 'text/html').end(PICTURE))
  expect(Buffer.compare(bytes, PICTURE)).toBe(0)
})

it.each<[string, RequestListener, string]>([
  ['a redirect', (_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1/' }).end(PICTURE), 'no longer has'],
  ['a picture that is gone', (_, reply) => reply.writeHead(404).end(PICTURE), 'no longer has'],
  ['an SVG', (_, reply) => reply.setHeader('content-type', 'image/png').end('<svg/>'), 'This is not a PNG'],
  ['a page behind the name of a picture', (_, reply) => reply.end(text('<!doctype html>')), 'This is not a PNG'],
  ['no answer', ({ socket }) => socket.destroy(), 'cannot be reached'],
])('a response with %s is refused', async (_, listener, why) => {
  await expect(copy(listener)).rejects.toThrow(why)
})

it('a picture over 8 MB, or one that takes too long, is refused', async () => {
  const large: RequestListener = (_, reply) => reply.end(Buffer.concat([PICTURE, Buffer.alloc(8 * 1024 * 1024)]))
  await expect(copy(large)).rejects.toThrow('larger than 8 MB')
  await expect(copy(() => {}, { timeoutMs: 30 })).rejects.toThrow('longer than 5 seconds')
})

it('no other host is called, and no fake Discord if there is none', async () => {
  const standIn = await standInWith(() => {
    throw new Error('it was asked')
  })
  for (const link of [`${standIn}/a.png`, 'https://cdn.discordapp.com.evil.example/a.png', 'https://10.0.0.1/a.png'])
    await expect(createCopyPicture(null)(link)).rejects.toThrow('Only links to cdn.discordapp.com')
})

/** Checks a link at a server that answers with this listener. */
const look = async (listener: RequestListener, limits?: { timeoutMs?: number }) => {
  const standIn = await standInWith(listener)
  return createCheckLink({ standIn, ...limits })(`${standIn}/clip`)
}
const status =
  (head: number, get = head): RequestListener =>
  ({ method }, reply) =>
    reply.writeHead(method === 'HEAD' ? head : get).end()

it.each<[string, RequestListener, string]>([
  ['there', status(200), 'there'],
  ['there, though it answers no HEAD', status(405, 200), 'there'],
  ['there, though its HEAD says otherwise', status(404, 200), 'there'],
  ['deleted', status(404), 'gone'],
  ['deleted for good', status(410), 'gone'],
  ['private', status(403), 'unknown'],
  ['asked too often', status(429), 'unknown'],
  ['broken', status(503), 'unknown'],
  ['not answering', ({ socket }) => socket.destroy(), 'unknown'],
])('the state of a link whose video is %s is recognized', async (_, listener, state) => {
  expect(await look(listener)).toBe(state)
})

it('a redirect is followed, up to a limit', async () => {
  const leads: RequestListener = ({ url }, reply) =>
    url === '/clip' ? reply.writeHead(302, { location: '/moved' }).end() : reply.writeHead(410).end()
  expect(await look(leads)).toBe('gone')
  let asked = 0
  const loops: RequestListener = (_, reply) => {
    asked += 1
    reply.writeHead(302, { location: '/clip' }).end()
  }
  expect(await look(loops)).toBe('unknown')
  expect(asked).toBe(12)
})

it.each([
  'http://127.0.0.1:1/',
  'https://127.0.0.1/',
  'https://10.0.0.1/',
  'https://1.1.1.1:8443/',
  'http://example.com/',
  'file:///etc/passwd',
])('a redirect to %s is not followed', async (location) => {
  const asked: string[] = []
  const state = await look(({ url }, reply) => {
    asked.push(url ?? '')
    reply.writeHead(302, { location }).end()
  })
  expect([state, new Set(asked)]).toEqual(['unknown', new Set(['/clip'])])
})

it('only the status of a video is read, however large it is', async () => {
  const large: RequestListener = ({ method }, reply) => {
    reply.writeHead(method === 'HEAD' ? 405 : 200, { 'content-length': '9000000000' })
    if (method === 'HEAD') reply.end()
    else reply.write(Buffer.alloc(64 * 1024))
  }
  expect(await look(large)).toBe('there')
})

it('a link that takes too long has an unknown state', async () => {
  expect(await look(() => {}, { timeoutMs: 30 })).toBe('unknown')
})

it('slow redirects take no longer than one slow response', async () => {
  let asked = 0
  const slow: RequestListener = (_, reply) => {
    asked += 1
    setTimeout(() => reply.writeHead(302, { location: '/clip' }).end(), 120)
  }
  expect(await look(slow, { timeoutMs: 200 })).toBe('unknown')
  expect(asked).toBeLessThanOrEqual(2)
})

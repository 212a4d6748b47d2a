import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { lossy, riff, text } from '#test/webp.ts'
import { createCopyPicture } from './gateway.ts'

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

/** What takes the place of Discord's CDN. */
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

it('copies a picture, whatever its name and the type that comes with it say', async () => {
  const bytes = await copy((_, reply) => reply.setHeader('content-type', 'text/html').end(PICTURE))
  expect(Buffer.compare(bytes, PICTURE)).toBe(0)
})

it.each<[string, RequestListener, string]>([
  ['a redirect', (_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1/' }).end(PICTURE), 'no longer has'],
  ['a picture that is gone', (_, reply) => reply.writeHead(404).end(PICTURE), 'no longer has'],
  ['an SVG', (_, reply) => reply.setHeader('content-type', 'image/png').end('<svg/>'), 'This is no PNG'],
  ['a page behind the name of a picture', (_, reply) => reply.end(text('<!doctype html>')), 'This is no PNG'],
  ['no answer', ({ socket }) => socket.destroy(), 'cannot be reached'],
])('refuses %s', async (_, listener, why) => {
  await expect(copy(listener)).rejects.toThrow(why)
})

it('refuses 8 MB and one byte, and what takes too long', async () => {
  const large: RequestListener = (_, reply) => reply.end(Buffer.concat([PICTURE, Buffer.alloc(8 * 1024 * 1024)]))
  await expect(copy(large)).rejects.toThrow('more than 8 MB')
  await expect(copy(() => {}, { timeoutMs: 30 })).rejects.toThrow('longer than 5 seconds')
})

it('asks no other place, also not at the stand-in where there is none', async () => {
  const standIn = await standInWith(() => {
    throw new Error('it was asked')
  })
  for (const link of [`${standIn}/a.png`, 'https://cdn.discordapp.com.evil.example/a.png', 'https://10.0.0.1/a.png'])
    await expect(createCopyPicture(null)(link)).rejects.toThrow('Only links to cdn.discordapp.com')
})

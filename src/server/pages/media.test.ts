import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readMedia } from './media.ts'

let dir: string
let app: FastifyInstance
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'media-'))
  mkdirSync(join(dir, 'badges'))
  writeFileSync(join(dir, 'badges/fhp.svg'), '<svg>one</svg>')
  writeFileSync(join(dir, 'NOTES'), 'without an ending')
})
afterEach(async () => {
  await app?.close()
  rmSync(dir, { recursive: true })
})

async function serve() {
  const media = readMedia(dir)
  app = Fastify()
  await media.serveOn(app)
  const get = async (url: string, headers = {}) => {
    const { statusCode, body, headers: got } = await app.inject({ url, headers })
    return { status: statusCode, body, cache: got['cache-control'], type: got['content-type'] }
  }
  return { media, get }
}

describe('Names of pictures', () => {
  it('the name of a picture contains the hash of its content', () => {
    const before = readMedia(dir).addressOf('/media/badges/fhp.svg')
    expect(before).toMatch(/^\/media\/badges\/fhp-[0-9a-f]{10}\.svg$/)
    expect(readMedia(dir).addressOf('/media/badges/fhp.svg')).toBe(before)
    writeFileSync(join(dir, 'badges/fhp.svg'), '<svg>two</svg>')
    expect(readMedia(dir).addressOf('/media/badges/fhp.svg')).not.toBe(before)
  })

  it('a name is unchanged for a missing file, without an extension, without a folder, and in development', () => {
    const media = readMedia(dir)
    for (const path of ['/media/none.svg', '/media/NOTES', '/media/badges', 'https://elsewhere.example/media/a.svg']) {
      expect(media.addressOf(path)).toBe(path)
    }
    expect(readMedia(join(dir, 'none')).addressOf('/media/badges/fhp.svg')).toBe('/media/badges/fhp.svg')
    expect(readMedia(dir, { isHashed: false }).addressOf('/media/badges/fhp.svg')).toBe('/media/badges/fhp.svg')
  })

  it('every name in the content is replaced, and nothing else', () => {
    const media = readMedia(dir)
    const content = { a: [{ badge: '/media/badges/fhp.svg', n: 1, no: null }], text: 'see /media/badges/fhp.svg' }
    expect(media.addressed(content)).toEqual({
      a: [{ badge: media.addressOf('/media/badges/fhp.svg'), n: 1, no: null }],
      text: 'see /media/badges/fhp.svg',
    })
  })
})

describe('Serving pictures', () => {
  it('a picture with its hash is cached for a year', async () => {
    const { media, get } = await serve()
    expect(await get(media.addressOf('/media/badges/fhp.svg'))).toEqual({
      status: 200,
      body: '<svg>one</svg>',
      cache: 'public, max-age=31536000, immutable',
      type: 'image/svg+xml',
    })
  })

  it('a picture with its plain name is cached for an hour', async () => {
    const { get } = await serve()
    expect(await get('/media/badges/fhp.svg')).toMatchObject({ status: 200, cache: 'public, max-age=3600' })
  })

  it('a picture with an outdated hash is served in its current version, and not cached', async () => {
    const { get } = await serve()
    expect(await get('/media/badges/fhp-0123456789.svg')).toMatchObject({
      status: 200,
      body: '<svg>one</svg>',
      cache: 'public, max-age=0',
    })
  })

  it('a picture is served in ranges, as videos are', async () => {
    const { media, get } = await serve()
    const part = await get(media.addressOf('/media/badges/fhp.svg'), { range: 'bytes=5-7' })
    expect([part.status, part.body]).toEqual([206, 'one'])
  })

  it.each([
    '/media/',
    '/media/badges',
    '/media/none.svg',
    '/media/none-0123456789.svg',
    '/media/..%2f..%2fetc%2fpasswd',
  ])('%s is not found', async (url) => {
    const { status } = await (await serve()).get(url)
    expect(status).toBeGreaterThanOrEqual(403)
    expect(status).toBeLessThanOrEqual(404)
  })
})

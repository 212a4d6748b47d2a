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

describe('The name of a picture', () => {
  it('carries the hash of its content, and changes with it', () => {
    const before = readMedia(dir).addressOf('/media/badges/fhp.svg')
    expect(before).toMatch(/^\/media\/badges\/fhp-[0-9a-f]{10}\.svg$/)
    expect(readMedia(dir).addressOf('/media/badges/fhp.svg')).toBe(before)
    writeFileSync(join(dir, 'badges/fhp.svg'), '<svg>two</svg>')
    expect(readMedia(dir).addressOf('/media/badges/fhp.svg')).not.toBe(before)
  })

  it('stays where there is no such file, no ending, no folder, or the site is being developed', () => {
    const media = readMedia(dir)
    for (const path of ['/media/none.svg', '/media/NOTES', '/media/badges', 'https://elsewhere.example/media/a.svg']) {
      expect(media.addressOf(path)).toBe(path)
    }
    expect(readMedia(join(dir, 'none')).addressOf('/media/badges/fhp.svg')).toBe('/media/badges/fhp.svg')
    expect(readMedia(dir, { isHashed: false }).addressOf('/media/badges/fhp.svg')).toBe('/media/badges/fhp.svg')
  })

  it('is found wherever content names it, and nothing else changes', () => {
    const media = readMedia(dir)
    const content = { a: [{ badge: '/media/badges/fhp.svg', n: 1, no: null }], text: 'see /media/badges/fhp.svg' }
    expect(media.addressed(content)).toEqual({
      a: [{ badge: media.addressOf('/media/badges/fhp.svg'), n: 1, no: null }],
      text: 'see /media/badges/fhp.svg',
    })
  })
})

describe('A picture', () => {
  it('is kept for a year under the name with its hash', async () => {
    const { media, get } = await serve()
    expect(await get(media.addressOf('/media/badges/fhp.svg'))).toEqual({
      status: 200,
      body: '<svg>one</svg>',
      cache: 'public, max-age=31536000, immutable',
      type: 'image/svg+xml',
    })
  })

  it('is kept for an hour under its plain name', async () => {
    const { get } = await serve()
    expect(await get('/media/badges/fhp.svg')).toMatchObject({ status: 200, cache: 'public, max-age=3600' })
  })

  it('is served as it is now to a page with its former name, and not kept', async () => {
    const { get } = await serve()
    expect(await get('/media/badges/fhp-0123456789.svg')).toMatchObject({
      status: 200,
      body: '<svg>one</svg>',
      cache: 'public, max-age=0',
    })
  })

  it('is served in parts, as films are', async () => {
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
  ])('%s is none', async (url) => {
    const { status } = await (await serve()).get(url)
    expect(status).toBeGreaterThanOrEqual(403)
    expect(status).toBeLessThanOrEqual(404)
  })
})

import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PEOPLE } from '../people.ts'
import { ORIGIN, useWorld } from '../world.ts'

const world = useWorld()
let address: string
beforeEach(async () => {
  address = await world().app.listen({ port: 0, host: '127.0.0.1' })
})

/** Sends a request over a real connection. Only there are responses written without the framework. */
async function read(path: string, headers: Record<string, string> = {}) {
  const [message]: IncomingMessage[] = await once(get(address + path, { headers }), 'response')
  if (message === undefined) throw new Error('there was no response')
  const body = Buffer.concat(await message.toArray()).toString()
  const { date: _, connection: __, 'keep-alive': ___, ...stableHeaders } = message.headers
  return { status: message.statusCode, body, headers: stableHeaders }
}

describe('Cached responses', () => {
  it.each(['/ten-codes', '/api/codes/ten'])(
    'the cached response for %s equals the response of the framework',
    async (path) => {
      const first = await read(path)
      const again = await read(path)
      const framework = await world().app.inject({ url: path })
      expect(again).toEqual(first)
      expect(again.body).toBe(framework.body)
      for (const name of ['content-security-policy', 'x-content-type-options', 'etag', 'vary', 'content-type']) {
        expect([name, framework.headers[name]]).toEqual([
          name,
          Object.entries(first.headers).find(([key]) => key === name)?.[1],
        ])
      }
      const unchanged = await read(path, { 'if-none-match': String(first.headers.etag) })
      expect([unchanged.status, unchanged.body]).toEqual([304, ''])
    },
  )
})

describe('Access to cached lists', () => {
  it('a cached staff list is denied to visitors, members and unknown sessions', async () => {
    const staff = await world().signIn(PEOPLE.staff)
    const member = await world().signIn(PEOPLE.member)
    for (let round = 0; round < 2; round++) {
      expect((await read('/api/roster', { cookie: staff })).status).toBe(200)
      expect((await read('/api/roster')).status).toBe(401)
      expect((await read('/api/roster', { cookie: 'sid=nobody' })).status).toBe(401)
      expect((await read('/api/roster', { cookie: member })).status).toBe(403)
      expect((await read('/staff-roster', { cookie: member })).status).toBe(403)
    }
  })

  it('a cached staff list is denied after a role was removed, which the site checks when roles are old', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    expect((await read('/api/roster', { cookie })).status).toBe(200)
    world().discord.setRoles(PEOPLE.staff.id, [])
    world().pass(300_001)
    expect((await read('/api/roster', { cookie })).status).toBe(403)
  })

  it('a cached staff list is denied after the session ended', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    expect((await read('/api/roster', { cookie })).status).toBe(200)
    await world().app.inject({ method: 'POST', url: '/api/auth/logout', headers: { cookie, origin: ORIGIN } })
    expect((await read('/api/roster', { cookie })).status).toBe(401)
  })

  it('staff see the author of a cached code, and visitors never do', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    expect((await read('/api/codes/ten')).status).toBe(200)
    expect((await read('/api/codes/ten', { cookie })).headers.etag).toBeDefined()
    expect((await read('/api/codes/ten')).body).not.toContain('updated_by_discord')
  })
})

describe('A database that does not respond', () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  beforeEach(async () => {
    unhandled.length = 0
    process.on('unhandledRejection', note)
    await world().database.pool.query('alter table sessions rename to sessions_gone')
  })
  afterEach(async () => {
    process.off('unhandledRejection', note)
    await world().database.pool.query('alter table sessions_gone rename to sessions')
  })

  // Node ends the process on an unhandled rejection.
  it.each(['/staff-roster', '/api/roster', '/api/supporters', '/api/codes/ten'])(
    'a request for %s with a cookie gets 500 while the database is down, without an unhandled rejection',
    async (path) => {
      expect((await read(path, { cookie: 'sid=unknown' })).status).toBe(500)
      await turn()
      expect(unhandled).toEqual([])
    },
  )
})

it('a page that was cached last year shows the current year in its footer', async () => {
  const yearOf = (html: string) => Number(/© (?:<!-- -->)?(\d{4})/.exec(html)?.[1])
  const paths = ['/', '/no-such-page']
  const before = await Promise.all(paths.map(async (path) => yearOf((await read(path)).body)))
  world().pass(366 * 24 * 60 * 60_000)
  for (const [at, path] of paths.entries()) {
    expect(yearOf((await read(path)).body)).toBe((before[at] ?? 0) + 1)
  }
})

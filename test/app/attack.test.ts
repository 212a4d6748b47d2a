import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#app/features.ts'
import { auditLog } from '#features/audit/server/tables.ts'
import { ROSTERS } from '#features/roster/contract.ts'
import { HOSTILE_TEXTS } from '../arbitrary.ts'
import { portOf } from '../listen.ts'
import { liveTabs } from '../live.ts'
import { PEOPLE } from '../people.ts'
import { useWorld } from '../world.ts'

/** A client build with a file above its root that nobody may read. */
const folder = mkdtempSync(join(tmpdir(), 'attack-'))
const clientDir = join(folder, 'client')
mkdirSync(join(clientDir, 'assets'), { recursive: true })
writeFileSync(join(clientDir, 'assets/app.js'), 'let public_code')
writeFileSync(join(clientDir, 'manifest.json'), '{"kept":"kept-from-everybody"}')
writeFileSync(join(folder, 'secret.txt'), 'kept-from-everybody')
afterAll(() => rmSync(folder, { recursive: true }))

const world = useWorld({ app: { clientDir } })
const live = liveTabs(world)
const sockets: Socket[] = []
afterEach(() => {
  live.closeAll()
  for (const socket of sockets.splice(0)) socket.destroy()
})

const WRITES = ENDPOINTS.filter(({ method, keyHeader }) => method !== 'GET' && keyHeader === null)
const withIds = (path: string) => path.replaceAll(/\{\w+\}/g, '1')

/** Opens a raw connection, for bytes that no HTTP client would send. */
async function dial(): Promise<Socket> {
  await live.address()
  const socket = connect(portOf(world().app.server), '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** Sends these bytes and returns the whole response, up to the end of the connection. */
async function answerTo(sent: string): Promise<string> {
  const socket = await dial()
  socket.write(sent)
  return text(socket)
}
const get = (path: string, headers = '') =>
  answerTo(`GET ${path} HTTP/1.1\r\nhost: localhost:3000\r\nconnection: close\r\n${headers}\r\n`)

describe('Requests from another site', () => {
  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ])('a page of another site cannot make a signed-in owner write: %j', async (from) => {
    const cookie = await world().signIn(PEOPLE.owner)
    const before = await world().database.db.$count(auditLog)
    const answers = []
    for (const { method, path, bodyType } of WRITES) {
      const response = await world().app.inject({
        ...{ method, url: withIds(path), payload: bodyType === 'text/csv' ? 'Name\nx' : '{}' },
        headers: { ...from, cookie, 'content-type': bodyType },
      })
      answers.push([method, path, response.statusCode, response.json().error.code])
    }
    expect(answers).toEqual(WRITES.map(({ method, path }) => [method, path, 403, 'cross_site']))
    expect(await world().database.db.$count(auditLog)).toBe(before)
  })
})

describe('A stolen cookie', () => {
  it.each([
    ['the person signs out', 'POST', '/api/auth/logout', PEOPLE.staff],
    ['an owner ends their sessions', 'DELETE', `/api/users/sessions/${PEOPLE.staff.id}`, PEOPLE.owner],
  ] as const)(
    'a stolen cookie gives no access once %s, and its live connection is closed',
    async (_, method, url, by) => {
      const cookie = await world().signIn(PEOPLE.staff)
      const stolen = await live.connect(cookie)
      const revoked = stolen.next('session:revoked')
      const cut = stolen.next('disconnect')
      const ending = by.id === PEOPLE.staff.id ? cookie : await world().signIn(by)
      const headers = { cookie: ending, 'sec-fetch-site': 'same-origin' }
      expect((await world().app.inject({ method, url, headers })).statusCode).toBe(200)
      await Promise.all([revoked, cut])
      await expect(live.connect(cookie)).rejects.toThrow('websocket error')
      const closed = ENDPOINTS.filter(({ access, keyHeader }) => access !== 'anyone' && keyHeader === null)
      const answers = []
      for (const endpoint of closed) {
        const { statusCode } = await world().app.inject({
          ...{ method: endpoint.method, url: withIds(endpoint.path) },
          headers: { cookie, 'sec-fetch-site': 'same-origin' },
        })
        answers.push([endpoint.path, statusCode])
      }
      expect(answers).toEqual(closed.map(({ path }) => [path, 401]))
      const page = await world().visit('/staff-roster', cookie)
      expect([page.status, page.headers.location]).toEqual([303, '/session-expired?returnTo=%2Fstaff-roster'])
    },
  )
})

describe('Exports', () => {
  it('an export contains no cell that a spreadsheet program would run as a formula', async () => {
    const formulas = [
      '=HYPERLINK("http://evil.example")',
      '+1',
      '-1',
      '@SUM(A1)',
      '＝1',
      "'=1",
      '|calc',
      '%0A=1',
      'x;=1',
      'x;;-1',
    ]
    // All exports use the same CSV writer, so the rosters are tested for all of them.
    const files = ENDPOINTS.filter(({ replyType }) => replyType === 'text/csv')
    expect(files.filter(({ path }) => !path.endsWith('/export'))).toEqual([])
    expect(files).toEqual(expect.arrayContaining(ROSTERS.map((each) => each.exports.all)))
    for (const roster of ROSTERS) {
      for (const [at, formula] of formulas.entries()) {
        const { status } = await world().as.owner(roster.add, {
          body: {
            ...{ name: formula, callsign: `${formula.slice(0, 10)}${at}`, discordId: `3100000000000005${at}0` },
            ...{ position: formula, status: formula, notes: `${formula}\n${formula}` },
          },
        })
        expect(status).toBe(200)
      }
      // No call accepts such a time zone, but an old row may contain one.
      await world().database.pool.query('update roster_members set timezone = name')
      const { body } = await world().as.staff(roster.exports.all)
      const cells: string[] = parse(body, { bom: true, relax_column_count: true }).flat()
      expect(cells).toContain(`'${formulas[0]}`)
      const isRun = (cell: string) => /^[=+\-@\t\r＝＋－＠]/.test(cell)
      expect(cells.filter(isRun)).toEqual([])
      // A program may separate cells at semicolons or tabs. It reads a quotation mark in a cell as a character.
      expect(body.split(/[;\t\r\n]+/).filter(isRun)).toEqual([])
    }
  })
})

describe('Path traversal', () => {
  const UP = [
    '..',
    '%2e%2e',
    '..%2f..',
    '..%5c..',
    '%2e%2e%2f%2e%2e',
    '....//..',
    '.%00./..',
    '..;',
    '%252e%252e',
    '..\\..',
  ]
  const PLACES = ['/media', '/assets', '/rules', '/api/rules', '/api/departments', '']
  const TARGETS = ['secret.txt', 'manifest.json', 'site.yaml', 'departments.yaml', 'package.json', 'etc/passwd']

  it('a path with traversal gives access to no file outside those that the site serves', async () => {
    expect(await get('/assets/app.js')).toContain('let public_code')
    const found = []
    for (const place of PLACES) {
      for (const up of UP) {
        for (const target of TARGETS) {
          const path = `${place}/${up}/${target}`
          const answer = await get(path)
          const status = Number(answer.slice(9, 12))
          if (!(status >= 400 && status < 500)) found.push([path, status])
          if (/kept-from-everybody|root:x|"dependencies"|shortName:|intro:/.test(answer)) found.push([path, answer])
        }
      }
    }
    expect(found).toEqual([])
  })

  it.each(['/manifest.json', '/.env', '/.git/config', '/media/', '/assets/', '/assets', '/media/.'])(
    '%s shows no directory listing and no hidden file',
    async (path) => {
      const answer = await get(path)
      expect(answer).toMatch(/^HTTP\/1\.1 40[04] /)
      expect(answer).not.toContain('app.js"')
    },
  )
})

describe('Line breaks in an address', () => {
  const BREAKS = ['%0d%0a', '%0a', '%0d', '%E5%98%8A%E5%98%8D', '%u000a', '%250d%250a']
  const PLACES = [
    (bad: string) => `/auth/discord?returnTo=${bad}`,
    (bad: string) => `/auth/discord?returnTo=/rules${bad}&prompt=${bad}&scope=${bad}`,
    (bad: string) => `/auth/discord/callback?state=${bad}&code=${bad}`,
    (bad: string) => `/auth/logout?x=${bad}`,
    (bad: string) => `/api/roster/export?x=${bad}`,
    (bad: string) => `/rules/${bad}`,
    (bad: string) => `/media/${bad}`,
    (bad: string) => `/${bad}`,
  ]

  it('a line break in an address never adds a response header', async () => {
    for (const place of PLACES) {
      for (const end of BREAKS) {
        const answer = await get(place(`${end}set-cookie:%20injected=1`), 'x-request-id: injected=1\r\n')
        const [head = ''] = answer.split('\r\n\r\n')
        expect(head).toMatch(/^HTTP\/1\.1 \d{3} /)
        expect(head).not.toMatch(/^set-cookie: ?injected/im)
        expect(head).not.toMatch(/^x-request-id/im)
      }
    }
  })
})

describe('Request smuggling', () => {
  const head = 'POST /api/auth/logout HTTP/1.1\r\nhost: localhost:3000\r\norigin: http://localhost:3000\r\n'
  it.each([
    ['two lengths', `${head}content-length: 5\r\ncontent-length: 0\r\n\r\n`],
    ['a length and chunks', `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['an unknown encoding', `${head}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ['a line end without its return', `${head}x: a\ny: b\r\n\r\n`],
    ['a blank before the colon', `${head}content-length : 5\r\n\r\n`],
  ])('a request that a proxy could read as two is refused: %s', async (_, sent) => {
    const answer = await answerTo(`${sent}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})

describe('Slow and endless requests', () => {
  it.each([
    ['the head', 'GET / HTTP/1.1\r\nhost: localhost:3000\r\nx-slow: '],
    [
      'the body',
      'POST /api/chat HTTP/1.1\r\nhost: localhost:3000\r\norigin: http://localhost:3000\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n',
    ],
  ])('a client that slowly sends %s is disconnected', async (_, beginning) => {
    const { server } = world().app
    expect([server.headersTimeout, server.requestTimeout]).toEqual([15_000, 30_000])
    // Shorten both limits, and the interval at which Node looks for connections past them.
    Object.assign(server, { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 })
    const socket = await dial()
    socket.write(beginning)
    const interval = setInterval(() => socket.write(' '), 20)
    socket.on('error', () => undefined)
    await once(socket.resume(), 'close')
    clearInterval(interval)
    expect((await get('/healthz')).slice(9, 12)).toBe('200')
  })

  it('an endless chunked body is refused at the size limit', async () => {
    const socket = await dial()
    const answer = text(socket)
    socket.write('POST /api/chat HTTP/1.1\r\nhost: localhost:3000\r\norigin: http://localhost:3000\r\n')
    socket.write('content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n')
    // Send only a little more than the limit: the site closes the connection there.
    for (let at = 0; at < 5; at++) socket.write(`4000\r\n${' '.repeat(0x4000)}\r\n`)
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /)
  })
})

describe('Hostile addresses', () => {
  it('a page with a hostile address is answered without a server error and without the address as markup', async () => {
    const cookie = await world().signIn(PEOPLE.owner)
    for (const hostile of HOSTILE_TEXTS) {
      for (const place of [
        '/ten-codes?search=',
        '/staff-roster?q=',
        '/audit?target=',
        '/rules/',
        '/',
        '/login?returnTo=',
      ]) {
        const { status, html } = await world().visit(place + encodeURIComponent(hostile.toWellFormed()), cookie)
        expect([place, hostile, status < 500]).toEqual([place, hostile, true])
        expect(html).not.toMatch(/<img src=x|<script>alert/)
      }
    }
  })
})

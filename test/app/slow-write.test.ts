import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { addTenCode } from '#features/codes/contract.ts'
import { addGameEvent, addIngestToken, removeIngestToken } from '#features/ingest/contract.ts'
import { JOIN, LIST, PresenceList } from '#features/presence/contract.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { removeUserSessions } from '#features/users/contract.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { liveTabs, rest } from '../live.ts'
import { PEOPLE } from '../people.ts'
import { ORIGIN, useWorld } from '../world.ts'

const world = useWorld({ startsJobs: true })
const live = liveTabs(world)
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  live.closeAll()
})

/** Milliseconds that are enough for the site to read what was sent so far. */
const READ = 150

async function open(head: readonly string[]): Promise<Socket> {
  const { port } = new URL(await live.address())
  const socket = connect(Number(port), '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(`${[...head, 'Host: localhost:3000', `Origin: ${ORIGIN}`].join('\r\n')}\r\n\r\n`)
  return socket
}

/** Sends the headers and half of the body, runs `meanwhile`, sends the rest, and returns the status. */
async function writeSlowly(
  { method, path, bodyType }: Endpoint,
  headers: Record<string, string>,
  body: string,
  meanwhile: () => unknown,
): Promise<number> {
  const socket = await open([
    `${method} ${path} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Type: ${bodyType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ])
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const half = Math.floor(body.length / 2)
  socket.write(body.slice(0, half))
  await rest(READ)
  await meanwhile()
  socket.write(body.slice(half))
  await once(socket, 'close')
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
}

const takeRoleAway = () => {
  world().discord.setRoles(PEOPLE.management.id, [])
  world().pass(300_001)
}
const takeRoleAwayAtOnce = async () => {
  const { id } = PEOPLE.management
  world().discord.setRoles(id, [])
  await expect.poll(() => world().discord.gateway).not.toBeNull()
  world().discord.gateway?.onJoined()
  world().discord.gateway?.onMember(id, { roles: [], nick: null, avatar: null, joinedAt: null })
  const rolesOf = async () => (await world().database.pool.query('select role_ids from users where id = $1', [id])).rows
  await expect.poll(rolesOf).toEqual([{ role_ids: [] }])
  await rest(READ)
}
const endSessions = async () => {
  const { status } = await world().as.owner(removeUserSessions, { params: { id: PEOPLE.management.id } })
  expect(status).toBe(200)
}
const CODE = JSON.stringify({ code: '10-99', meaning: 'Written too late' })
const SHEET = 'Name,Discord ID,Rank,Callsign\nNolan,330000000000000001,Moderator,M-1'
const countRows = async () => {
  const { rows } = await world().database.pool.query(
    'select (select count(*) from ten_codes)::int as codes, (select count(*) from roster_members)::int as members',
  )
  return rows[0]
}

describe('A write whose body arrives after its headers', () => {
  it.each([
    ['a code', addTenCode, CODE, { codes: 1, members: 0 }],
    ['an import', staffRoster.import, SHEET, { codes: 0, members: 1 }],
  ] as const)('a slow write succeeds while its author has access: %s', async (_, endpoint, body, written) => {
    const cookie = await world().signIn(PEOPLE.management)
    expect(await writeSlowly(endpoint, { cookie }, body, () => undefined)).toBe(200)
    expect(await countRows()).toEqual(written)
  })

  it.each([
    ['a code', addTenCode, CODE],
    ['an import', staffRoster.import, SHEET],
  ] as const)('a slow write is refused after the role was removed: %s', async (_, endpoint, body) => {
    for (const goes of [takeRoleAway, takeRoleAwayAtOnce]) {
      world().discord.setRoles(PEOPLE.management.id, PEOPLE.management.roleIds)
      const cookie = await world().signIn(PEOPLE.management)
      expect(await writeSlowly(endpoint, { cookie }, body, goes)).toBe(403)
    }
    expect(await countRows()).toEqual({ codes: 0, members: 0 })
  })

  it('a slow write is refused after the sessions of its author ended', async () => {
    const cookie = await world().signIn(PEOPLE.management)
    expect(await writeSlowly(addTenCode, { cookie }, CODE, endSessions)).toBe(401)
    expect(await countRows()).toEqual({ codes: 0, members: 0 })
  })

  it('a slow write is refused after the token of the game server was revoked', async () => {
    const { body } = await world().as.owner(addIngestToken, { body: { label: 'Server one' } })
    const event = JSON.stringify({
      kind: 'warn',
      id: 'event-1',
      at: world().now().toISOString(),
      target: { name: 'Nolan', discordId: '330000000000000001' },
      author: { name: 'Priya' },
      reason: 'Shouted',
    })
    const headers = { Authorization: `Bearer ${body.token}` }
    expect(await writeSlowly(addGameEvent, headers, event, () => undefined)).toBe(200)
    const revoke = () => world().as.owner(removeIngestToken, { params: { id: String(body.item.id) } })
    expect(await writeSlowly(addGameEvent, headers, event.replace('event-1', 'event-2'), revoke)).toBe(401)
    const { rows } = await world().database.pool.query('select native_id from player_actions')
    expect(rows).toEqual([{ native_id: 'event-1' }])
  })
})

/** A frame as a browser sends it (RFC 6455, 5.2), masked with zeros. */
function frame(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): Buffer {
  const payload = Buffer.from(text)
  const start = (isLast ? 0x80 : 0) | (isFirst ? 1 : 0)
  const size = payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255]
  return Buffer.concat([Buffer.from([start, ...size, 0, 0, 0, 0]), payload])
}
const WHOLE = { isFirst: true, isLast: true }

/** Opens a live connection, sends half of a join, runs `meanwhile`, and sends the rest. */
async function joinSlowly(cookie: string, meanwhile: () => unknown): Promise<void> {
  const socket = await open([
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Cookie: ${cookie}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
  ])
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', () => undefined) // the site closes the socket when the session has ended
  await expect.poll(() => received).toContain('"sid"')
  socket.write(frame('40', WHOLE))
  await expect.poll(() => received).toContain('40{"sid"')
  const message = `42${JSON.stringify([JOIN, { room: 'roster', pid: 'slow', sid: 'slow', visible: true }])}`
  socket.write(frame(message.slice(0, 20), { isFirst: true, isLast: false }))
  await rest(READ)
  await meanwhile()
  socket.write(frame(message.slice(20), { isFirst: false, isLast: true }))
}

describe('A socket event that arrives slowly', () => {
  const viewers = async (meanwhile: () => unknown) => {
    const inside = await live.connect(await world().signIn(PEOPLE.staff))
    inside.socket.emit(JOIN, { room: 'roster', pid: 'inside', sid: 'inside', visible: true })
    await inside.next(LIST)
    await joinSlowly(await world().signIn(PEOPLE.management), meanwhile)
    await rest(1_300)
    return z.parse(PresenceList, inside.received(LIST).at(-1)).viewers.map(({ sid }) => sid)
  }

  it('a slow event is processed while its sender has access', async () => {
    expect(await viewers(() => undefined)).toEqual(['inside', 'slow'])
  })

  it.each([
    ['the role is gone', takeRoleAwayAtOnce],
    ['the session has ended', endSessions],
  ])('a slow event is ignored once %s', async (_, meanwhile) => {
    expect(await viewers(meanwhile)).toEqual(['inside'])
  })
})

import { createServer } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { NO_RIGHTS } from '#lib/access.ts'
import { silentLog } from '#test/database.ts'
import { listen } from '#test/listen.ts'
import { liveTabs, rest } from '#test/live.ts'
import { PEOPLE } from '#test/people.ts'
import { ORIGIN, useWorld } from '#test/world.ts'
import { createChanges } from '../changes.ts'
import { createRealtime } from './realtime.ts'

const world = useWorld()
const live = liveTabs(world)
afterEach(() => live.closeAll())

async function httpErrorOf(headers: Record<string, string>): Promise<string> {
  const { socket } = await live.dial(headers)
  return new Promise((resolve, reject) => {
    socket.once('connect', () => reject(new Error('it was let in')))
    socket.once('connect_error', (error) => resolve(error.message))
  })
}

describe('Live connections', () => {
  it('a signed-in person can connect', async () => {
    const { socket } = await live.connect(await world().signIn(PEOPLE.member))
    expect(socket.connected).toBe(true)
  })

  it('a connection without a session is refused', async () => {
    expect(await httpErrorOf({ origin: ORIGIN })).toBe('websocket error')
    expect(await httpErrorOf({ origin: ORIGIN, cookie: 'sid=made-up' })).toBe('websocket error')
  })

  it('a connection from another origin, or without one, is refused', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    expect(await httpErrorOf({ cookie, origin: 'https://elsewhere.example' })).toBe('websocket error')
    expect(await httpErrorOf({ cookie })).toBe('websocket error')
  })

  it('a person can have at most twenty connections', async () => {
    const cookie = await world().signIn(PEOPLE.member)
    await Promise.all(Array.from({ length: 20 }, () => live.connect(cookie)))
    expect(await httpErrorOf({ cookie, origin: ORIGIN })).toBe('too_many_connections')
    const other = await live.connect(await world().signIn(PEOPLE.staff))
    expect(other.socket.connected).toBe(true)
  })

  it('an address can have at most two hundred connections, whoever is signed in', async () => {
    for (let person = 0; person < 10; person++) {
      const cookie = await world().signIn({ ...PEOPLE.member, id: `31000000000000900${person}` })
      await Promise.all(Array.from({ length: 20 }, () => live.connect(cookie)))
    }
    const cookie = await world().signIn(PEOPLE.staff)
    expect(await httpErrorOf({ cookie, origin: ORIGIN })).toBe('websocket error')
    live.closeAll()
    await expect.poll(() => httpErrorOf({ cookie, origin: ORIGIN }).catch(() => 'let in')).toBe('let in')
  })

  it('only the websocket transport is allowed', async () => {
    const answer = await fetch(`${await live.address()}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: ORIGIN },
    })
    expect(answer.status).toBe(400)
  })
})

/** Opens a plain WebSocket for raw Socket.IO packets. */
async function rawSocket(headers: Record<string, string>) {
  const address = `${(await live.address()).replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(address, { headers: { origin: ORIGIN, ...headers } })
  const received: string[] = []
  socket.on('message', (packet) => received.push(String(packet)))
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve('closed'))
    socket.once('error', (error) => resolve(error.message))
  })
  const opened = new Promise((resolve) => socket.once('open', resolve))
  return { socket, heard: received, opened, closed }
}

/** Counts the database queries for sessions. */
function sessionLookUps() {
  const asked = vi.spyOn(world().database.db, 'select')
  return () => asked.mock.calls.filter(([fields]) => fields !== undefined && 'session' in fields).length
}
afterEach(() => void vi.restoreAllMocks())

describe('A refused connection', () => {
  it('a refused connection is never upgraded, and needs one database query', async () => {
    const lookUps = sessionLookUps()
    for (let count = 0; count < 20; count++) {
      const { closed } = await rawSocket({ cookie: 'sid=made-up' })
      expect(await closed).toBe('Unexpected server response: 400')
    }
    expect(lookUps()).toBe(1)
  })

  it('a refused connection ends at once, however often it sends', async () => {
    const cookie = await world().signIn(PEOPLE.member)
    await Promise.all(Array.from({ length: 20 }, () => live.connect(cookie)))
    const lookUps = sessionLookUps()
    const { socket, heard, opened, closed } = await rawSocket({ cookie })
    await opened
    for (let count = 0; count < 100; count++) socket.send('40')
    expect(await closed).toBe('closed')
    expect(heard[1]).toBe('44{"message":"too_many_connections"}')
    expect(lookUps()).toBe(0)
  })

  it('a refused connection ends if it leaves and sends again', async () => {
    const { socket, heard, opened, closed } = await rawSocket({ cookie: await world().signIn(PEOPLE.member) })
    await opened
    socket.send('40')
    await expect.poll(() => heard.length).toBe(2)
    socket.send('41')
    await rest(100)
    socket.send('40')
    expect(await closed).toBe('closed')
    expect(heard.at(-1)).toBe('44{"message":"sign_in_needed"}')
  })
})

describe('The end of a session', () => {
  it('the tabs of an ended session receive session:revoked, and are then disconnected', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    const [here, there] = [await live.connect(cookie), await live.connect(cookie)]
    const other = await live.connect(await world().signIn(PEOPLE.staff))
    const ends = [here, there].map((tab) => tab.next('disconnect'))
    await world().visit('/auth/logout', cookie)
    expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect'])
    expect(here.received('session:revoked')).toHaveLength(1)
    expect(there.received('session:revoked')).toHaveLength(1)
    expect(other.socket.connected).toBe(true)
    expect(await httpErrorOf({ cookie, origin: ORIGIN })).toBe('websocket error')
  })
})

it('a frame larger than 10 kB closes the connection', async () => {
  const tab = await live.connect(await world().signIn(PEOPLE.staff))
  const ended = tab.next('disconnect')
  tab.socket.emit('presence:join', 'x'.repeat(20_000))
  expect(await ended).toBe('transport close')
})

it('closing the site closes every connection at once', async () => {
  const cookie = await world().signIn(PEOPLE.staff)
  const tabs = await Promise.all(Array.from({ length: 5 }, () => live.connect(cookie)))
  const ends = tabs.map((tab) => tab.next('disconnect'))
  const began = performance.now()
  await world().app.close()
  expect(performance.now() - began).toBeLessThan(2_000)
  await Promise.all(ends)
})

it('a connection can send thirty events in ten seconds, and further ones are ignored', async () => {
  const tab = await live.connect(await world().signIn(PEOPLE.staff))
  const viewer = { room: 'roster', pid: 'browser', sid: 'tab' }
  for (let i = 0; i < 29; i++) tab.socket.emit('presence:heartbeat', { ...viewer, visible: true })
  await tab.next('presence:list')
  tab.socket.emit('presence:visibility', { ...viewer, visible: true }) // the thirtieth event
  tab.socket.emit('presence:visibility', { ...viewer, visible: false }) // over the limit
  await rest(1_300)
  expect(tab.received('presence:list')).toMatchObject([{ viewers: [{ visible: true }] }])
})

/** Starts only the realtime server, with one session whose authorization the test controls. */
async function standalone(isOpen: boolean) {
  const server = createServer()
  const member = { ...NO_RIGHTS, id: PEOPLE.member.id, username: 'jules', name: 'Jules', avatarUrl: '' }
  const session = { id: 'the first', person: { member } }
  const ended: ((ended: typeof session, how: 'ended' | 'replaced') => void)[] = []
  const realtime = createRealtime({
    server,
    addressOf: () => '127.0.0.1',
    origin: ORIGIN,
    authorization: {
      sessionOf: () => session,
      canSession: async () => isOpen,
      onEnded: (listener) => void ended.push(listener),
      refused: () => undefined,
    },
    changes: createChanges(),
    topicAccess: () => 'member',
    log: silentLog,
  })
  const port = await listen(server)
  const replace = () => {
    for (const listener of ended) listener(session, 'replaced')
  }
  return { at: `http://127.0.0.1:${port}`, replace, close: () => realtime.close() }
}

describe('Signing in again', () => {
  it('the tabs of the browser reconnect instead of being signed out', async () => {
    const { at, replace, close } = await standalone(true)
    const tab = await live.connect('', at)
    const reason = tab.next('disconnect')
    replace()
    expect(await reason).toBe('transport close') // after which the client reconnects by itself
    expect(tab.received('session:revoked')).toEqual([])
    await close()
  })
})

it('a tab whose session ended during the handshake receives session:revoked', async () => {
  const { at, close } = await standalone(false)
  const tab = await live.dial({ origin: ORIGIN }, at)
  expect(await tab.next('disconnect')).toBe('io server disconnect')
  expect(tab.received('session:revoked')).toHaveLength(1)
  await close()
})

import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { WebSocket } from 'ws'
import type { Measured } from './processes.ts'

const WINDOW = 20_000
const HEARTBEAT = 10_000
export const STAFF_ROLE = '200000000000000003'

export const viewerId = (at: number) => String(320000000000000000n + BigInt(at))

/** Puts people with a session each into the database, as many as will look at the roster; gives their cookies. */
export async function addViewers(databaseUrl: string, count: number): Promise<string[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const people = Array.from({ length: count }, (_, at) => ({
    id: viewerId(at),
    token: randomUUID(),
  }))
  await client.query(
    `insert into users (id, username, in_guild, role_ids, roles_read_at, scopes)
     select id, 'viewer', true, array[$2], now(), array['identify'] from unnest($1::text[]) as id`,
    [people.map(({ id }) => id), STAFF_ROLE],
  )
  await client.query(
    `insert into sessions (token_hash, user_id, created_at, last_seen_at, device)
     select hash, id, now(), now(), 'bench' from unnest($1::text[], $2::text[]) as them(id, hash)`,
    [people.map(({ id }) => id), people.map(({ token }) => createHash('sha256').update(token).digest('hex'))],
  )
  await client.end()
  return people.map(({ token }) => `sid=${token}`)
}

interface Viewer {
  say(event: string, visible: boolean): void
  close(): void
}

/** Speaks Engine.IO 4 and Socket.IO 5 by hand: a thousand real clients would cost more than the server. */
export async function siteViewer(origin: string, cookie: string, hear?: (said: string) => void): Promise<Viewer> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { cookie, origin },
  })
  // Heard from the start: the server speaks first, in the same moment that the connection opens.
  const entered = new Promise<void>((resolve, reject) => {
    socket.on('message', (data) => {
      const said = data.toString()
      if (said.startsWith('0')) socket.send('40')
      else if (said === '2') socket.send('3')
      else if (said.startsWith('40')) resolve()
      else if (said.startsWith('44')) reject(new Error(said))
      else hear?.(said)
    })
  })
  await entered
  const pid = randomUUID()
  return {
    say: (event, visible) => socket.send(`42${JSON.stringify([event, { room: 'roster', pid, sid: pid, visible }])}`),
    close: () => socket.close(),
  }
}

export async function bareViewer(origin: string, name: string): Promise<Viewer> {
  const socket = new WebSocket(origin.replace('http', 'ws'))
  await once(socket, 'open')
  return { say: (_event, visible) => socket.send(JSON.stringify({ name, visible })), close: () => socket.close() }
}

/** Processor time, in seconds, of a window in which everybody sends heartbeats and each second somebody turns away. */
export async function watch(server: Measured, open: ((at: number) => Promise<Viewer>)[]): Promise<number> {
  const viewers: Viewer[] = []
  for (let start = 0; start < open.length; start += 50) {
    viewers.push(...(await Promise.all(open.slice(start, start + 50).map((one, at) => one(start + at)))))
  }
  for (const viewer of viewers) viewer.say('presence:join', true)
  await sleep(3000)
  const timers = viewers.map((viewer, at) =>
    setTimeout(
      () => {
        viewer.say('presence:heartbeat', true)
        timers.push(setInterval(() => viewer.say('presence:heartbeat', true), HEARTBEAT))
      },
      (at / viewers.length) * HEARTBEAT,
    ),
  )
  let isVisible = true
  timers.push(
    setInterval(() => {
      isVisible = !isVisible
      viewers[0]?.say('presence:visibility', isVisible)
    }, 1000),
  )
  const before = server.cpu()
  await sleep(WINDOW)
  const used = server.cpu() - before
  for (const timer of timers) clearInterval(timer)
  for (const viewer of viewers) viewer.close()
  return used
}

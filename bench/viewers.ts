import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { WebSocket } from 'ws'
import { startThrowawayPostgres } from '../scripts/postgres.mjs'
import type { Tell } from './figures.ts'
import { STAFF_ROLE, signInAll, startGuild } from './guild.ts'
import { type Measured, startMeasured } from './processes.ts'
import { scratch, startSite } from './site.ts'

const WINDOW = 20_000
const HEARTBEAT = 10_000
const VIEWERS = 1000

/** Measures a thousand viewers of the roster. */
export async function benchViewers(tell: Tell): Promise<void> {
  const { used, bare } = await compareViewers(VIEWERS)
  tell({
    what: `${VIEWERS} viewers of the roster, 20 s`,
    promised: '≤ 2.0 × bare ws',
    measured: `${(used / bare.used).toFixed(2)} ×: ${used.toFixed(2)} CPU-s`,
    bare: `${bare.used.toFixed(2)} CPU-s`,
    isKept: used / bare.used <= 2,
  })
}

/** The cost of this many viewers for 20 s: CPU time in seconds, and memory in MB at the end. */
export async function compareViewers(count: number): Promise<Watched & { bare: Watched }> {
  const postgres = await startThrowawayPostgres()
  // Without a bot, the roles of the viewers are not read during the measurement: only presence is measured.
  const { standIn, env: guild } = await startGuild(0, [])
  const env = { DATA_DIR: scratch(), DATABASE_URL: postgres.url, ...guild, DISCORD_BOT_TOKEN: '' }
  await (await startSite(env)).stop() // makes the tables
  const client = new pg.Client(postgres.url)
  await client.connect()
  const cookies = await signInAll((sql, values) => client.query(sql, values), count, [STAFF_ROLE])
  await client.end()
  const site = await startSite(env)
  const watched = await watch(
    site,
    cookies.map((cookie) => () => siteViewer(site.origin, cookie)),
  )
  await site.stop()
  await standIn.close()
  await postgres.stop()
  const bareServer = await startMeasured(['--import', 'tsx', 'bench/bare-ws.ts'])
  const bare = await watch(
    bareServer,
    cookies.map((_, at) => () => bareViewer(bareServer.origin, `Viewer ${at}`)),
  )
  await bareServer.stop()
  return { ...watched, bare }
}

export interface Watched {
  used: number
  memory: number
}

export interface Viewer {
  say(event: string, visible: boolean): void
  close(): void
}

/** Implements Engine.IO 4 and Socket.IO 5 by hand, because a thousand real clients would cost more than the server. */
export async function siteViewer(origin: string, cookie: string, hear?: (said: string) => void): Promise<Viewer> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { cookie, origin },
  })
  // Listen from the start, because the server sends its first message as soon as the connection opens.
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

async function bareViewer(origin: string, name: string): Promise<Viewer> {
  const socket = new WebSocket(origin.replace('http', 'ws'))
  await once(socket, 'open')
  return { say: (_event, visible) => socket.send(JSON.stringify({ name, visible })), close: () => socket.close() }
}

/**
 * Measures a period in which all viewers send heartbeats, and every second the first viewer's page is hidden or shown.
 */
async function watch(server: Measured, open: ((at: number) => Promise<Viewer>)[]): Promise<Watched> {
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
  const watched = { used: server.cpu() - before, memory: server.memory() }
  for (const timer of timers) clearInterval(timer)
  for (const viewer of viewers) viewer.close()
  return watched
}

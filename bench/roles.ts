import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { WebSocket } from 'ws'
import { startThrowawayPostgres } from '../scripts/postgres.mjs'
import type { Tell } from './figures.ts'
import { memberId, STAFF_ROLE, signInAll, startGuild } from './guild.ts'
import { startMeasured } from './processes.ts'
import { percentile } from './requests.ts'
import { scratch, startSite } from './site.ts'
import { siteViewer } from './viewers.ts'

const SOCKETS = 500
const REMOVALS = 200
/** The number of people who lose their role at the same moment. */
const AT_ONCE = 10
const PROMISED = 2_000
/** The interval at which an idle browser would poll, in milliseconds. The measured times have this resolution. */
const ASK_EVERY = 2

interface Times {
  http: number[]
  socket: number[]
}

/** An open page: a promise for the message that the role is gone, and a call that tells whether access is denied. */
interface OpenPage {
  heard: Promise<void>
  isRefused(): Promise<boolean>
  close(): void
}

/**
 * Measures the time from when a role is removed at Discord until a call is rejected and the open page is notified, with
 * many open pages. The baseline is a bare server that receives the same gateway events and keeps everything in memory.
 */
export async function benchRoles(tell: Tell): Promise<void> {
  const postgres = await startThrowawayPostgres()
  const ids = Array.from({ length: SOCKETS }, (_, at) => memberId(at))
  const { standIn, env } = await startGuild(SOCKETS, [STAFF_ROLE])
  try {
    const database = { DATA_DIR: scratch(), DATABASE_URL: postgres.url }
    await (await startSite(database)).stop() // makes the tables
    const client = new pg.Client(postgres.url)
    await client.connect()
    const cookies = await signInAll((sql, values) => client.query(sql, values), SOCKETS, [STAFF_ROLE])
    await client.end()
    const site = await startSite({ ...database, ...env })
    const times = await measure((at) => openSitePage(site.origin, cookies[at] ?? ''))
    await site.stop()

    for (const id of ids) standIn.setRoles(id, [STAFF_ROLE])
    const bare = await startMeasured(['--import', 'tsx', 'bench/bare-roles.ts', env.DISCORD_API_URL ?? ''], {
      BOT_TOKEN: env.DISCORD_BOT_TOKEN ?? '',
    })
    const bareTimes = await measure((at) => openBarePage(bare.origin, ids[at] ?? ''))
    await bare.stop()

    for (const kind of ['http', 'socket'] as const) {
      const p99 = percentile(times[kind], 0.99)
      tell({
        what: `role removal to ${kind === 'http' ? 'a refused call' : 'the open page'}, ${SOCKETS} sockets`,
        promised: `p99 ≤ ${PROMISED} ms`,
        measured: `${medianAndMax(times[kind])}, ${REMOVALS} removals`,
        bare: medianAndMax(bareTimes[kind]),
        isKept: p99 <= PROMISED,
      })
    }
  } finally {
    await standIn.close()
    await postgres.stop()
  }

  async function measure(open: (at: number) => Promise<OpenPage>): Promise<Times> {
    const pages: OpenPage[] = []
    for (let start = 0; start < SOCKETS; start += 50) {
      pages.push(...(await Promise.all(Array.from({ length: 50 }, (_, at) => open(start + at)))))
    }
    for (const page of pages.slice(0, REMOVALS)) {
      if (await page.isRefused()) throw new Error('the page was refused before')
    }
    const times: Times = { http: [], socket: [] }
    for (let start = 0; start < REMOVALS; start += AT_ONCE) {
      const losing = pages.slice(start, start + AT_ONCE)
      const began = performance.now()
      for (const [at] of losing.entries()) standIn.setRoles(ids[start + at] ?? '', [])
      await Promise.all(
        losing.flatMap((page) => [
          page.heard.then(() => times.socket.push(performance.now() - began)),
          untilRefused(page).then(() => times.http.push(performance.now() - began)),
        ]),
      )
      await sleep(20)
    }
    for (const page of pages) page.close()
    return times
  }
}

async function untilRefused(page: OpenPage): Promise<void> {
  while (!(await page.isRefused())) await sleep(ASK_EVERY)
}

async function openSitePage(origin: string, cookie: string): Promise<OpenPage> {
  let told = () => {}
  const heard = new Promise<void>((resolve) => {
    told = resolve
  })
  const viewer = await siteViewer(origin, cookie, (said) => {
    if (said.includes('"rights"')) told()
  })
  viewer.say('presence:join', true)
  return {
    heard,
    isRefused: async () => (await statusOf(`${origin}/api/roster`, { cookie })) === 403,
    close: viewer.close,
  }
}

async function openBarePage(origin: string, id: string): Promise<OpenPage> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/?id=${id}`)
  await once(socket, 'open')
  return {
    heard: once(socket, 'message').then(() => undefined),
    isRefused: async () => (await statusOf(`${origin}/?id=${id}`, {})) === 403,
    close: () => socket.close(),
  }
}

async function statusOf(address: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(address, { headers })
  await response.arrayBuffer()
  return response.status
}

function medianAndMax(times: number[]): string {
  return `p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`
}

import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { buildStandIn } from '#server/discord/stand-in/stand-in.ts'
import { startThrowawayPostgres } from '../scripts/postgres.mjs'
import { type Measured, startMeasured } from './processes.ts'
import { addViewers, STAFF_ROLE, siteViewer, viewerId } from './viewers.ts'

const SOCKETS = 500
const REMOVALS = 200
/** So many lose their role in the same moment. */
const AT_ONCE = 10
const PROMISED = 2_000
/** How often a browser that does nothing else would ask: the measured times are that coarse. */
const ASK_EVERY = 2

interface Times {
  http: number[]
  socket: number[]
}

/** One of the open pages: how to hear that the role is gone, and to ask whether the door is still open. */
interface OpenPage {
  heard: Promise<void>
  isRefused(): Promise<boolean>
  close(): void
}

/**
 * From the moment that a role is taken away at Discord to the moment that a call is refused and that the open page is
 * told, with many pages open; beside a bare server that hears the same gateway and keeps everything in memory.
 */
export async function benchRoles(
  startSite: (env: Record<string, string>) => Promise<Measured>,
  tell: (what: string, promised: string, measured: string, isKept: boolean) => void,
): Promise<void> {
  const postgres = await startThrowawayPostgres()
  const ids = Array.from({ length: SOCKETS }, (_, at) => viewerId(at))
  const account = { globalName: null, avatar: null, email: null, emailVerified: false, card: null, denies: false }
  const standIn = buildStandIn({
    applicationName: 'bench',
    redirectUri: 'http://localhost/auth/discord/callback',
    guild: {
      id: '300000000000000001',
      name: 'bench',
      roles: [{ id: STAFF_ROLE, name: 'staff' }],
      people: ids.map((id) => ({
        ...account,
        id,
        username: 'viewer',
        member: { roles: [STAFF_ROLE], nick: null, avatar: null, joinedAt: '2024-03-09T18:30:00.000000+00:00' },
      })),
    },
  })
  const discord = await standIn.listen()
  try {
    const database = { DATABASE_URL: postgres.url }
    const env = {
      ...database,
      DISCORD_CLIENT_ID: discord.clientId,
      DISCORD_CLIENT_SECRET: discord.clientSecret,
      DISCORD_GUILD_ID: discord.guildId,
      DISCORD_BOT_TOKEN: discord.botToken ?? '',
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
      DISCORD_CDN_URL: discord.cdnUrl,
    }
    await (await startSite(database)).stop() // makes the tables
    const cookies = await addViewers(postgres.url, SOCKETS)
    const site = await startSite(env)
    const times = await measure((at) => openSitePage(site.origin, cookies[at] ?? ''))
    await site.stop()

    for (const id of ids) standIn.setRoles(id, [STAFF_ROLE])
    const bare = await startMeasured(['--import', 'tsx', 'bench/bare-roles.ts', discord.apiUrl], {
      BOT_TOKEN: discord.botToken ?? '',
    })
    const bareTimes = await measure((at) => openBarePage(bare.origin, ids[at] ?? ''))
    await bare.stop()

    for (const kind of ['http', 'socket'] as const) {
      const p99 = percentile(times[kind], 0.99)
      tell(
        `role removal to ${kind === 'http' ? 'a refused call' : 'the open page'}, ${SOCKETS} sockets`,
        `p99 ≤ ${PROMISED} ms`,
        `p50 ${percentile(times[kind], 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (bare ${percentile(bareTimes[kind], 0.5).toFixed(0)} and ${percentile(bareTimes[kind], 0.99).toFixed(0)} ms, ${REMOVALS} removals)`,
        p99 <= PROMISED,
      )
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
      if (await page.isRefused()) throw new Error('the door was closed before')
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

function percentile(numbers: number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

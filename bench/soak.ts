import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLogger } from '#server/log.ts'
import { fill } from './actions.ts'
import type { Tell } from './figures.ts'
import { MANAGEMENT_ROLE, signInAll, startGuild } from './guild.ts'
import type { Measured } from './processes.ts'
import { median } from './requests.ts'
import { roster, scratch, startSite } from './site.ts'
import { siteViewer, type Viewer } from './viewers.ts'

const MINUTES = 20
const SETTLED_AFTER = 5
const STAFF = 200
const MEMBERS = 200
const ACTIONS = 100_000
const CONNECTIONS = 50
/** In milliseconds. */
const EDIT_EVERY = 2_000
const IMPORT_EVERY = 60_000
/** The limits of the medians of the last minutes, relative to those after the warm-up. They allow for noise. */
const MAX_GROWTH = 1.05
const MAX_SLOWER = 1.5

/**
 * Twenty minutes at half of the machine's capacity: visitors, two hundred staff who poll with open sockets, edits,
 * searches and imports, on the embedded database. The load generator runs on the same machine.
 */
export async function benchSoak(tell: Tell): Promise<void> {
  const { standIn, env } = await startGuild(STAFF, [MANAGEMENT_ROLE])
  const dataDir = scratch()
  const database = await openDatabase({ dataDir, log: createLogger('error') })
  await migrate(database)
  await fill(database, { rows: ACTIONS })
  const cookies = await database.withoutTimeout((client) =>
    signInAll((sql, values) => client.query(sql, values), STAFF, [MANAGEMENT_ROLE]),
  )
  await database.close()
  const site = await startSite({ DATA_DIR: dataDir, ...env })
  const failures: string[] = []
  const viewers: Viewer[] = []
  const timers: NodeJS.Timeout[] = []
  try {
    const staff = createStaff(site, cookies[0] ?? '')
    await staff.import(0)
    for (const cookie of cookies) {
      const viewer = await siteViewer(site.origin, cookie)
      viewer.say('presence:join', true)
      viewers.push(viewer)
    }
    const every = (milliseconds: number, act: (time: number) => unknown) => {
      let time = 0
      const failed = (error: unknown) => failures.push(String(error))
      timers.push(setInterval(() => Promise.resolve(act(++time)).catch(failed), milliseconds))
    }
    every(10_000, () => {
      for (const viewer of viewers) viewer.say('presence:heartbeat', true)
    })
    every(EDIT_EVERY, staff.edit)
    every(IMPORT_EVERY, staff.import)

    const borne = (await press(site, cookies, 20)).rate
    const minutes: Minute[] = []
    for (let minute = 0; minute < MINUTES; minute++) {
      const pressed = await press(site, cookies, 60, borne / 2)
      minutes.push({ ...pressed, memory: site.memory() })
      failures.push(...pressed.failures)
    }
    report(tell, borne, minutes, failures)
  } finally {
    for (const timer of timers) clearInterval(timer)
    for (const viewer of viewers) viewer.close()
    await sleep(1_000)
    await site.stop()
    await standIn.close()
  }
}

interface Pressed {
  rate: number
  p99: number
  failures: string[]
}
type Minute = Pressed & { memory: number }

const SEARCHES = ['ramming', 'marina', 'flamethrower', 'appeal', 'Person 12', 'harbor bridge']
const PAGES = ['/', '/fhp', '/supporters', '/ten-codes', '/penal-codes', '/rules/general-conduct']

/**
 * Visitors read pages; staff poll and search. `rate` is the number of requests per second; without it, as many as the
 * site answers.
 */
async function press(site: Measured, cookies: string[], seconds: number, rate?: number): Promise<Pressed> {
  let etag = ''
  const any = <T>(of: readonly T[]) => of[Math.floor(Math.random() * of.length)]
  const result = await autocannon({
    url: site.origin,
    connections: CONNECTIONS,
    duration: seconds,
    ...(rate === undefined ? {} : { overallRate: Math.round(rate) }),
    requests: Array.from({ length: 20 }, (_, kind) => ({
      setupRequest: (request: autocannon.Request): autocannon.Request => {
        const path = any(PAGES) ?? '/'
        if (kind < 13) return { ...request, path, headers: { 'accept-encoding': 'br' } }
        const headers = { cookie: any(cookies) ?? '', 'accept-encoding': 'br' }
        if (kind === 19)
          return { ...request, path: `/api/staff-da?query=${encodeURIComponent(any(SEARCHES) ?? '')}`, headers }
        return {
          ...request,
          path: '/api/roster',
          headers: { ...headers, ...(etag === '' ? {} : { 'if-none-match': etag }) },
        }
      },
      onResponse: (status, _body, _context, headers) => {
        const made = headers?.etag
        if (kind >= 13 && kind < 19 && status === 200 && typeof made === 'string') etag = made
      },
    })),
  })
  const failures = Object.entries(result.statusCodeStats ?? {})
    .filter(([status]) => status !== '200' && status !== '304')
    .map(([status, { count }]) => `${count} × ${status}`)
  if (result.errors > 0) failures.push(`${result.errors} requests without an answer`)
  return { rate: result.requests.average, p99: result.latency.p99, failures }
}

interface Member {
  id: string
  version: number
}

/** The manual work of a staff member. Each step throws when its reply is not as expected. */
function createStaff(site: Measured, cookie: string) {
  const ask = async (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
    const reply = await fetch(site.origin + path, {
      ...init,
      headers: { cookie, origin: site.origin, ...init.headers },
    })
    if (!reply.ok) throw new Error(`${init.method ?? 'GET'} ${path} answered ${reply.status}: ${await reply.text()}`)
    return reply
  }
  const json = { 'content-type': 'application/json' }
  /**
   * When an import has changed the record meanwhile, it takes the other version and edits that, like a user who is
   * shown both.
   */
  const save = async ({ id, ...fields }: Member, timezone: string): Promise<void> => {
    const put = (version: number) =>
      fetch(`${site.origin}/api/roster/${id}`, {
        method: 'PUT',
        headers: { cookie, origin: site.origin, ...json },
        body: JSON.stringify({ ...fields, version, timezone }),
      })
    let reply = await put(fields.version)
    if (reply.status === 409) {
      const { item }: { item: Member } = await reply.json()
      reply = await put(item.version)
    }
    if (!reply.ok) throw new Error(`PUT /api/roster/${id} answered ${reply.status}: ${await reply.text()}`)
  }
  return {
    async edit(time: number): Promise<void> {
      const { data }: { data: Member[] } = await (await ask('/api/roster')).json()
      const member = data[time % data.length]
      if (member === undefined) throw new Error('the roster is empty')
      await save(member, `edit ${time}`)
      await ask('/api/staff-da', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({
          user: '400000000000000007',
          user_name: 'Person 7',
          type: 'Note',
          internal_reason: `soak ${time}: the marina`,
        }),
      })
    },
    async import(time: number): Promise<void> {
      const body = roster(MEMBERS, `import ${time}`)
      for (const query of ['?dryRun=true', '']) {
        await ask(`/api/roster/import${query}`, { method: 'POST', headers: { 'content-type': 'text/csv' }, body })
      }
    },
  }
}

function report(tell: Tell, borne: number, minutes: Minute[], failures: string[]): void {
  const settled = minutes.slice(SETTLED_AFTER)
  const [early, late] = [settled.slice(0, 5), settled.slice(-5)]
  const of = (some: Minute[], what: 'memory' | 'p99') => median(some.map((minute) => minute[what]))
  tell({
    what: `${MINUTES} minutes of mixed use: errors`,
    promised: 'none',
    measured:
      failures.length === 0
        ? `none at ${(borne / 2).toFixed(0)} req/s, half of ${borne.toFixed(0)}`
        : failures.slice(0, 5).join('; '),
    isKept: failures.length === 0,
  })
  const growth = of(late, 'memory') / of(early, 'memory')
  tell({
    what: `memory, the last five minutes beside ${SETTLED_AFTER + 1} to ${SETTLED_AFTER + 5}`,
    promised: `≤ ${MAX_GROWTH} ×`,
    measured: `${growth.toFixed(3)} ×: ${minutes.map(({ memory }) => memory.toFixed(0)).join(' ')} MB`,
    isKept: growth <= MAX_GROWTH,
  })
  const slower = of(late, 'p99') / of(early, 'p99')
  tell({
    what: '99th percentile, the same',
    promised: `≤ ${MAX_SLOWER} ×`,
    measured: `${slower.toFixed(2)} ×: ${minutes.map(({ p99 }) => p99).join(' ')} ms`,
    isKept: slower <= MAX_SLOWER,
  })
}

import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLogger } from '#server/log.ts'
import { startThrowawayPostgres } from '../scripts/postgres.mjs'
import { fill } from './actions.ts'
import type { Tell } from './figures.ts'
import { compare, spread, thousands, timesOf } from './requests.ts'
import { signIn } from './sign-in.ts'
import { bareTwin, MANAGEMENT, scratch, startSite, startWithRoster } from './site.ts'
import { compareViewers } from './viewers.ts'

const MEMBERS = [50, 200, 1_000]
const ACTIONS = [10_000, 100_000, 1_000_000]
const VIEWERS = [100, 1_000, 5_000]
const ROUNDS = 40

/*
 * Measures the cost of the site as the community grows: time and memory, over HTTP, each with its bare baseline.
 */

export async function growRoster(tell: Tell): Promise<void> {
  for (const members of MEMBERS) await withMembers(members, tell)
}

export async function growActions(tell: Tell): Promise<void> {
  for (const engine of ['postgresql', 'embedded'] as const) {
    for (const actions of ACTIONS) await withActions(engine, actions, tell)
  }
}

export async function growViewers(tell: Tell): Promise<void> {
  for (const viewers of VIEWERS) {
    const { used, memory, bare } = await compareViewers(viewers)
    tell({
      what: `${viewers} viewers, 20 s`,
      measured: `${used.toFixed(2)} CPU-s, ${memory.toFixed(0)} MB`,
      bare: `${bare.used.toFixed(2)} CPU-s, ${bare.memory.toFixed(0)} MB`,
    })
  }
}

async function withMembers(members: number, tell: Tell): Promise<void> {
  const { site, cookie } = await startWithRoster(members)
  const headers = { cookie, 'accept-encoding': 'br' }
  const bare = await bareTwin(site, '/api/roster', headers)
  const rates = await compare(site, bare, '/api/roster', headers, 200)
  await bare.stop()
  tell({
    what: `roster of ${members}: polled`,
    measured: `${thousands(rates.site)} req/CPU-s, ${site.memory().toFixed(0)} MB`,
    bare: `${thousands(rates.bare)} req/CPU-s`,
  })

  const list = async () => {
    const reply = await fetch(`${site.origin}/api/roster`, { headers })
    const said: { data: Member[] } = await reply.json()
    return said.data
  }
  let [member] = await list()
  const times = await timesOf(ROUNDS, async (round) => {
    if (member === undefined) throw new Error('the roster is empty')
    const { id, version, ...fields } = member
    const changed = await fetch(`${site.origin}/api/roster/${id}`, {
      method: 'PUT',
      headers: { cookie, origin: site.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, notes: `round ${round}`, version }),
    })
    if (!changed.ok) throw new Error(`the change answered ${changed.status}: ${await changed.text()}`)
    member = (await list()).find((one) => one.id === id)
  })
  await site.stop()
  tell({ what: `roster of ${members}: changed and read again`, measured: spread(times) })
}

interface Member {
  id: string
  version: number
}

const QUESTIONS = {
  'first page': '',
  'search, common word': '?query=ramming',
  'one person': '?user=400000000000000007',
  'sorted by name': '?sort=user_name:asc',
}

async function withActions(engine: 'postgresql' | 'embedded', actions: number, tell: Tell): Promise<void> {
  const postgres = engine === 'postgresql' ? await startThrowawayPostgres() : undefined
  const dataDir = scratch()
  try {
    const database = await openDatabase({ url: postgres?.url, dataDir, log: createLogger('error') })
    await migrate(database)
    await fill(database, { rows: actions })
    const bare = spread(await database.withoutTimeout((client) => timesOf(ROUNDS, () => client.query('select 1'))))
    await database.close()
    const site = await startSite({ DATA_DIR: dataDir, ...(postgres && { DATABASE_URL: postgres.url }) })
    const cookie = await signIn(site.origin, MANAGEMENT)
    for (const [what, query] of Object.entries(QUESTIONS)) {
      const times = await timesOf(ROUNDS, async () => {
        const reply = await fetch(`${site.origin}/api/staff-da${query}`, { headers: { cookie } })
        if (!reply.ok) throw new Error(`${query} answered ${reply.status}`)
        await reply.arrayBuffer()
      })
      tell({ what: `${engine}, ${actions.toLocaleString('en')} actions: ${what}`, measured: spread(times), bare })
    }
    tell({
      what: `${engine}, ${actions.toLocaleString('en')} actions: memory of the site`,
      measured: `${site.memory().toFixed(0)} MB`,
    })
    await site.stop()
  } finally {
    await postgres?.stop()
  }
}

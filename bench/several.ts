import { startThrowawayPostgres } from '../scripts/postgres.mjs'
import type { Tell } from './figures.ts'
import type { Measured } from './processes.ts'
import { load, median, thousands } from './requests.ts'
import { signIn } from './sign-in.ts'
import { MANAGEMENT, scratch, startSite } from './site.ts'

/** Requests a second: about a fifth of what a process bears. */
const RATE = 300
const ROUNDS = 6

/**
 * Two processes against one, on calls that ask the database. The promise is for two free cores, and here load and
 * database run on the same ones: so each process is asked for less than it bears, and work is counted in seconds of
 * processor time, the busier one's where there are two. With a core to each that is the time on the wall.
 */
export async function benchSeveral(tell: Tell): Promise<void> {
  const postgres = await startThrowawayPostgres()
  const env = { DATA_DIR: scratch(), DATABASE_URL: postgres.url }
  await (await startSite(env)).stop() // makes the tables and fills them
  const one = await startSite(env)
  const cookie = await signIn(one.origin, MANAGEMENT)
  const path = '/api/staff-da?page=2&pageSize=25'
  const rateOf = async (sites: Measured[]) => {
    const loads = await Promise.all(sites.map((site) => load(site, path, { cookie }, 200, RATE)))
    return loads.reduce((sum, { answered }) => sum + answered, 0) / Math.max(...loads.map(({ used }) => used))
  }
  const rounds: { one: number; two: number }[] = []
  const other = await startSite(env)
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ one: await rateOf([one]), two: await rateOf([one, other]) })
  }
  await one.stop()
  await other.stop()
  await postgres.stop()
  const warm = rounds.slice(1)
  const times = median(warm.map((round) => round.two / round.one))
  tell({
    what: 'two processes on one PostgreSQL',
    promised: '≥ 1.70 × one',
    measured: `${times.toFixed(2)} ×: ${thousands(median(warm.map((round) => round.two)))} req/CPU-s`,
    bare: `one process: ${thousands(median(warm.map((round) => round.one)))} req/CPU-s`,
    isKept: times >= 1.7,
  })
}

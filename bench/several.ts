import { startThrowawayPostgres } from '../scripts/postgres.mjs'
import type { Tell } from './figures.ts'
import type { Measured } from './processes.ts'
import { load, median, thousands } from './requests.ts'
import { signIn } from './sign-in.ts'
import { MANAGEMENT, scratch, startSite } from './site.ts'

/** Requests per second, about a fifth of what a process can answer. */
const RATE = 300
const ROUNDS = 6

/**
 * Compares two processes with one, on calls that query the database. The promise assumes two free cores, but here the
 * load generator and the database run on the same ones. So each process gets fewer requests than it can answer, and
 * work is measured in CPU seconds, those of the busier process when there are two. With one core per process this
 * equals the wall-clock time.
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

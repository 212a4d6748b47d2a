import autocannon from 'autocannon'
import type { Measured } from './processes.ts'

/** Requests that a server answers in one second of its own processor time: other work on the machine hardly moves it. */
export async function requestsPerCpuSecond(
  server: Measured,
  path: string,
  headers: Record<string, string>,
  status: number,
): Promise<number> {
  const { answered, used } = await load(server, path, headers, status)
  return answered / used
}

/**
 * How many requests a server answered under load, and the seconds of processor time that it took. `overallRate` is how
 * many it is asked for in a second; without it, as many as it bears.
 */
export async function load(
  server: Measured,
  path: string,
  headers: Record<string, string>,
  status: number,
  overallRate?: number,
) {
  const before = server.cpu()
  const asked = { url: server.origin + path, connections: 50, duration: SECONDS, headers }
  const result = await autocannon(overallRate === undefined ? asked : { ...asked, overallRate })
  const used = server.cpu() - before
  const answered =
    Object.entries(result.statusCodeStats ?? {}).find(([code]) => code === String(status))?.[1].count ?? 0
  if (answered === 0 || result.errors > 0 || answered !== result.requests.total) {
    throw new Error(`${path} did not answer ${status} throughout: ${JSON.stringify(result.statusCodeStats)}`)
  }
  return { answered, used }
}

const SECONDS = 4
const ROUNDS = 5

/** Site and baseline in turn, so that noise meets both; the round whose ratio is the median. */
export async function compare(
  site: Measured,
  bare: Measured,
  path: string,
  headers: Record<string, string>,
  status: number,
) {
  const rounds: { site: number; bare: number }[] = []
  await requestsPerCpuSecond(site, path, headers, status) // warm
  await requestsPerCpuSecond(bare, path, headers, status)
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      site: await requestsPerCpuSecond(site, path, headers, status),
      bare: await requestsPerCpuSecond(bare, path, headers, status),
    })
  }
  const byRatio = rounds.toSorted((a, b) => a.site / a.bare - b.site / b.bare)
  return byRatio[Math.floor(ROUNDS / 2)] ?? { site: Number.NaN, bare: Number.NaN }
}

export function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5)
}

/** `12.3 k` */
export function thousands(rate: number): string {
  return `${(rate / 1000).toFixed(1)} k`
}

/** Nearest rank: `part` 0.95 is what 95 in 100 do not pass. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** Milliseconds of each of `rounds` runs, one after the other, after one that warms up. */
export async function timesOf(rounds: number, ask: (round: number) => Promise<unknown>): Promise<number[]> {
  await ask(0)
  const times: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const began = performance.now()
    await ask(round)
    times.push(performance.now() - began)
  }
  return times
}

/** `p50 1.2 ms, p95 3.4 ms` */
export function spread(times: readonly number[]): string {
  return `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`
}

import autocannon from 'autocannon'
import type { Measured } from './processes.ts'

/** Requests per second of the server's own CPU time. Other work on the machine hardly affects it. */
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
 * The number of requests that a server answered under load, and its CPU time in seconds. `overallRate` is the number of
 * requests per second; without it, as many as the server can answer.
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

/**
 * Measures the site and the baseline alternately, so that noise affects both. Returns the round with the median ratio.
 */
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

/** The percentile by nearest rank: with `part` 0.95, 95 in 100 numbers are not larger. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** The times of `rounds` consecutive runs after a warm-up run, in milliseconds. */
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

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

/** How many requests a server answered under load, and the seconds of processor time that it took. */
export async function load(server: Measured, path: string, headers: Record<string, string>, status: number) {
  const before = server.cpu()
  const result = await autocannon({ url: server.origin + path, connections: 50, duration: SECONDS, headers })
  const used = server.cpu() - before
  const answered =
    Object.entries(result.statusCodeStats ?? {}).find(([code]) => code === String(status))?.[1].count ?? 0
  if (answered === 0 || result.errors > 0 || answered !== result.requests.total) {
    throw new Error(`${path} did not answer ${status} throughout: ${JSON.stringify(result.statusCodeStats)}`)
  }
  return { answered, used }
}

const SECONDS = 4
const ROUNDS = 3

/** Site and baseline in turn, so that noise meets both; the median of each. */
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
  return { site: median(rounds.map((round) => round.site)), bare: median(rounds.map((round) => round.bare)) }
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

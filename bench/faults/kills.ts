import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startThrowawayPostgres } from '../../scripts/postgres.mjs'
import type { Chance } from './chance.ts'
import { isReady, type Place, type Prepared } from './site.ts'
import { Writers } from './writes.ts'

interface KillFigures {
  kills: number
  /** How many of the kills happened before the site was ready. */
  killedWhileStarting: number
  /** How many of the kills hit PostgreSQL instead of the site. */
  crashes: number
  acknowledged: number
  auditRows: number
  lost: string[]
  longestRecoveryMs: number
  answers: { [status: string]: number }
}

/**
 * One run in this many is killed during its start. On PostgreSQL, one in this many kills the database server instead of
 * the site.
 */
const WHILE_STARTING = 5
const OF_THE_SERVER = 5
/**
 * A run is killed after this many acknowledged writes and then this many milliseconds, in the middle of the next write.
 */
const MAX_WRITES = 80
const LONGEST_PAUSE = 30
const LONGEST_START = 1_500

/** Kills the site at random moments while it writes, restarts it each time, and verifies all data. */
export async function killOften(
  { origin, addOwners, start }: Prepared,
  engine: 'embedded' | 'postgresql',
  kills: number,
  chance: Chance,
): Promise<KillFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'))
  const server = engine === 'postgresql' ? await startThrowawayPostgres({ own: true }) : null
  const place: Place = { dataDir: folder, ...(server && { url: server.url }) }
  const figures: KillFigures = {
    kills: 0,
    killedWhileStarting: 0,
    crashes: 0,
    acknowledged: 0,
    auditRows: 0,
    lost: [],
    longestRecoveryMs: 0,
    answers: {},
  }
  const recovered = (milliseconds: number) => {
    figures.longestRecoveryMs = Math.max(figures.longestRecoveryMs, Math.round(milliseconds))
  }
  async function verify(writers: Writers) {
    const { auditRows, lost } = await writers.verify(place)
    figures.auditRows = auditRows
    figures.lost.push(...lost)
  }
  try {
    const writers = new Writers(origin, await addOwners(place), chance)
    while (figures.kills < kills) {
      const site = start(place)
      if (chance.between(1, WHILE_STARTING) === 1) {
        await sleep(chance.between(0, LONGEST_START))
        await site.kill()
        figures.kills++
        figures.killedWhileStarting++
        continue
      }
      recovered(await site.ready)
      await verify(writers)
      writers.start()
      await writers.untilAcknowledged(chance.between(1, MAX_WRITES))
      await sleep(chance.between(0, LONGEST_PAUSE))
      if (server && chance.between(1, OF_THE_SERVER) === 1) {
        recovered(await crash(server, origin))
        figures.kills++
        figures.crashes++
      }
      await site.kill()
      figures.kills++
      await writers.stop()
      if (figures.kills % 10 < 2)
        console.log(`  ${engine}: ${figures.kills} kills, ${writers.acknowledged} acknowledged`)
    }
    const last = start(place)
    recovered(await last.ready)
    await verify(writers)
    await last.stop()
    figures.acknowledged = writers.acknowledged
    figures.answers = Object.fromEntries(writers.answers)
    return figures
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Kills PostgreSQL and starts it again. Returns the milliseconds until the site is ready again. */
async function crash(server: Awaited<ReturnType<typeof startThrowawayPostgres>>, origin: string): Promise<number> {
  const crashed = await server.crash()
  const began = performance.now()
  await crashed.start()
  while (!(await isReady(origin))) await sleep(20)
  return performance.now() - began
}

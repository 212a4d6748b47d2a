import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode } from '#server/errors.ts'
import { root } from '#server/paths.ts'
import { startThrowawayPostgres } from '../../scripts/postgres.mjs'
import type { Chance } from './chance.ts'
import { environmentOf, isReady, type Place, type Prepared } from './site.ts'
import { Writers } from './writes.ts'

interface FullDiskFigures {
  acknowledged: number
  lost: string[]
  /** The promises that were broken while the disk was full. */
  broken: string[]
  answers: { [status: string]: number }
  /** The time from when there is space again until a write is acknowledged. */
  recoveryMs: number
}

const MB = 1024 * 1024
const TIMEOUT_MS = 60_000
/** The number of writes and reads that are tried while the disk is full. */
const READS = 20

/** Mounts a RAM disk. Null when this user may not mount one. */
function mountDisk(megabytes: number): { at: string; unmount(): void } | null {
  const at = mkdtempSync(join(tmpdir(), 'faults-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at], { stdio: 'pipe' })
  } catch {
    rmSync(at, { recursive: true })
    return null
  }
  return {
    at,
    unmount: () => {
      execFileSync('umount', ['-l', at])
      rmSync(at, { recursive: true })
    },
  }
}

/** Writes a file until only `leave` bytes are free. */
function fill(at: string, leave: number): void {
  const [, available = '0'] = execFileSync('df', ['--output=avail', '-B1', at], { encoding: 'utf8' }).split('\n')
  const file = openSync(join(at, 'filler'), 'a')
  try {
    for (let left = Number(available) - leave; left > 0; left -= MB) writeSync(file, Buffer.alloc(Math.min(left, MB)))
  } catch (error) {
    if (!hasCode(error, 'ENOSPC')) throw error
  } finally {
    closeSync(file)
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > TIMEOUT_MS) throw new Error(`${what}: not within ${TIMEOUT_MS} ms`)
    await sleep(50)
  }
  return Math.round(performance.now() - began)
}

/** Fills the disk while the site writes, then frees the space. Null when no disk can be mounted. */
export async function fillDisk(
  { origin, addOwners, start }: Prepared,
  engine: 'embedded' | 'postgresql',
  chance: Chance,
): Promise<FullDiskFigures | null> {
  const disk = mountDisk(engine === 'embedded' ? 700 : 400)
  if (disk === null) {
    console.log('  full disk: skipped, only root may mount a small disk')
    return null
  }
  const server = engine === 'postgresql' ? await onDisk(disk.at) : null
  const data = mkdtempSync(join(tmpdir(), 'faults-'))
  const place: Place = server ? { url: server.url, dataDir: data } : { dataDir: join(disk.at, 'data') }
  const figures: FullDiskFigures = { acknowledged: 0, lost: [], broken: [], answers: {}, recoveryMs: 0 }
  const writers = new Writers(origin, await addOwners(place), chance)
  const site = start(place)
  const expectSo = (isSo: boolean, what: string) => {
    if (!isSo) figures.broken.push(what)
  }
  const read = async () => {
    const response = await fetch(`${origin}/api/codes/ten`, { signal: AbortSignal.timeout(20_000) }).catch(() => null)
    return response?.status ?? null
  }
  async function writeWhileFull(at: string) {
    // The embedded database stops by itself when the disk is nearly full. PostgreSQL goes on until no space is left.
    fill(at, engine === 'embedded' ? 100 * MB : 0)
    await until('a write is refused', async () => (await writers.once()) === 503)
    for (let n = 0; n < READS && engine === 'embedded'; n++) {
      expectSo((await writers.once()) === 503, 'a write was not refused with 503')
      expectSo((await read()) === 200, 'a read was not answered')
    }
    fill(at, 0)
    for (let n = 0; n < READS; n++) {
      const [written, wasRead] = [await writers.once(), await read()]
      expectSo(
        written === 503 || (engine === 'postgresql' && written === 200),
        `a full disk answered a write ${written}`,
      )
      expectSo(
        wasRead === 200 || (engine === 'postgresql' && wasRead === 503),
        `a full disk answered a read ${wasRead}`,
      )
    }
  }
  try {
    await site.ready
    writers.start()
    await writers.untilAcknowledged(50)
    await writers.stop()

    await writeWhileFull(disk.at)
    expectSo(!site.hasEnded(), `the site ended:\n${site.said()}`)

    rmSync(join(disk.at, 'filler'))
    // When PostgreSQL has stopped for lack of space, its administrator starts it again.
    if (server && !(await isReady(origin))) await (await server.crash()).start()
    figures.recoveryMs = await until('a write is taken again', async () => (await writers.once()) === 200)
    writers.start()
    await writers.untilAcknowledged(20)
    await writers.stop()
    figures.lost.push(...(await writers.verify(place)).lost)
    const backup = backUpTo(place)
    expectSo(backup === null, `a backup onto a full disk: ${backup}`)
    figures.acknowledged = writers.acknowledged
    figures.answers = Object.fromEntries(writers.answers)
    return figures
  } finally {
    await site.kill()
    await server?.stop()
    rmSync(data, { recursive: true, force: true })
    disk.unmount()
  }
}

/** PostgreSQL's folder is created in the folder for temporary files. */
async function onDisk(at: string) {
  const { TMPDIR } = process.env
  process.env.TMPDIR = at
  try {
    return await startThrowawayPostgres({ own: true })
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

/**
 * Backs up to a disk that is too small, while the site runs. Null when the command fails with a message and leaves no
 * file.
 */
function backUpTo(place: Place): string | null {
  const small = mountDisk(1)
  if (small === null) return 'there is no small disk'
  try {
    fill(small.at, 4 * 1024)
    const ended = spawnSync(process.execPath, ['scripts/command.mjs', 'backup', join(small.at, 'backup.gz')], {
      cwd: root,
      env: environmentOf(place),
      encoding: 'utf8',
    })
    const left = readdirSync(small.at).filter((name) => name !== 'filler')
    if (ended.status === 1 && left.length === 0 && ended.stderr.includes('There is no room left')) return null
    return `exit code ${ended.status}, left ${left.join(', ') || 'nothing'}, said ${ended.stdout} ${ended.stderr}`
  } finally {
    small.unmount()
  }
}

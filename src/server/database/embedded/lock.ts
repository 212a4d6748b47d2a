import { readFileSync, readlinkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'
import type { Log } from '../../log.ts'

const Holder = z.object({
  pid: z.number(),
  host: z.string(),
  /** Which boot of the machine, and which pid namespace: what a pid means depends on both. Empty where unknown. */
  boot: z.string(),
  pids: z.string(),
  /** When the process started, in the kernel's ticks: a reused pid is another process. Empty where unknown. */
  started: z.string(),
})
type Holder = z.infer<typeof Holder>

export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse'
}

const beat = 5_000
/** After so long without a beat, a holder that cannot be asked (another machine or container) is taken for dead. */
const silence = 20_000

/** The value, or '' where the system has no such file (anything but Linux) or the process is gone. */
function orEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

/** '' when there is no such process, or nothing of it but its exit code. */
function startOf(pid: number): string {
  // proc(5): the command's name, field 2, may hold spaces but ends with the last ')'; 3 is the state, 22 the start.
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' ? '' : (rest[18] ?? '')
}

function isRunning({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as somebody else.
    if (!isCode(error, 'EPERM')) return false
  }
  return startOf(pid) === started
}

function thisProcess(): Holder {
  return {
    pid: process.pid,
    host: hostname(),
    boot: orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pids: orEmpty(() => readlinkSync('/proc/self/ns/pid')),
    started: startOf(process.pid),
  }
}

function parse(text: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Who has it and what to do about that, or undefined when the holder is certainly gone. */
function whoHolds(text: string, beatAt: number, me: Holder): string | undefined {
  const holder = parse(text)
  const isSilent = Date.now() - beatAt > silence
  if (!holder) return isSilent ? undefined : 'a process that is just starting'
  if (holder.host === me.host && holder.boot !== me.boot) return undefined
  if (holder.host === me.host && holder.pids === me.pids) {
    return isRunning(holder) ? `process ${holder.pid}. Stop that process first` : undefined
  }
  if (isSilent) return undefined
  return `process ${holder.pid} on ${holder.host}. Stop it first; if it is gone already, try again in ${silence / 1000} seconds`
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/**
 * One process a directory: PGlite itself lets a second one in, and the two destroy the data. Returns the release.
 * A lock whose process is gone (kill -9, power loss) is taken over.
 */
export function lock(directory: string, log: Log): () => void {
  const path = `${directory}.lock`
  const holder = thisProcess()
  const me = JSON.stringify(holder)
  acquire(path, directory, holder, me)
  const heart = setInterval(() => {
    try {
      // Written anew rather than touched: somebody may have deleted it.
      writeFileSync(path, me)
    } catch (error) {
      log.warn({ err: error, path }, 'The lock of the embedded database could not be renewed')
    }
  }, beat).unref()
  return () => {
    clearInterval(heart)
    rmSync(path, { force: true })
  }
}

function acquire(path: string, directory: string, holder: Holder, me: string): void {
  for (let attempts = 0; attempts < 5; attempts++) {
    try {
      writeFileSync(path, me, { flag: 'wx' })
      return
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
      removeIfStale(path, directory, holder)
    }
  }
  throw new DatabaseInUse(`Several processes want the lock ${path} at once; start one only`)
}

function removeIfStale(path: string, directory: string, me: Holder): void {
  try {
    const held = readFileSync(path, 'utf8')
    const who = whoHolds(held, statSync(path).mtimeMs, me)
    if (who) {
      throw new DatabaseInUse(
        `The embedded database in ${directory} is in use by ${who}. ` +
          'It serves one process at a time; for several set DATABASE_URL to a PostgreSQL server.',
      )
    }
    // Moved, not deleted: when two processes find it stale, the second must not remove the first one's new lock.
    const aside = `${path}.${process.pid}`
    renameSync(path, aside)
    const moved = readFileSync(aside, 'utf8')
    if (moved !== held) writeFileSync(path, moved, { flag: 'wx' })
    rmSync(aside)
  } catch (error) {
    // Another process was faster: the next attempt sees what it left.
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST')) throw error
  }
}

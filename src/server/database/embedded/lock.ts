import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { hasCode } from '#server/errors.ts'
import type { Log } from '../../log.ts'
import { type HolderSocket, isListenedTo, listenAsHolder } from './holder-socket.ts'

const Holder = z.object({
  pid: z.number(),
  host: z.string(),
  /** The boot of the machine, and in `pids` the pid namespace. A pid is valid only in both. Empty if unknown. */
  boot: z.string(),
  pids: z.string(),
  /** The start time of the process in kernel ticks, because a pid may be reused. Empty if unknown. */
  started: z.string(),
  /** A random id, so that no two processes write the same lock. */
  id: z.string().optional(),
})
type Holder = z.infer<typeof Holder>

export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse'
}

/** The interval of the heartbeat, in milliseconds. */
const BEAT = 5_000
/** Milliseconds without a heartbeat until a holder on another machine or in another container counts as dead. */
const SILENCE = 20_000
const LOOK_EVERY = 200

/** The value, or '' if the system has no such file (other systems than Linux) or the process has ended. */
function orEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

/** The start time of a process. '' if it does not exist or is a zombie. */
function startOf(pid: number): string {
  // proc(5): field 2, the command's name, may contain spaces but ends with the last ')'. Field 3 is the process state,
  // field 22 the start time.
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' ? '' : (rest[18] ?? '')
}

function isRunning({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process runs as another user.
    if (!hasCode(error, 'EPERM')) return false
  }
  return startOf(pid) === started
}

/** This process, as its lock file describes it. */
export function thisProcess(): Holder {
  return {
    id: randomUUID(),
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

type HolderState = { state: 'gone' } | { state: 'running' | 'unknown'; who: string }

/** Whether the holder in a lock file still runs, judged by the file's text and the age of its last heartbeat. */
function checkHolder(text: string, age: number, { me, silence }: Attempt): HolderState {
  const holder = parse(text)
  if (!holder) return age > silence ? { state: 'gone' } : { state: 'unknown', who: 'a process that is just starting' }
  // A pid is valid only within one boot of one machine and one pid namespace.
  if (holder.host === me.host && holder.boot === me.boot && holder.pids === me.pids) {
    return isRunning(holder) ? { state: 'running', who: nameOf(holder, me) } : { state: 'gone' }
  }
  return age > silence ? { state: 'gone' } : { state: 'unknown', who: nameOf(holder, me) }
}

function nameOf(holder: Holder, me: Holder): string {
  return holder.host === me.host && holder.boot === me.boot && holder.pids === me.pids
    ? `process ${holder.pid}. Stop that process first`
    : `process ${holder.pid} on ${holder.host}. Stop that process or container first`
}

export interface Lock {
  /** The holder's socket. Null if it could not be opened. */
  socket: HolderSocket | null
  release(): Promise<void>
}

export interface LockOptions {
  /**
   * Called once, when a heartbeat finds that another process has taken the lock. The caller must stop writing at once.
   */
  lost?: () => void
  /** Tests set another process, or a shorter silence in milliseconds. */
  me?: Holder
  silence?: number
}

interface Attempt {
  directory: string
  path: string
  me: Holder
  silence: number
}

/**
 * Locks a directory for this process. PGlite itself would allow a second process, and the two would destroy the data.
 * Rejects with `DatabaseInUse` while another process, running or frozen, has the lock. A lock whose process has ended
 * (kill -9, power loss) is taken over. If only the heartbeat can show that, it is taken over after 20 seconds without
 * one.
 */
export async function lock(directory: string, log: Log, options: LockOptions = {}): Promise<Lock> {
  const path = `${directory}.lock`
  const me = options.me ?? thisProcess()
  const mine = JSON.stringify(me)
  await acquire({ directory, path, me, silence: options.silence ?? SILENCE }, mine)
  const socket = await listenAsHolder(directory, log)
  const heart = setInterval(() => {
    try {
      if (isMine()) utimesSync(path, new Date(), new Date())
      else {
        clearInterval(heart)
        log.error({ path }, 'Another process has taken over the embedded database: this one stops using it')
        options.lost?.()
      }
    } catch (error) {
      log.warn({ err: error, path }, 'The lock of the embedded database could not be renewed')
    }
  }, BEAT).unref()

  function isMine(): boolean {
    try {
      return readFileSync(path, 'utf8') === mine
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error
      // The file was deleted, so write it again. If another process is faster, the next heartbeat finds its lock.
      writeFileSync(path, mine, { flag: 'wx' })
      return true
    }
  }

  return {
    socket,
    release: async () => {
      clearInterval(heart)
      const held = readLock(path)
      // Another process has taken over the lock, so leave it.
      if (held !== '' && held !== mine) return
      await socket?.close()
      rmSync(path, { force: true })
    },
  }
}

/** The text of the lock file, or '' if there is none. */
function readLock(path: string): string {
  return orEmpty(() => readFileSync(path, 'utf8'))
}

async function acquire(attempt: Attempt, mine: string): Promise<void> {
  for (let attempts = 0; attempts < 5; attempts++) {
    // Check the socket even if there is no lock file: a person may have deleted it.
    if (await isListenedTo(attempt.directory)) {
      const holder = parse(readLock(attempt.path))
      throw inUse(attempt, holder ? nameOf(holder, attempt.me) : 'another process. Stop that process first')
    }
    try {
      writeFileSync(attempt.path, mine, { flag: 'wx' })
      return
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
      await removeIfStale(attempt)
    }
  }
  throw new DatabaseInUse(`Several processes want the lock ${attempt.path} at once; start one only`)
}

function inUse({ directory }: Attempt, who: string): DatabaseInUse {
  return new DatabaseInUse(
    `The embedded database in ${directory} is in use by ${who}. ` +
      'It serves one process at a time; for several set DATABASE_URL to a PostgreSQL server.',
  )
}

async function removeIfStale(attempt: Attempt): Promise<void> {
  const { path, silence } = attempt
  try {
    const held = readFileSync(path, 'utf8')
    const beatAt = statSync(path).mtimeMs
    const holder = checkHolder(held, Date.now() - beatAt, attempt)
    if (holder.state === 'running') throw inUse(attempt, holder.who)
    if (holder.state === 'unknown') {
      const end = performance.now() + silence
      while (statSync(path).mtimeMs === beatAt && performance.now() < end) await sleep(LOOK_EVERY)
      // If the lock was still empty because its process was just starting, the next attempt can read it.
      if (statSync(path).mtimeMs !== beatAt && parse(held)) throw inUse(attempt, holder.who)
      if (statSync(path).mtimeMs !== beatAt || (await isListenedTo(attempt.directory))) return
    }
    // Move the file instead of deleting it: if two processes find it stale, the second must not remove the first one's
    // new lock.
    const aside = `${path}.${process.pid}`
    renameSync(path, aside)
    const moved = readFileSync(aside, 'utf8')
    if (moved !== held) writeFileSync(path, moved, { flag: 'wx' })
    rmSync(aside)
  } catch (error) {
    // Another process was faster. The next attempt reads its lock.
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EEXIST')) throw error
  }
}

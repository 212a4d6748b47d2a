import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { createInterface } from 'node:readline'

/** A measured server in its own process, so that its CPU time can be told apart. */
export interface Measured {
  /** `http://localhost:PORT` */
  origin: string
  /** Milliseconds from spawn to the first line that contains the address. */
  readyAfter: number
  /** CPU time so far, in seconds. */
  cpu(): number
  /** Resident memory in MB. */
  memory(): number
  stop(): Promise<void>
}

/** Kernel ticks per second, the same on every Linux that Node runs on. */
const TICKS = 100

/** Starts a program and waits until it prints the address that it listens on. */
export async function startMeasured(args: string[], env: Record<string, string> = {}): Promise<Measured> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ENV_FILE: devNull, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await addressOf(child)
  const readyAfter = performance.now() - began
  const stat = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return {
    origin,
    readyAfter,
    // proc(5): utime and stime are fields 14 and 15. The two fields up to the closing bracket are cut off.
    cpu: () => (Number(stat()[11]) + Number(stat()[12])) / TICKS,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the program has no output')
  for await (const line of createInterface(child.stdout)) {
    const origin = /^\s*(http:\/\/localhost:\d+)\s*$/.exec(line)?.[1]
    if (origin) {
      child.stdout.resume()
      return origin
    }
  }
  throw new Error('the program ended before it listened')
}

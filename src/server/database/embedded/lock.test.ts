import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { root } from '#server/paths.ts'
import { silentLog } from '#test/database.ts'
import { lock, thisProcess } from './lock.ts'

let directory: string
let path: string
const undo: (() => unknown)[] = []
const LOCK_FILE = JSON.stringify(join(root, 'src/server/database/embedded/lock.ts'))

beforeEach(() => {
  const parent = mkdtempSync(join(tmpdir(), 'site-lock-'))
  directory = join(parent, 'database')
  path = `${directory}.lock`
  return () => {
    for (const step of undo.splice(0)) step()
    rmSync(parent, { recursive: true })
  }
})

const take = () => lock(directory, silentLog, { silence: 2_000 })
const takeAndRelease = async () => (await take()).release()
/** Takes the lock as a process in another container, which cannot check the holder's pid. */
const takeFromElsewhere = () =>
  lock(directory, silentLog, { me: { ...thisProcess(), pids: 'pid:[2]' }, silence: 2_000 })

/** Writes the lock file of this process, with some changes. */
function leave(changes: object, secondsAgo = 0): void {
  writeFileSync(path, JSON.stringify({ ...thisProcess(), ...changes }))
  age(secondsAgo)
}

function age(seconds: number): void {
  const then = Date.now() / 1000 - seconds
  utimesSync(path, then, then)
}

/** Sends heartbeats for a holder in another container. */
function beatNow(): void {
  const beats = setInterval(() => age(0), 300)
  undo.push(() => clearInterval(beats))
}

/** Starts a process that holds the lock until its input ends, and prints when it loses the lock. */
async function holder() {
  const code = `
    const { lock } = await import(${LOCK_FILE})
    const held = await lock(${JSON.stringify(directory)}, console, { lost: () => console.log('lost') })
    console.log('got it')
    process.stdin.resume().on('end', () => held.release())`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  undo.push(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  await expect.poll(() => output).toContain('got it')
  return { child, said: () => output }
}

describe('The lock of an embedded database', () => {
  it('the lock is held by one process and free after its release', async () => {
    const held = await take()
    await expect(take()).rejects.toThrow(`${directory} is in use by process ${process.pid}. Stop that process first.`)
    await held.release()
    expect(readdirSync(join(directory, '..'))).toEqual([])
    await takeAndRelease()
  })

  it('the lock of a process that ended is taken over', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'close')
    leave({ pid: child.pid, started: '1' })
    await takeAndRelease()
  })

  it('the lock of a process whose id was reused is taken over', async () => {
    leave({ started: '1' })
    await takeAndRelease()
  })

  it('the lock from before a reboot is taken over once its heartbeat stopped', async () => {
    leave({ boot: 'an earlier one' }, 30)
    await takeAndRelease()
    leave({ boot: 'an earlier one' })
    const began = performance.now()
    await takeAndRelease()
    expect(performance.now() - began).toBeGreaterThan(1_900)
  })

  it('the lock of another machine with the same name holds while its heartbeat continues', async () => {
    leave({ boot: 'of that machine' })
    beatNow()
    await expect(take()).rejects.toThrow(`process ${process.pid} on ${hostname()}`)
  })

  it('the lock of another machine or container holds while its heartbeat continues, and the error says what to do', async () => {
    leave({ host: 'elsewhere', pid: 42 })
    beatNow()
    await expect(take()).rejects.toThrow('process 42 on elsewhere. Stop that process or container first')
    leave({ pids: 'pid:[1]' })
    await expect(take()).rejects.toThrow(`process ${process.pid} on ${hostname()}`)
    undo.splice(0).forEach((step) => void step())
    leave({ host: 'elsewhere' }, 30)
    await takeAndRelease()
  })

  it('a lock that is being written holds for a moment, and an incomplete one is taken over', async () => {
    writeFileSync(path, '{"pi')
    const taking = take()
    await sleep(500)
    leave({})
    await expect(taking).rejects.toThrow(`in use by process ${process.pid}`)
    writeFileSync(path, '{"pi')
    utimesSync(path, 0, 0)
    await takeAndRelease()
  })

  it('the lock of a suspended process is never taken over', async () => {
    const { child } = await holder()
    child.kill('SIGSTOP')
    age(3_600)
    await expect(takeFromElsewhere()).rejects.toThrow(`in use by process ${child.pid} on ${hostname()}`)
    rmSync(path)
    await expect(takeFromElsewhere()).rejects.toThrow('in use by another process')
    child.kill('SIGCONT')
    await expect.poll(() => existsSync(path)).toBe(true)
  })

  it('a process whose lock was taken over leaves it alone, and notices at the next heartbeat', async () => {
    const { child, said } = await holder()
    child.kill('SIGSTOP')
    // This simulates a folder whose path is too long for a socket.
    rmSync(`${directory}.socket`)
    age(3_600)
    const held = await takeFromElsewhere()
    const text = readFileSync(path, 'utf8')
    child.kill('SIGCONT')
    await expect.poll(said).toContain('lost')
    child.stdin.end()
    await once(child, 'close')
    expect(readFileSync(path, 'utf8')).toBe(text)
    await held.release()
  })

  it('an abandoned lock is taken over by exactly one of several processes', async () => {
    leave({ started: '1' })
    const code = `
      const { lock } = await import(${LOCK_FILE})
      try { await lock(${JSON.stringify(directory)}, console); console.log('got it') } catch (error) { console.log(error.message) }
      process.stdin.resume()`
    const children = [1, 2, 3].map(() =>
      spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], { cwd: root }),
    )
    const answers = await Promise.all(children.map(async (child) => String((await once(child.stdout, 'data'))[0])))
    for (const child of children) child.stdin.end()
    await Promise.all(children.map((child) => once(child, 'close')))
    expect(answers.filter((answer) => answer === 'got it\n')).toHaveLength(1)
    expect(answers.filter((answer) => answer.includes('is in use by process'))).toHaveLength(2)
    expect(readdirSync(join(directory, '..'))).toEqual(['database.lock'])
  })
})

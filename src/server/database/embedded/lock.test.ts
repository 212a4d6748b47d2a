import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { root } from '#server/paths.ts'
import { silentLog } from '#test/database.ts'
import { lock } from './lock.ts'

let directory: string
let path: string

beforeEach(() => {
  const parent = mkdtempSync(join(tmpdir(), 'site-lock-'))
  directory = join(parent, 'database')
  path = `${directory}.lock`
  return () => rmSync(parent, { recursive: true })
})

const take = () => lock(directory, silentLog)

/** The lock as this process would write it, but for what is given. */
function leave(changes: object, secondsAgo = 0): void {
  rmSync(path, { force: true })
  const release = take()
  const holder = JSON.parse(readFileSync(path, 'utf8'))
  release()
  writeFileSync(path, JSON.stringify({ ...holder, ...changes }))
  const then = Date.now() / 1000 - secondsAgo
  utimesSync(path, then, then)
}

describe('The lock', () => {
  it('is held by one and free again when released', () => {
    const release = take()
    expect(take).toThrow(`${directory} is in use by process ${process.pid}. Stop that process first.`)
    release()
    expect(existsSync(path)).toBe(false)
    take()()
  })

  it('of a process that is gone is taken over', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'close')
    leave({ pid: child.pid, started: '1' })
    take()()
  })

  it('of a process whose number another one now has is taken over', () => {
    leave({ started: '1' })
    take()()
  })

  it('from before the machine was restarted is taken over', () => {
    leave({ boot: 'an earlier one' })
    take()()
  })

  it('of another machine or container holds while it shows signs of life, and the message says what to do', () => {
    leave({ host: 'elsewhere', pid: 42 })
    expect(take).toThrow('process 42 on elsewhere. Stop it first; if it is gone already, try again in 20 seconds')
    leave({ pids: 'pid:[1]' })
    expect(take).toThrow(`process ${process.pid} on ${hostname()}`)
    leave({ host: 'elsewhere' }, 30)
    take()()
  })

  it('that was just being written holds for a moment; one that was never finished is taken over', () => {
    writeFileSync(path, '{"pi')
    expect(take).toThrow('in use by a process that is just starting')
    utimesSync(path, 0, 0)
    take()()
  })

  it('left behind goes to exactly one of several processes that start at once', async () => {
    leave({ started: '1' })
    const code = `
      const { lock } = await import(${JSON.stringify(join(root, 'src/server/database/embedded/lock.ts'))})
      try { lock(${JSON.stringify(directory)}, console); console.log('got it') } catch (error) { console.log(error.message) }
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

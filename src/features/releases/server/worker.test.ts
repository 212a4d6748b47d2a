import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/dates.ts'
import { createScheduler, type Scheduler } from '#server/processes/scheduler.ts'
import type { Release } from '../contract.ts'
import { ReleasesUnknown } from './gateway.ts'
import { watchReleases } from './worker.ts'

const NEWER: Release = { version: '0.2.0', page: 'https://github.com/someone/site/releases/tag/v0.2.0' }

describe('Checking for a newer version', () => {
  let time: number
  let asked: number
  let answer: () => Promise<Release | null>
  let logged: unknown[][]
  let announced: unknown[]
  let scheduler: Scheduler
  let begin = () => {}

  beforeEach(() => {
    time = Date.parse('2026-03-14T18:30:00.000Z')
    asked = 0
    answer = async () => NEWER
    logged = []
    announced = []
    scheduler = createScheduler({
      processes: {
        whileLeader: (work) => {
          begin = () => void work()
        },
      },
      clock: () => new Date(time),
      log,
    })
  })
  afterEach(() => scheduler.close())

  const log = {
    info: (...words: unknown[]) => void logged.push(words),
    warn: (...words: unknown[]) => void logged.push(words),
    error: (...words: unknown[]) => void logged.push(words),
  }

  function watch() {
    const watching = watchReleases({
      ask: () => {
        asked += 1
        return answer()
      },
      version: '0.1.0',
      processes: { publish: async (_, what) => void announced.push(what), subscribe: () => undefined },
      scheduler,
      clock: () => new Date(time),
      log,
    })
    begin()
    return watching
  }

  async function pass(milliseconds: number) {
    time += milliseconds
    scheduler.look()
    await new Promise((resolve) => setImmediate(resolve))
  }

  it('the check starts a minute after the start, runs daily, and reports a new version once', async () => {
    const watching = watch()
    await pass(MINUTE - 1)
    expect(asked).toBe(0)
    await pass(1)
    expect(asked).toBe(1)
    expect(watching.latest()).toEqual(NEWER)
    for (let hour = 0; hour < 23; hour++) await pass(HOUR)
    expect(asked).toBe(1)
    expect(announced).toHaveLength(24)
    await pass(HOUR)
    expect(asked).toBe(2)
    expect(logged).toEqual([[NEWER, 'a newer version is there']])
  })

  it('a failed check logs one line at a low level, and the known version stays', async () => {
    const watching = watch()
    await pass(MINUTE)
    answer = () => Promise.reject(new ReleasesUnknown('the releases do not answer'))
    logged = []
    await pass(DAY)
    await pass(HOUR)
    expect(asked).toBe(2)
    expect(logged).toEqual([
      [{ why: 'the releases do not answer' }, 'whether there is a newer version could not be learned'],
    ])
    expect(watching.latest()).toEqual(NEWER)
  })
})

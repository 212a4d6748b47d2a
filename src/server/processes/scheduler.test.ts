import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '../log.ts'
import { onlyProcess } from './processes.ts'
import { createScheduler, type Job } from './scheduler.ts'

const MINUTE = 60_000
const errors: object[] = []
const log: Log = { info: () => undefined, warn: () => undefined, error: (details) => void errors.push(details) }
let time = 0
let runs = 0
beforeEach(() => {
  time = 0
  runs = 0
  errors.length = 0
})

const newScheduler = (processes = onlyProcess(log)) => createScheduler({ processes, clock: () => new Date(time), log })
const counting = (more: Partial<Job> = {}): Job => ({
  name: 'counting',
  runsIn: 'every process',
  every: MINUTE,
  work: async () => {
    runs += 1
    return undefined
  },
  ...more,
})

/** Advances the clock and runs everything that is then due. */
async function pass(scheduler: { look(): void }, milliseconds: number): Promise<number> {
  time += milliseconds
  scheduler.look()
  await turn()
  return runs
}

describe('A background job', () => {
  it('runs at once and then as often as it says, however often the clock is looked at', async () => {
    const scheduler = newScheduler()
    scheduler.add(counting())
    expect(await pass(scheduler, 0)).toBe(1)
    expect(await pass(scheduler, MINUTE - 1)).toBe(1)
    expect(await pass(scheduler, 1)).toBe(2)
    expect(await pass(scheduler, 1)).toBe(2)
    await scheduler.close()
  })

  it('first runs when it says, and not before it is woken where it waits for that', async () => {
    const scheduler = newScheduler()
    scheduler.add(counting({ startsAfter: MINUTE }))
    const waiting = scheduler.add(counting({ startsAfter: Number.POSITIVE_INFINITY }))
    expect(await pass(scheduler, MINUTE - 1)).toBe(0)
    expect(await pass(scheduler, 1)).toBe(1)
    waiting.wake()
    expect(await pass(scheduler, 1)).toBe(2)
    await scheduler.close()
  })

  it('runs again when it said that more is due, sooner or later than usual', async () => {
    const scheduler = newScheduler()
    let next = 10
    scheduler.add(
      counting({
        work: async () => {
          runs += 1
          return next
        },
      }),
    )
    expect(await pass(scheduler, 0)).toBe(1)
    next = 2 * MINUTE
    expect(await pass(scheduler, 10)).toBe(2)
    expect(await pass(scheduler, MINUTE)).toBe(2)
    expect(await pass(scheduler, MINUTE)).toBe(3)
    await scheduler.close()
  })

  it('runs as often where the clock is set back', async () => {
    const scheduler = newScheduler()
    scheduler.add(counting())
    await pass(scheduler, 0)
    await pass(scheduler, -60 * MINUTE)
    expect(await pass(scheduler, MINUTE)).toBe(2)
    await scheduler.close()
  })

  it('that is woken while it runs runs once more after that', async () => {
    const scheduler = newScheduler()
    let finish = () => {}
    const job = scheduler.add(
      counting({
        work: () => {
          runs += 1
          return new Promise((resolve) => {
            finish = () => resolve(undefined)
          })
        },
      }),
    )
    expect(await pass(scheduler, 10 * MINUTE)).toBe(1)
    job.wake()
    expect(await pass(scheduler, 0)).toBe(1)
    finish()
    await turn()
    expect(await pass(scheduler, 0)).toBe(2)
    finish()
    await scheduler.close()
  })

  it('is tried again after a failure, each time later, and as usual once it works', async () => {
    const scheduler = newScheduler()
    let isDown = true
    scheduler.add(
      counting({
        every: 25_000,
        retryAfter: 5_000,
        work: async () => {
          runs += 1
          if (isDown) throw new Error('the database is down')
          return undefined
        },
      }),
    )
    scheduler.add(counting({ startsAfter: Number.POSITIVE_INFINITY }))
    expect(await pass(scheduler, 0)).toBe(1)
    for (const wait of [5_000, 10_000, 20_000, 25_000]) {
      const before = runs
      expect(await pass(scheduler, wait - 1)).toBe(before)
      expect(await pass(scheduler, 1)).toBe(before + 1)
    }
    expect(errors).toHaveLength(5)
    expect(errors.at(-1)).toMatchObject({ job: 'counting', failures: 5 })
    isDown = false
    await pass(scheduler, 25_000)
    isDown = true
    await pass(scheduler, 25_000)
    expect(errors.at(-1)).toMatchObject({ failures: 1 })
    await scheduler.close()
  })

  it('that is run by hand where it runs already waits for that run', async () => {
    const scheduler = newScheduler()
    const job = scheduler.add(counting())
    await Promise.all([job.run(), job.run()])
    expect(runs).toBe(1)
    await job.runIfDue()
    expect(runs).toBe(1)
    await job.run()
    expect(runs).toBe(2)
    await scheduler.close()
  })

  it('ends with the site, which waits for the run under way', async () => {
    const scheduler = newScheduler()
    const logged: string[] = []
    scheduler.add(
      counting({
        work: async (signal) => {
          await turn()
          logged.push(signal.aborted ? 'aborted' : 'done')
          return undefined
        },
        end: async () => void logged.push('ended'),
      }),
    )
    await scheduler.close()
    expect(logged).toEqual(['aborted', 'ended'])
    await pass(scheduler, 10 * MINUTE)
    expect(logged).toHaveLength(2)
  })
})

describe('A job of the leader', () => {
  it('runs while its process is the leader, and at once when it becomes it again', async () => {
    let begin = async () => async () => {}
    const processes = {
      ...onlyProcess(log),
      whileLeader: (given: typeof begin) => {
        begin = given
      },
    }
    const scheduler = newScheduler(processes)
    scheduler.add(counting({ runsIn: 'leader' }))
    expect(await pass(scheduler, MINUTE)).toBe(0)
    const end = await begin()
    expect(await pass(scheduler, 0)).toBe(1)
    expect(await pass(scheduler, MINUTE)).toBe(2)
    await end()
    expect(await pass(scheduler, MINUTE)).toBe(2)
    await begin()
    expect(await pass(scheduler, 0)).toBe(3)
    await scheduler.close()
  })
})

import { expect, it } from 'vitest'
import type { Job } from '#server/processes/scheduler.ts'
import { scheduleActionRemoval } from './worker.ts'

it('the leader deletes old actions of a family with a limit, but not while the clock is untrusted', async () => {
  const jobs: Job[] = []
  const removals: unknown[] = []
  let isRight = false
  scheduleActionRemoval({
    scheduler: {
      add: (job) => {
        jobs.push(job)
        return { wake: () => {}, run: async () => {}, runIfDue: async () => {} }
      },
      look: async () => {},
      close: async () => {},
    },
    actionKeeping: { staff: null, players: 400 },
    isClockRight: () => isRight,
    log: { info: () => {} },
    remove: async (...asked) => removals.push(asked),
  })
  expect(jobs).toMatchObject([{ runsIn: 'leader' }])
  const work = () => jobs[0]?.work(new AbortController().signal)
  await work()
  expect(removals).toEqual([])
  isRight = true
  await work()
  expect(removals).toEqual([['players', 400]])
})

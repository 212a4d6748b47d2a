import { expect, it } from 'vitest'
import type { Job } from '#server/processes/scheduler.ts'
import { deleteOldQuestions } from './worker.ts'

it('the leader deletes old questions, but not while the clock is untrusted', async () => {
  const jobs: Job[] = []
  let removals = 0
  let isRight = false
  deleteOldQuestions({
    scheduler: {
      add: (job) => {
        jobs.push(job)
        return { wake: () => {}, run: async () => {}, runIfDue: async () => {} }
      },
      look: async () => {},
      close: async () => {},
    },
    store: { removeOld: async () => ++removals },
    isClockRight: () => isRight,
  })
  const [job] = jobs
  expect(job).toMatchObject({ runsIn: 'leader' })
  await job?.work(new AbortController().signal)
  expect(removals).toBe(0)
  isRight = true
  await job?.work(new AbortController().signal)
  expect(removals).toBe(1)
})

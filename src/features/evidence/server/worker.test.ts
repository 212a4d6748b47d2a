import { expect, it } from 'vitest'
import type { Job } from '#server/processes/scheduler.ts'
import { deleteOldEvidence } from './worker.ts'

it('removed evidence is deleted by the leader, and not while the clock cannot be believed', async () => {
  const jobs: Job[] = []
  let deletions = 0
  let isRight = false
  deleteOldEvidence({
    scheduler: {
      add: (job) => {
        jobs.push(job)
        return { wake: () => {}, run: async () => {}, runIfDue: async () => {} }
      },
      look: () => {},
      close: async () => {},
    },
    store: {
      deleteOld: async () => {
        deletions += 1
      },
    },
    isClockRight: () => isRight,
  })
  const [job] = jobs
  expect(job).toMatchObject({ runsIn: 'leader' })
  await job?.work(new AbortController().signal)
  expect(deletions).toBe(0)
  isRight = true
  await job?.work(new AbortController().signal)
  expect(deletions).toBe(1)
})

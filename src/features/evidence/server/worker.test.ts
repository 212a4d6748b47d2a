import { expect, it } from 'vitest'
import type { Job, Scheduler } from '#server/processes/scheduler.ts'
import { checkEvidenceLinks, deleteOldEvidence } from './worker.ts'

const keeping = (jobs: Job[]): Scheduler => ({
  add: (job) => {
    jobs.push(job)
    return { wake: () => {}, run: async () => {}, runIfDue: async () => {} }
  },
  look: async () => {},
  close: async () => {},
})

it('the leader deletes removed evidence, but not while the clock is untrusted', async () => {
  const jobs: Job[] = []
  let deletions = 0
  let isRight = false
  deleteOldEvidence({
    scheduler: keeping(jobs),
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

it('the leader checks one link a second until none is due', async () => {
  const jobs: Job[] = []
  const due = [1, 2]
  const kept: unknown[] = []
  checkEvidenceLinks({
    scheduler: keeping(jobs),
    links: {
      findUnchecked: async () =>
        due[0] === undefined ? null : { id: due[0], link: `https://clips.example/${due[0]}` },
      saveCheck: async (id, found) => {
        kept.push([due.shift() === id, found])
      },
    },
    look: async (link) => (link.endsWith('/1') ? 'gone' : 'there'),
  })
  const [job] = jobs
  expect(job).toMatchObject({ runsIn: 'leader' })
  const work = () => job?.work(new AbortController().signal)
  expect([await work(), await work(), await work()]).toEqual([1_000, 1_000, undefined])
  expect(kept).toEqual([
    [true, 'gone'],
    [true, 'there'],
  ])
})

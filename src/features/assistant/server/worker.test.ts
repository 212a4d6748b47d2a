import { expect, it } from 'vitest'
import type { Job } from '#server/processes/scheduler.ts'
import { prepareAnswers } from './worker.ts'

const never = () => {
  throw new Error('nobody asks')
}

function preparing({ fails = false } = {}) {
  const done: string[] = []
  let job: Job | undefined
  let learnt: () => void = never
  prepareAnswers({
    scheduler: {
      add: (added) => {
        job = added
        return { wake: never, run: never, runIfDue: never }
      },
    },
    checkTrouble: async (messages) => {
      done.push(`trouble of ${messages.length}`)
      await new Promise<void>((resolve) => {
        learnt = resolve
      })
      return null
    },
    ruleIndex: {
      current: async () => {
        done.push('rules')
        if (fails) throw new Error('The database is away')
        const retrieval = { search: never, quote: never }
        return { passages: [], retrieval, termsOf: never, phraseOf: never, namedIn: never }
      },
    },
  })
  if (job === undefined) throw new Error('no job was added')
  const { work, ...when } = job
  return { done, when, work, learn: () => learnt() }
}

it('each process prepares the assistant once, some seconds after the start, and again a minute after a failure', () => {
  expect(preparing().when).toEqual({
    name: 'preparing the assistant',
    runsIn: 'every process',
    every: Number.POSITIVE_INFINITY,
    startsAfter: 3_000,
    retryAfter: 60_000,
  })
})

it('the trouble classifier is trained before the rules are indexed', async () => {
  const { done, work, learn } = preparing()
  const worked = work(new AbortController().signal)
  expect(done).toEqual(['trouble of 0'])
  learn()
  await worked
  expect(done).toEqual(['trouble of 0', 'rules'])
})

it('the preparation fails if the rules cannot be read, so that it is repeated', async () => {
  const { work, learn } = preparing({ fails: true })
  const worked = work(new AbortController().signal)
  learn()
  await expect(worked).rejects.toThrow('The database is away')
})

it('the preparation stops when the site closes', async () => {
  const { done, work, learn } = preparing()
  const closing = new AbortController()
  const worked = work(closing.signal)
  closing.abort()
  learn()
  await worked
  expect(done).toEqual(['trouble of 0'])
})

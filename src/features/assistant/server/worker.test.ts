import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareAnswers } from './worker.ts'

let app: FastifyInstance
let done: string[]
let fails: boolean
/** Ends the first part, which waits for it. */
let learnt: () => void
beforeEach(() => {
  done = []
  fails = false
  app = Fastify()
  prepareAnswers({
    app,
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
        return {
          passages: [],
          retrieval: { search: never, quote: never },
          termsOf: never,
          phraseOf: never,
          namedIn: never,
        }
      },
    },
    log: { info: never, warn: never, error: (_details, message) => done.push(message) },
  })
})
afterEach(() => app.close())
const never = () => {
  throw new Error('nobody asks')
}
const listen = () => app.listen({ port: 0, host: '127.0.0.1' })

it('prepares answers once the site listens, one part after the other, and the site does not wait', async () => {
  await app.ready()
  expect(done).toEqual([])
  await listen()
  expect(done).toEqual(['trouble of 0'])
  learnt()
  await expect.poll(() => done).toEqual(['trouble of 0', 'rules'])
})

it('logs what fails, and the site goes on', async () => {
  fails = true
  await listen()
  learnt()
  await expect.poll(() => done.at(-1)).toMatch(/could not be prepared/)
})

it('begins nothing more when the site closes', async () => {
  await listen()
  await app.close()
  learnt()
  await new Promise(setImmediate)
  expect(done).toEqual(['trouble of 0'])
})

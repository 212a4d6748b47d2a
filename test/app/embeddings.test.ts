import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chat } from '#features/assistant/contract.ts'
import { createEmbedder, createModel, type Embedder, type Model } from '#features/assistant/server/gateway.ts'
import { addTenCode } from '#features/codes/contract.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { type FakeModel, fakeModel } from '../fakes/model.ts'
import { newWorld, type World } from '../world.ts'

let fake: FakeModel
let database: TestDatabase
let world: World
beforeAll(async () => {
  fake = await fakeModel()
  database = await testDatabase()
  world = await start()
})
afterEach(() => {
  fake.willEmbed('embeds')
  fake.embedded.length = 0
})
afterAll(async () => {
  await world.app.close()
  await database.close()
  await fake.close()
})

const model: Model = { ask: (...args) => createModel({ apiUrl: fake.url, model: 'small' }).ask(...args) }
const embedder: Embedder = {
  model: 'tiny',
  embed: (...args) => createEmbedder({ apiUrl: fake.url, model: 'tiny' }).embed(...args),
}
const start = () =>
  newWorld(database, { startsJobs: true, app: { model, embedder, chatLimits: { visitorMinute: 1_000 } } })
const texts = () => fake.embedded.flat()

/** Asks in words that only the service matches to a rule. Returns whether the model was given that rule. */
async function isGiven(): Promise<boolean> {
  fake.will({ kind: 'says', text: 'NOT_FOUND' })
  await world.as.anyone(chat, { body: { chatMessages: [{ type: 'user', content: 'glimfor vextal' }] } })
  return fake.asked.at(-1)?.body.messages.at(-1)?.content.includes('9.4 Torture and gore') === true
}

/**
 * Waits until all rules are embedded and the model is given the rule. Each try is a minute later on the site's clock,
 * because after a late response the site does not call the service for a minute.
 */
async function waitUntilGiven(): Promise<void> {
  world.pass(5_000)
  await world.app.runDueJobs()
  const isGivenAfterAMinute = () => {
    world.pass(60_000)
    return isGiven()
  }
  await expect.poll(isGivenAfterAMinute, { interval: 500 }).toBe(true)
}

describe('A service with embeddings', () => {
  it('rules are found by meaning shortly after the start, and each text is embedded once', async () => {
    expect(await isGiven()).toBe(false)
    await waitUntilGiven()
    const rules = texts().filter((text) => text !== 'glimfor vextal')
    expect(rules.length).toBeGreaterThan(500)
    expect(new Set(rules).size).toBe(rules.length)
    expect(Math.max(...fake.embedded.map(({ length }) => length))).toBeLessThanOrEqual(64)
  })

  it('only changed texts are embedded again', async () => {
    await world.as.staff(addTenCode, {
      body: { code: '10-990', meaning: 'Lost iguana', category: null, color: 'red' },
    })
    await expect.poll(() => texts().some((text) => text.includes('iguana'))).toBe(true)
    expect(texts().length).toBeLessThan(10)
    // Finish the job. A restart in the middle would lose the embeddings that are not stored yet.
    await world.app.runDueJobs()
  })

  it('no text is embedded again after a restart', async () => {
    await world.app.close()
    world = await start()
    await waitUntilGiven()
    expect(texts().filter((text) => text !== 'glimfor vextal')).toEqual([])
  })

  it.each(['has none', 'hangs'] as const)('the search works without embeddings when the service %s', async (mood) => {
    fake.willEmbed(mood)
    fake.will({ kind: 'says', text: '' })
    const start = performance.now()
    const { status } = await world.as.anyone(chat, {
      body: { chatMessages: [{ type: 'user', content: 'What is the minimum age to play?' }] },
    })
    expect(status).toBe(200)
    expect(performance.now() - start).toBeLessThan(4_000)
  })
})

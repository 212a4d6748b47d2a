import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeModel, fakeModel } from '#test/fakes/model.ts'
import { createModel, ModelFailed } from './gateway.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await fakeModel()
})
afterAll(() => fake.close())

const QUESTION = [{ role: 'user', content: 'How old?' }] as const
const ask = (timeoutMs?: number) =>
  createModel({ apiUrl: `${fake.url}/`, apiKey: 'key-1', model: 'small' }, timeoutMs).complete(QUESTION)

describe('A model', () => {
  it('is asked as OpenAI is, with the key', async () => {
    fake.will({ kind: 'says', text: '  Sixteen [1]. ' })
    expect(await ask()).toBe('Sixteen [1].')
    expect(fake.asked.at(-1)).toMatchObject({
      authorization: 'Bearer key-1',
      body: { model: 'small', messages: QUESTION, stream: false },
    })
  })

  it('may have nothing to say', async () => {
    fake.will({ kind: 'says', text: null })
    expect(await ask()).toBe('')
  })

  it.each([
    { kind: 'fails', status: 401 },
    { kind: 'fails', status: 429 },
    { kind: 'fails', status: 500 },
    { kind: 'breaks off' },
    { kind: 'talks nonsense' },
  ] as const)('fails as one kind of failure when it $kind ($status)', async (mood) => {
    fake.will(mood)
    await expect(ask()).rejects.toThrow(ModelFailed)
  })

  it('is not waited for longer than people are', async () => {
    fake.will({ kind: 'hangs' })
    await expect(ask(50)).rejects.toThrow(ModelFailed)
  })

  it('fails the same when nobody is there', async () => {
    await expect(createModel({ apiUrl: 'http://127.0.0.1:9/v1', model: 'small' }).complete(QUESTION)).rejects.toThrow(
      ModelFailed,
    )
  })
})

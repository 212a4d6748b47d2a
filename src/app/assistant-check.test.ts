import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeModel, fakeModel, type ModelMood } from '#test/fakes/model.ts'
import { checkAssistant } from './assistant-check.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await fakeModel()
})
afterAll(() => fake.close())

const service = (more: { apiUrl?: string; embeddingsModel?: string } = {}) => ({
  apiUrl: fake.url,
  model: 'small',
  dailyTokens: 1,
  ...more,
})
const checked = async (mood: ModelMood, more?: Parameters<typeof service>[0]) => {
  fake.will(mood)
  return checkAssistant(service(more), 300)
}
const ANSWERS = { kind: 'says', text: null, judges: { 'Dogs travel for free.': 'not said' } } as const

it('the doctor lets the model check two statements in one request, and embed one word', async () => {
  fake.asked.length = 0
  expect(await checked(ANSWERS, { embeddingsModel: 'tiny' })).toEqual([
    {
      ok: true,
      what: expect.stringMatching(/^language model: small can check statements and starts to answer after 0\.\d s$/),
    },
    { ok: true, what: 'embeddings: tiny' },
  ])
  expect(fake.asked).toHaveLength(1)
  expect(fake.embedded).toEqual([['rule']])
})

it('the doctor recognizes a model that does not support a temperature', async () => {
  const [found] = await checked({ ...ANSWERS, refuses: 'temperature' })
  expect(found).toMatchObject({ ok: true, what: expect.stringContaining('it does not support a temperature setting') })
})

it.each([
  [{ kind: 'fails', status: 401 }, 'refuses the key (401)', 'ASSISTANT_API_KEY'],
  [{ kind: 'fails', status: 404 }, 'has no model small', 'ASSISTANT_MODEL'],
  [{ kind: 'fails', status: 429 }, 'accepts no more questions now', 'balance'],
  [{ kind: 'fails', status: 500 }, 'answers 500', 'its own log'],
  [{ kind: 'talks nonsense' }, 'is not a language model', 'ASSISTANT_API_URL'],
  [{ kind: 'hangs' }, 'does not answer', 'the service is running'],
  [{ ...ANSWERS, judges: { does: { kind: 'says', text: null } } }, 'gives an empty answer', 'ASSISTANT_MODEL'],
  [{ ...ANSWERS, judges: {} }, 'cannot tell which of two statements a rule supports', 'a larger model'],
  [{ ...ANSWERS, judges: { does: { kind: 'says', text: 'Yes' } } }, 'cannot tell which', 'a larger model'],
] as const)('the doctor reports an error of the model: %o', async (mood, what, fix) => {
  const found = await checked(mood)
  expect(found).toEqual([{ ok: false, what: expect.stringContaining(what), fix: expect.stringContaining(fix) }])
})

it('the doctor reports an unreachable service after one request', async () => {
  const nobody = { apiUrl: 'http://127.0.0.1:9/v1', embeddingsModel: 'tiny' }
  expect(await checked(ANSWERS, nobody)).toEqual([
    { ok: false, what: 'the language model at http://127.0.0.1:9/v1 does not answer', fix: expect.any(String) },
  ])
})

it('the doctor reports that a service has no embeddings', async () => {
  fake.willEmbed('has none')
  const [, found] = await checked(ANSWERS, { embeddingsModel: 'tiny' })
  expect(found).toMatchObject({ ok: false, what: 'the service returns no embeddings from tiny (404)' })
})

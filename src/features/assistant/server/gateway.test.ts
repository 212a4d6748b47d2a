import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeModel, fakeModel } from '#test/fakes/model.ts'
import { createEmbedder, createModel, type ModelFailed } from './gateway.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await fakeModel()
})
afterAll(() => fake.close())

const QUESTION = [{ role: 'user', content: 'How old?' }] as const
const modelOf = (timeoutMs?: number) =>
  createModel({ apiUrl: `${fake.url}/`, apiKey: 'key-1', model: 'small' }, timeoutMs)

async function collect(timeoutMs?: number) {
  const pieces: string[] = []
  let starts = 0
  const options = { onText: (piece: string) => pieces.push(piece), onBegin: () => (starts += 1) }
  const answer = await modelOf(timeoutMs).ask(QUESTION, options)
  return { ...answer, pieces, begun: starts }
}

describe('The client of a language model', () => {
  it('a request has the format of OpenAI, with the key, and asks for a stream', async () => {
    fake.will({ kind: 'says', text: 'Sixteen.' })
    await collect()
    expect(fake.asked.at(-1)).toMatchObject({
      authorization: 'Bearer key-1',
      body: { model: 'small', messages: QUESTION, stream: true, stream_options: { include_usage: true } },
    })
  })

  it('a response is read as it streams, with its token usage at the end', async () => {
    fake.will({ kind: 'says', text: 'You must be at least 16.\n', tokens: 321 })
    const { text, pieces, tokens, begun } = await collect()
    expect(pieces.length).toBeGreaterThan(2)
    expect(pieces.join('')).toBe('You must be at least 16.\n')
    expect({ text, tokens, begun }).toEqual({ text: 'You must be at least 16.', tokens: 321, begun: 1 })
  })

  it('a response can be one JSON body', async () => {
    fake.will({ kind: 'says', text: 'Sixteen.', as: 'JSON', tokens: 12 })
    expect(await collect()).toMatchObject({ text: 'Sixteen.', pieces: ['Sixteen.'], tokens: 12 })
  })

  it('the tokens are estimated as one for four characters if the service reports none', async () => {
    fake.will({ kind: 'says', text: 'x'.repeat(400), tokens: null })
    expect((await collect()).tokens).toBe(102)
  })

  it.each(['temperature', 'stream_options'] as const)(
    'a model that rejects %s is called without it from then on',
    async (refuses) => {
      fake.will({ kind: 'says', text: 'Sixteen.', refuses })
      fake.asked.length = 0
      const model = modelOf()
      expect(await model.ask(QUESTION)).toMatchObject({ text: 'Sixteen.', takesOptions: false })
      await model.ask(QUESTION)
      expect(fake.asked.map(({ body }) => refuses in body)).toEqual([true, false, false])
    },
  )

  it.each([
    { thoughts: 'The user wants …', text: 'Sixteen.' },
    { text: '<think>\nThe user wants 12.\n</think>\n\nSixteen.' },
    { text: 'The user wants 12.\n</think>\nSixteen.' },
  ])('the reasoning of a model is ignored: %o', async (answerText) => {
    fake.will({ kind: 'says', ...answerText })
    const { text, pieces } = await collect()
    expect(text).toBe('Sixteen.')
    if (!answerText.text.startsWith('The')) expect(pieces.join('').trim()).toBe('Sixteen.')
  })

  it('an empty response is allowed', async () => {
    fake.will({ kind: 'says', text: null })
    expect((await collect()).text).toBe('')
  })

  it.each([
    [{ kind: 'fails', status: 401 }, true],
    [{ kind: 'fails', status: 429 }, true],
    [{ kind: 'fails', status: 500 }, true],
    [{ kind: 'breaks off' }, false],
    [{ kind: 'talks nonsense' }, false],
  ] as const)('a failure has one error type: %o, of the whole service: %s', async (mood, isDown) => {
    fake.will(mood)
    await expect(collect()).rejects.toMatchObject({ name: 'ModelFailed', isDown } satisfies Partial<ModelFailed>)
  })

  it.each([{ kind: 'hangs' }, { kind: 'stalls', text: 'You must' }] as const)(
    'a model that does not respond is given up: %o',
    async (mood) => {
      fake.will(mood)
      await expect(collect(80)).rejects.toMatchObject({ name: 'ModelFailed', isDown: true })
    },
  )

  it('a request is aborted when nobody waits for its response', async () => {
    fake.will({ kind: 'stalls', text: 'You must' })
    const leaving = new AbortController()
    const asked = modelOf().ask(QUESTION, { signal: leaving.signal, onText: () => leaving.abort() })
    await expect(asked).rejects.toThrow('could not be asked')
    await expect.poll(() => fake.asked.at(-1)?.isGone).toBe(true)
  })

  it('an unreachable service has the same error type', async () => {
    const nobody = createModel({ apiUrl: 'http://127.0.0.1:9/v1', model: 'small' })
    await expect(nobody.ask(QUESTION)).rejects.toMatchObject({ name: 'ModelFailed', isDown: true })
  })
})

describe('The client of an embedding service', () => {
  const embed = (texts: readonly string[]) => createEmbedder({ apiUrl: fake.url, model: 'tiny' }, 200).embed(texts)

  it('each text has a vector of length 1, in order', async () => {
    fake.willEmbed('embeds')
    const { vectors, tokens } = await embed(['torture gore', 'glimfor', 'bank'])
    expect(tokens).toBe(3)
    const near = (one: number, other: number) =>
      [...(vectors[one] ?? [])].reduce((sum, value, at) => sum + value * (vectors[other]?.[at] ?? 0), 0)
    expect([near(0, 0), near(0, 1), near(0, 2)].map((value) => Math.round(value))).toEqual([1, 1, 0])
  })

  it.each(['has none', 'hangs'] as const)('a failure has one error type if the service %s', async (mood) => {
    fake.willEmbed(mood)
    await expect(embed(['age'])).rejects.toMatchObject({ name: 'ModelFailed' })
  })
})

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

async function heard(timeoutMs?: number) {
  const pieces: string[] = []
  let begun = 0
  const options = { onText: (piece: string) => pieces.push(piece), onBegin: () => (begun += 1) }
  const answer = await modelOf(timeoutMs).ask(QUESTION, options)
  return { ...answer, pieces, begun }
}

describe('A model', () => {
  it('is asked as OpenAI is, with the key, and for a stream', async () => {
    fake.will({ kind: 'says', text: 'Sixteen.' })
    await heard()
    expect(fake.asked.at(-1)).toMatchObject({
      authorization: 'Bearer key-1',
      body: { model: 'small', messages: QUESTION, stream: true, stream_options: { include_usage: true } },
    })
  })

  it('is heard piece by piece, and tells what it cost at the end', async () => {
    fake.will({ kind: 'says', text: 'You must be at least 16.\n', tokens: 321 })
    const { text, pieces, tokens, begun } = await heard()
    expect(pieces.length).toBeGreaterThan(2)
    expect(pieces.join('')).toBe('You must be at least 16.\n')
    expect({ text, tokens, begun }).toEqual({ text: 'You must be at least 16.', tokens: 321, begun: 1 })
  })

  it('may answer with one JSON body all the same', async () => {
    fake.will({ kind: 'says', text: 'Sixteen.', as: 'JSON', tokens: 12 })
    expect(await heard()).toMatchObject({ text: 'Sixteen.', pieces: ['Sixteen.'], tokens: 12 })
  })

  it('is taken to cost a token for each four characters where it does not tell', async () => {
    fake.will({ kind: 'says', text: 'x'.repeat(400), tokens: null })
    expect((await heard()).tokens).toBe(102)
  })

  it.each(['temperature', 'stream_options'] as const)(
    'that refuses %s is asked without it, from then on at once',
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
  ])('is not heard thinking aloud: %o', async (said) => {
    fake.will({ kind: 'says', ...said })
    const { text, pieces } = await heard()
    expect(text).toBe('Sixteen.')
    if (!said.text.startsWith('The')) expect(pieces.join('').trim()).toBe('Sixteen.')
  })

  it('may have nothing to say', async () => {
    fake.will({ kind: 'says', text: null })
    expect((await heard()).text).toBe('')
  })

  it.each([
    [{ kind: 'fails', status: 401 }, true],
    [{ kind: 'fails', status: 429 }, true],
    [{ kind: 'fails', status: 500 }, true],
    [{ kind: 'breaks off' }, false],
    [{ kind: 'talks nonsense' }, false],
  ] as const)('fails as one kind of failure: %o, of the whole service: %s', async (mood, isDown) => {
    fake.will(mood)
    await expect(heard()).rejects.toMatchObject({ name: 'ModelFailed', isDown } satisfies Partial<ModelFailed>)
  })

  it.each([{ kind: 'hangs' }, { kind: 'stalls', text: 'You must' }] as const)(
    'is not waited for longer than people are: %o',
    async (mood) => {
      fake.will(mood)
      await expect(heard(80)).rejects.toMatchObject({ name: 'ModelFailed', isDown: true })
    },
  )

  it('is told when nobody waits for its answer any more', async () => {
    fake.will({ kind: 'stalls', text: 'You must' })
    const leaving = new AbortController()
    const asked = modelOf().ask(QUESTION, { signal: leaving.signal, onText: () => leaving.abort() })
    await expect(asked).rejects.toThrow('could not be asked')
    await expect.poll(() => fake.asked.at(-1)?.isGone).toBe(true)
  })

  it('fails the same when nobody is there', async () => {
    const nobody = createModel({ apiUrl: 'http://127.0.0.1:9/v1', model: 'small' })
    await expect(nobody.ask(QUESTION)).rejects.toMatchObject({ name: 'ModelFailed', isDown: true })
  })
})

describe('An embedder', () => {
  const embed = (texts: readonly string[]) => createEmbedder({ apiUrl: fake.url, model: 'tiny' }, 200).embed(texts)

  it('gives a vector of length 1 for each text, in their order', async () => {
    fake.willEmbed('embeds')
    const { vectors, tokens } = await embed(['torture gore', 'glimfor', 'bank'])
    expect(tokens).toBe(3)
    const near = (one: number, other: number) =>
      [...(vectors[one] ?? [])].reduce((sum, value, at) => sum + value * (vectors[other]?.[at] ?? 0), 0)
    expect([near(0, 0), near(0, 1), near(0, 2)].map((value) => Math.round(value))).toEqual([1, 1, 0])
  })

  it.each(['has none', 'hangs'] as const)('fails as one kind of failure where the service %s', async (mood) => {
    fake.willEmbed(mood)
    await expect(embed(['age'])).rejects.toMatchObject({ name: 'ModelFailed' })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeModel, fakeModel } from '#test/fakes/model.ts'
import { isDetectableByWords, PLANTED_CLAIMS, type PlantedClaim, ruleOf } from '#test/planted-claims.ts'
import type { ChatReply } from '../contract.ts'
import type { ShownQuote } from '../rules.ts'
import { answer } from './answer.ts'
import { createModel } from './gateway.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await fakeModel()
})
afterAll(() => fake.close())

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const budget = { spentFor: async () => 0, spend: async () => undefined }

/** The reply and the quotes that a visitor sees when the model states this claim and gives this verdict on it. */
async function shown(planted: PlantedClaim, verdict: string): Promise<{ reply: ChatReply; quotes: ShownQuote[] }> {
  const passage = ruleOf(planted)
  const { claim, quote } = planted
  fake.will({ kind: 'says', text: `${claim}\n[1] "${quote}"\n`, judges: { [claim]: verdict } })
  const quotes: ShownQuote[] = []
  const retrieval = {
    search: () => ({
      found: [{ passage, score: 1 }],
      fits: true,
      signals: { best: 1, likeness: 1, unknown: 0, outside: 0, wording: 0, number: null },
    }),
    quote: () => 'The rule.',
  }
  const reply = await answer(
    {
      index: async () => ({ passages: [passage], retrieval }),
      pictures: [],
      model: createModel({ apiUrl: fake.url, model: 'small' }),
      budget,
      nearest: null,
      clock: () => new Date('2026-03-14T18:30:00Z'),
      supportHref: 'https://support.example',
      log,
    },
    [{ type: 'user', content: 'What do the rules say?' }],
    { onQuote: (one) => quotes.push(one) },
  )
  return { reply, quotes }
}

describe('Planted false answers about a role, a condition or a scope', () => {
  const planted = PLANTED_CLAIMS.false.filter((one) => !isDetectableByWords(one))

  it.each(planted)('a false answer is not shown if the model does not support it: $claim ($why)', async (one) => {
    for (const verdict of ['not said', 'contradicted']) {
      const { reply, quotes } = await shown(one, verdict)
      expect(reply.kind).toBe('quotes')
      expect(reply.claims).toBeUndefined()
      expect(JSON.stringify([reply, quotes])).not.toContain(one.claim)
    }
  })

  it('these false answers often pass a comparison of words', async () => {
    let letBy = 0
    for (const one of planted) if ((await shown(one, 'supported')).reply.kind === 'answer') letBy++
    expect(planted.length).toBeGreaterThanOrEqual(28)
    expect(letBy).toBeGreaterThan(5)
  })
})

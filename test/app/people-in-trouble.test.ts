import { describe, expect, it } from 'vitest'
import { chat } from '#features/assistant/contract.ts'
import type { Embedder, Model } from '#features/assistant/server/gateway.ts'
import { createLogger } from '#server/log.ts'
import { useWorld } from '../world.ts'

const ask = (...questions: string[]) => ({
  body: { chatMessages: questions.map((content) => ({ type: 'user', content }) as const) },
})
/** The last word occurs in no rule and in no help text. */
const TROUBLE = 'i want to kill myself marzipan'

const logOutput: string[] = []
const logged: string[] = []
const model: Model = {
  ask: async (messages) => {
    logOutput.push(JSON.stringify(messages))
    return { text: 'NOT_FOUND', tokens: 1, takesOptions: true }
  },
}
const embedder: Embedder = {
  model: 'a test',
  embed: async (texts) => {
    logOutput.push(...texts)
    return { vectors: texts.map(() => new Float32Array([1, 0])), tokens: 1 }
  },
}
const world = useWorld({
  app: {
    model,
    embedder,
    chatLimits: { visitorMinute: 2 },
    logger: createLogger('trace', { write: (line: string) => void logged.push(line) }),
  },
})

describe('A person in trouble', () => {
  it('gets help lines despite all limits, and every time', async () => {
    for (let count = 0; count < 4; count++) {
      const { status, body } = await world().as.anyone(chat, ask(TROUBLE))
      expect(status).toBe(200)
      expect(body.kind).toBe('help')
      expect(body.citations?.map(({ href }) => href)).toContain('tel:988')
    }
    expect((await world().as.anyone(chat, ask('how old do i have to be'))).status).toBe(200)
    // The site stores the question after its response. Wait here, so that the next test does not find it.
    const storedQuestions = () => world().database.pool.query('select question from assistant_questions')
    await expect.poll(async () => (await storedQuestions()).rows).toHaveLength(1)
  })

  it('is answered before most other questions that arrive at the same time', async () => {
    const answered: string[] = []
    const write = async (who: string, remoteAddress: string) => {
      const headers = { 'sec-fetch-site': 'same-origin' }
      const payload = ask(TROUBLE).body
      await world().app.inject({ method: 'POST', url: '/api/chat', remoteAddress, headers, payload })
      answered.push(who)
    }
    const flood = Array.from({ length: 20 }, () => write('flood', '203.0.113.7'))
    await Promise.all([...flood, write('in trouble', '203.0.113.8')])
    expect(answered.indexOf('in trouble')).toBeLessThan(10)
  })

  it('is neither sent to the model nor logged nor stored', async () => {
    for (const more of [[], ['please'], ['what do i do', 'pls']]) {
      expect((await world().as.anyone(chat, ask(TROUBLE, ...more))).body.kind).toBe('help')
    }
    expect(logOutput.join('')).not.toContain('marzipan')
    expect(logged.join('')).not.toContain('marzipan')
    const { rows } = await world().database.pool.query('select question from assistant_questions')
    expect(rows).toEqual([])
  })

  it('gets help lines as an event in a streamed answer', async () => {
    const { body } = await world().app.inject({
      method: 'POST',
      url: '/api/chat',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', accept: 'text/event-stream' },
      payload: JSON.stringify(ask(TROUBLE).body),
    })
    expect(body).toMatch(/^event: reply\ndata: \{"text":"[^\n]*"kind":"help"[^\n]*\}\n\n$/)
  })

  it('gets no picture for words that have one', async () => {
    expect((await world().as.anyone(chat, ask('thanks'))).body.kind).toBe('picture')
    expect((await world().as.anyone(chat, ask(TROUBLE, 'thanks'))).body.kind).toBe('help')
  })
})

describe('An abusive person', () => {
  it('gets one calm sentence, as often as a question is answered', async () => {
    const { body } = await world().as.anyone(chat, ask('fuck you'))
    expect(body).toEqual({ kind: 'calm', text: expect.stringMatching(/^[^.]+\.$/), citations: [] })
    await world().as.anyone(chat, ask('fuck you'))
    expect((await world().as.anyone(chat, ask('fuck you'))).status).toBe(429)
    expect(logOutput.join('')).not.toContain('fuck')
  })
})

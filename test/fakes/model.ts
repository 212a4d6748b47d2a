import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/**
 * What the model does with the next question, and with all that follow until told otherwise. Where it hangs, it then
 * goes on with those that wait.
 */
export type ModelMood =
  | { kind: 'says'; text: string | null }
  | { kind: 'fails'; status: 401 | 429 | 500 }
  | { kind: 'hangs' }
  | { kind: 'breaks off' }
  | { kind: 'talks nonsense' }

export interface FakeModel {
  /** The base address, as ASSISTANT_API_URL. */
  url: string
  will(mood: ModelMood): void
  /** What it was asked, with the key it was asked with. */
  asked: { authorization: string | undefined; body: { model: string; messages: { role: string; content: string }[] } }[]
  close(): Promise<void>
}

/** A scripted service that speaks OpenAI's chat completions on this machine. */
export async function fakeModel(): Promise<FakeModel> {
  let mood: ModelMood = { kind: 'says', text: '' }
  const asked: FakeModel['asked'] = []
  const waiting: ServerResponse[] = []
  const answerOrWait = (response: ServerResponse) => {
    if (mood.kind === 'hangs') waiting.push(response)
    else answer(response, mood)
  }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return void response.writeHead(404).end()
    asked.push({ authorization: request.headers.authorization, body: JSON.parse(body) })
    answerOrWait(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the model does not listen')
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    will: (next) => {
      mood = next
      for (const response of waiting.splice(0)) answerOrWait(response)
    },
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

function answer(response: ServerResponse, mood: Exclude<ModelMood, { kind: 'hangs' }>): void {
  switch (mood.kind) {
    case 'says':
      response.writeHead(200, JSON_TYPE).end(completion(mood.text))
      return
    case 'fails':
      response
        .writeHead(mood.status, { ...JSON_TYPE, ...(mood.status === 429 ? { 'retry-after': '20' } : {}) })
        .end(JSON.stringify({ error: { message: 'no', type: 'error', param: null, code: null } }))
      return
    case 'breaks off':
      response.writeHead(200, JSON_TYPE).end(completion('You must be 16').slice(0, -30))
      return
    case 'talks nonsense':
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ object: 'chat.completion', choices: [] }))
  }
}

function completion(content: string | null): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'stand-in',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  })
}

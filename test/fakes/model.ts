import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'

/**
 * What the model does with each question, until the next call of `will`. That call also decides what becomes of the
 * questions that hang.
 */
export type ModelMood =
  | Says
  | { kind: 'fails'; status: 401 | 404 | 429 | 500 }
  | { kind: 'hangs' }
  /** Sends the beginning of an answer and then nothing more. */
  | { kind: 'stalls'; text: string }
  | { kind: 'breaks off' }
  | { kind: 'talks nonsense' }

/** The verdict for each statement that the model must check, by default `supported`. Or what it does instead. */
export type Judges = Readonly<Record<string, string>> | { does: ModelMood }

interface Says {
  kind: 'says'
  text: string | null
  /** The answer when the model must rewrite a question. */
  rewrites?: string
  judges?: Judges
  /** The reasoning that the model sends before the text, in a separate field. */
  thoughts?: string
  /** `JSON` makes the service respond with one JSON body instead of a stream. */
  as?: 'JSON'
  /** The token usage that the service reports. Null when it reports none. */
  tokens?: number | null
  /** The service responds with 400 to a request that has this field. */
  refuses?: 'temperature' | 'stream_options'
}

/** Whether the service returns vectors of the words of a text, does not respond, or responds with 404. */
export type EmbeddingMood = 'embeds' | 'hangs' | 'has none'

interface Asked {
  authorization: string | undefined
  body: { model: string; messages: { role: string; content: string }[]; temperature?: number; stream?: boolean }
  /** Whether the caller disconnected before the response was complete. */
  isGone: boolean
}

export interface FakeModel {
  /** The base address for ASSISTANT_API_URL. */
  url: string
  will(mood: ModelMood): void
  willEmbed(mood: EmbeddingMood): void
  /** The questions that the model received, each with its authorization header. */
  asked: Asked[]
  /** The texts to embed of each call. */
  embedded: string[][]
  close(): Promise<void>
}

/** A scripted service that speaks OpenAI's chat completions and embeddings on this machine. */
export async function fakeModel(): Promise<FakeModel> {
  let mood: ModelMood = { kind: 'says', text: '' }
  let embedding: EmbeddingMood = 'embeds'
  const received: Asked[] = []
  const embedded: string[][] = []
  let waiting: { response: ServerResponse; body: Asked['body'] }[] = []
  const answerOrWait = (response: ServerResponse, body: Asked['body']) => {
    const now = moodFor(mood, body)
    if (now.kind === 'hangs') waiting.push({ response, body })
    else answer(response, now, body)
  }
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    if (request.method === 'POST' && request.url === '/v1/embeddings') {
      const { input } = JSON.parse(text)
      embedded.push(input)
      if (embedding === 'has none') response.writeHead(404, JSON_TYPE).end(ERROR)
      else if (embedding === 'embeds') response.writeHead(200, JSON_TYPE).end(embeddingsOf(input))
      return
    }
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return void response.writeHead(404).end()
    const body = JSON.parse(text)
    const one: Asked = { authorization: request.headers.authorization, body, isGone: false }
    received.push(one)
    response.on('close', () => {
      one.isGone = !response.writableFinished
    })
    answerOrWait(response, body)
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}/v1`,
    will: (next) => {
      mood = next
      const those = waiting
      waiting = []
      for (const { response, body } of those) answerOrWait(response, body)
    },
    willEmbed: (next) => {
      embedding = next
    },
    asked: received,
    embedded,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const ERROR = JSON.stringify({ error: { message: 'no', type: 'error', param: null, code: null } })

/** The mood for this question, which may ask the model to rewrite a question or to check statements. */
function moodFor(mood: ModelMood, { messages: [instructions, question] }: Asked['body']): ModelMood {
  if (mood.kind !== 'says') return mood
  if (instructions?.content.includes('Write it anew') === true) return { ...mood, text: mood.rewrites ?? '' }
  if (instructions?.content.startsWith('You check statements') !== true) return mood
  const { judges = {} } = mood
  if ('does' in judges && typeof judges.does === 'object') return judges.does
  const statements = [...(question?.content ?? '').matchAll(/<statement number="(\d+)">(.*)<\/statement>/g)]
  const verdicts = statements.map(([, number, text = '']) => {
    const verdict = new Map(Object.entries(judges)).get(text) ?? 'supported'
    return { statement: Number(number), verdict }
  })
  return { ...mood, text: JSON.stringify({ verdicts }) }
}

function answer(response: ServerResponse, mood: Exclude<ModelMood, { kind: 'hangs' }>, body: Asked['body']): void {
  switch (mood.kind) {
    case 'says':
      if (mood.refuses !== undefined && mood.refuses in body) response.writeHead(400, JSON_TYPE).end(ERROR)
      else writeAnswer(response, mood, body)
      return
    case 'fails':
      response
        .writeHead(mood.status, { ...JSON_TYPE, ...(mood.status === 429 ? { 'retry-after': '20' } : {}) })
        .end(ERROR)
      return
    case 'stalls':
      begin(response)
      response.write(chunk({ content: mood.text }))
      return
    case 'breaks off':
      response.writeHead(200, JSON_TYPE).end(completion({ kind: 'says', text: 'You must be 16' }).slice(0, -30))
      return
    case 'talks nonsense':
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ object: 'chat.completion', choices: [] }))
  }
}

function writeAnswer(response: ServerResponse, answer: Says, { stream }: Asked['body']): void {
  if (stream !== true || answer.as === 'JSON') return void response.writeHead(200, JSON_TYPE).end(completion(answer))
  begin(response)
  if (answer.thoughts !== undefined) response.write(chunk({ reasoning_content: answer.thoughts }))
  response.write(chunk({ role: 'assistant', content: '' }))
  for (const part of answer.text?.match(/[\s\S]{1,7}/g) ?? []) response.write(chunk({ content: part }))
  const usage = usageOf(answer.tokens)
  if (usage !== undefined) response.write(`data: ${JSON.stringify({ choices: [], usage })}\r\n\r\n`)
  response.end('data: [DONE]\n\n')
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(': a comment\n\n')
}

const chunk = (delta: object) =>
  `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`

const usageOf = (tokens: number | null = 2) =>
  tokens === null ? undefined : { prompt_tokens: tokens - 1, completion_tokens: 1, total_tokens: tokens }

function completion({ text, thoughts, tokens }: Says): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'stand-in',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, reasoning_content: thoughts },
        finish_reason: 'stop',
      },
    ],
    usage: usageOf(tokens),
  })
}

const DIMENSIONS = 256
/** Made-up words that this model treats as words of the rules. A search by words cannot find them. */
const MEANS: Readonly<Record<string, string>> = { glimfor: 'torture gore', vextal: 'cannibalism' }

/** Vectors that count words. Each word has its own place as far as there is room. The last text comes first. */
function embeddingsOf(input: readonly string[]): string {
  const data = input.map((text, index) => {
    const embedding = Array<number>(DIMENSIONS).fill(0)
    for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
      for (const synonym of (MEANS[word] ?? word).split(' ')) {
        const place = [...synonym].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 7919, 7) % DIMENSIONS
        embedding[place] = (embedding[place] ?? 0) + 1
      }
    }
    return { object: 'embedding', index, embedding }
  })
  return JSON.stringify({ object: 'list', data: data.reverse(), usage: { prompt_tokens: 3, total_tokens: 3 } })
}

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'

/**
 * What the model does with the next question, and with all that follow until told otherwise. Where it hangs, it then
 * goes on with those that wait.
 */
export type ModelMood =
  | Says
  | { kind: 'fails'; status: 401 | 404 | 429 | 500 }
  | { kind: 'hangs' }
  /** Says the beginning, and then nothing more. */
  | { kind: 'stalls'; text: string }
  | { kind: 'breaks off' }
  | { kind: 'talks nonsense' }

/** Its verdicts where it is asked to check statements, by the statement: `supported` of all others. Or what it does then. */
export type Judges = Readonly<Record<string, string>> | { does: ModelMood }

interface Says {
  kind: 'says'
  text: string | null
  /** What it says where it is asked to write a question anew. */
  rewrites?: string
  judges?: Judges
  /** Thought aloud before it, in a field of its own. */
  thoughts?: string
  /** A service that does not stream answers with one JSON body. */
  as?: 'JSON'
  /** What it tells to have cost; null: it does not tell. */
  tokens?: number | null
  /** Answers 400 to a request with this in it. */
  refuses?: 'temperature' | 'stream_options'
}

/** What it does with texts to embed: vectors of their words, nothing, or there is no such address. */
export type EmbeddingMood = 'embeds' | 'hangs' | 'has none'

interface Asked {
  authorization: string | undefined
  body: { model: string; messages: { role: string; content: string }[]; temperature?: number; stream?: boolean }
  /** Whether the caller went away before the answer was there. */
  isGone: boolean
}

export interface FakeModel {
  /** The base address, as ASSISTANT_API_URL. */
  url: string
  will(mood: ModelMood): void
  willEmbed(mood: EmbeddingMood): void
  /** What it was asked, with the key it was asked with. */
  asked: Asked[]
  /** What it was given to embed, call by call. */
  embedded: string[][]
  close(): Promise<void>
}

/** A scripted service that speaks OpenAI's chat completions and embeddings on this machine. */
export async function fakeModel(): Promise<FakeModel> {
  let mood: ModelMood = { kind: 'says', text: '' }
  let embedding: EmbeddingMood = 'embeds'
  const asked: Asked[] = []
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
    asked.push(one)
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
    asked,
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

/** What it does with this question: it may be asked to write one anew, or to check statements. */
function moodFor(mood: ModelMood, { messages: [instructions, asked] }: Asked['body']): ModelMood {
  if (mood.kind !== 'says') return mood
  if (instructions?.content.includes('Write it anew') === true) return { ...mood, text: mood.rewrites ?? '' }
  if (instructions?.content.startsWith('You check statements') !== true) return mood
  const { judges = {} } = mood
  if ('does' in judges && typeof judges.does === 'object') return judges.does
  const statements = [...(asked?.content ?? '').matchAll(/<statement number="(\d+)">(.*)<\/statement>/g)]
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
      else say(response, mood, body)
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

function say(response: ServerResponse, said: Says, { stream }: Asked['body']): void {
  if (stream !== true || said.as === 'JSON') return void response.writeHead(200, JSON_TYPE).end(completion(said))
  begin(response)
  if (said.thoughts !== undefined) response.write(chunk({ reasoning_content: said.thoughts }))
  response.write(chunk({ role: 'assistant', content: '' }))
  for (const piece of said.text?.match(/[\s\S]{1,7}/g) ?? []) response.write(chunk({ content: piece }))
  const usage = usageOf(said.tokens)
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
/** Words that this model takes for the same, which no rule says: what a search by words cannot know. */
const MEANS: Readonly<Record<string, string>> = { glimfor: 'torture gore', vextal: 'cannibalism' }

/** A vector that counts words, each at a place of its own as far as there is room. The last text comes first. */
function embeddingsOf(input: readonly string[]): string {
  const data = input.map((text, index) => {
    const embedding = Array<number>(DIMENSIONS).fill(0)
    for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
      for (const meant of (MEANS[word] ?? word).split(' ')) {
        const place = [...meant].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 7919, 7) % DIMENSIONS
        embedding[place] = (embedding[place] ?? 0) + 1
      }
    }
    return { object: 'embedding', index, embedding }
  })
  return JSON.stringify({ object: 'list', data: data.reverse(), usage: { prompt_tokens: 3, total_tokens: 3 } })
}

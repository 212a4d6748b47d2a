import * as z from 'zod'
import { fetchWithLimits } from '#server/fetch-with-limits.ts'

export interface ModelMessage {
  role: 'system' | 'user'
  content: string
}

export interface AskOptions {
  /** The sampling temperature. At 0 the wording varies least. */
  temperature?: number
  signal?: AbortSignal
  /** Called when the answer begins. */
  onBegin?: () => void
  /** Called with each piece of the answer. */
  onText?: (piece: string) => void
}

export interface ModelAnswer {
  /** Empty when the model returned no text. */
  text: string
  /** The tokens that the answer cost. They are estimated from the length when the service does not report them. */
  tokens: number
  /**
   * Whether the service accepts a temperature and reports the tokens of a stream. If not, calls are made without these
   * options.
   */
  takesOptions: boolean
}

/** A language model, as the assistant uses it. */
export interface Model {
  /** Throws `ModelFailed` when the model is down, slow, rejects the call, or returns an invalid answer. */
  ask(messages: readonly ModelMessage[], options?: AskOptions): Promise<ModelAnswer>
}

/** Turns texts into vectors, one per text, in the same order. Throws `ModelFailed`. */
export interface Embedder {
  /** The name of the model. Vectors of different models cannot be compared. */
  model: string
  embed(texts: readonly string[], signal?: AbortSignal): Promise<{ vectors: Float32Array[]; tokens: number }>
}

export class ModelFailed extends Error {
  constructor(
    message: string,
    /** Whether the service itself is down, not only this call. */
    readonly isDown: boolean,
    options?: ErrorOptions & { status?: number },
  ) {
    super(message, options)
    this.name = 'ModelFailed'
    this.status = options?.status
  }
  readonly status: number | undefined
}

export interface ModelSettings {
  /** The base of an OpenAI-compatible service, such as `http://localhost:11434/v1`. */
  apiUrl: string
  apiKey?: string
  model: string
}

/** Users wait for this answer. After this time they get quoted rules instead. */
const TIMEOUT_MS = 30_000
/** The timeout for embedding many texts, for which no user waits. */
const EMBED_TIMEOUT_MS = 60_000
/** Far larger than any answer that is shown. */
const MAX_BYTES = 1024 * 1024
const MAX_EMBED_BYTES = 16 * 1024 * 1024
/** About the number of characters in one English token. */
const CHARACTERS_A_TOKEN = 4

const Usage = z.object({ total_tokens: z.number().nonnegative() }).nullish().catch(null)
const Choice = z.object({
  delta: z.object({ content: z.string().nullish() }).nullish(),
  message: z.object({ content: z.string().nullish() }).nullish(),
})
const Completion = z.object({ choices: z.array(Choice).nullish(), usage: Usage, error: z.unknown().optional() })

/**
 * A client for any service with OpenAI's chat completions (POST {base}/chat/completions), streaming or not. It sends no
 * token limit, because services disagree on the parameter's name; the time limit bounds an answer instead.
 */
export function createModel(settings: ModelSettings, timeoutMs = TIMEOUT_MS): Model {
  const { model } = settings
  // Some models reject any temperature, and some services reject the stream options.
  let takesOptions = true

  async function complete(
    messages: readonly ModelMessage[],
    withOptions: boolean,
    { temperature = 0.2, signal, onBegin, onText }: AskOptions,
  ): Promise<ModelAnswer> {
    const reading = readCompletion(onText)
    const options = withOptions ? { temperature, stream_options: { include_usage: true } } : {}
    const body = { model, messages, stream: true, ...options }
    const limits = { timeoutMs, maxBytes: MAX_BYTES, signal, onBegin, onPart: reading.add }
    await post(settings, 'chat/completions', body, limits)
    const { text, tokens } = read(reading.end)
    const sent = messages.reduce((sum, { content }) => sum + content.length, 0)
    return { text, tokens: tokens ?? Math.ceil((sent + text.length) / CHARACTERS_A_TOKEN), takesOptions: withOptions }
  }

  return {
    ask: async (messages, options = {}) => {
      try {
        return await complete(messages, takesOptions, options)
      } catch (error) {
        if (!takesOptions || !(error instanceof ModelFailed) || !isBadRequest(error.status)) throw error
        const answer = await complete(messages, false, options)
        takesOptions = false
        return answer
      }
    },
  }
}

const isBadRequest = (status: number | undefined) => status === 400 || status === 422

/** Reads a stream of server-sent events as it arrives, or a single JSON body at its end. */
function readCompletion(onText: ((piece: string) => void) | undefined) {
  const decoder = new TextDecoder()
  let body = ''
  let read = 0
  let written = ''
  let shown = ''
  let tokens: number | null = null
  let isStream = false
  let isComplete = false

  function take(json: string): void {
    const { choices, usage, error } = Completion.parse(JSON.parse(json))
    if (error !== undefined && error !== null) throw new ModelFailed('the model broke off its answer', false)
    const [choice] = choices ?? []
    if (choice !== undefined) isComplete = true
    written += choice?.delta?.content ?? choice?.message?.content ?? ''
    tokens = usage?.total_tokens ?? tokens
    const next = withoutThoughts(written)
    if (next.length > shown.length) onText?.(next.slice(shown.length))
    shown = next
  }

  function takeLines(): void {
    for (let end = body.indexOf('\n', read); end >= 0; end = body.indexOf('\n', read)) {
      const data = /^data:(.*)$/.exec(body.slice(read, end).trimEnd())?.[1]?.trim()
      read = end + 1
      if (data === undefined) continue
      isStream = true
      if (data !== '[DONE]') take(data)
    }
  }

  return {
    add: (part: Uint8Array) => {
      body += decoder.decode(part, { stream: true })
      takeLines()
    },
    end: () => {
      if (isStream) {
        body += '\n'
        takeLines()
      } else take(body)
      if (!isComplete) throw new ModelFailed('the model answered something that is no answer', false)
      return { text: shown.trim(), tokens }
    },
  }
}

/** Removes the reasoning that some models write before their answer. */
function withoutThoughts(written: string): string {
  const end = written.lastIndexOf('</think>')
  if (end >= 0) return written.slice(end + '</think>'.length)
  const start = written.trimStart()
  return start.startsWith('<think') || '<think'.startsWith(start) ? '' : written
}

const Embeddings = z.object({
  data: z.array(z.object({ embedding: z.array(z.number()).min(1), index: z.int().optional() })),
  usage: Usage,
})

/** A client for the embeddings of the same service (POST {base}/embeddings). */
export function createEmbedder(settings: ModelSettings, timeoutMs = EMBED_TIMEOUT_MS): Embedder {
  const { model } = settings
  return {
    model,
    embed: async (texts, signal) => {
      const limits = { timeoutMs, maxBytes: MAX_EMBED_BYTES, signal }
      const response = await post(settings, 'embeddings', { model, input: texts }, limits)
      const body = await response.text()
      const { data, usage } = read(() => Embeddings.parse(JSON.parse(body)))
      if (data.length !== texts.length) throw new ModelFailed('the model embedded another number of texts', false)
      const vectors = data
        .map(({ embedding, index }, at) => ({ vector: unitOf(embedding), at: index ?? at }))
        .sort((one, other) => one.at - other.at)
        .map(({ vector }) => vector)
      const length = texts.reduce((sum, text) => sum + text.length, 0)
      return { vectors, tokens: usage?.total_tokens ?? Math.ceil(length / CHARACTERS_A_TOKEN) }
    },
  }
}

/** Scales a vector to length 1, so that the dot product of two vectors is their similarity. */
function unitOf(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers) || 1
  return Float32Array.from(numbers, (number) => number / length)
}

function read<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw failureOf(error)
  }
}

/** Turns any error into a `ModelFailed`. An unreadable answer does not mean that the service is down. */
function failureOf(error: unknown): ModelFailed {
  if (error instanceof ModelFailed) return error
  const isUnreadable = error instanceof RangeError || error instanceof SyntaxError || error instanceof z.ZodError
  const message = isUnreadable ? 'the model answered something that is no answer' : 'the model could not be asked'
  return new ModelFailed(message, !isUnreadable, { cause: error })
}

/** Throws `ModelFailed` for any response other than a success. */
async function post(
  { apiUrl, apiKey }: ModelSettings,
  path: string,
  body: object,
  limits: Parameters<typeof fetchWithLimits>[2],
): Promise<Response> {
  let response: Response
  try {
    response = await fetchWithLimits(
      `${apiUrl.replace(/\/$/, '')}/${path}`,
      {
        method: 'POST',
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify(body),
      },
      limits,
    )
  } catch (error) {
    throw failureOf(error)
  }
  const { ok, status } = response
  if (!ok) throw new ModelFailed(`the model answered ${status}`, !isBadRequest(status) && status !== 413, { status })
  return response
}

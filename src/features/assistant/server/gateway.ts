import * as z from 'zod'
import { fetchWithLimits } from '#server/fetch-with-limits.ts'

export interface ModelMessage {
  role: 'system' | 'user'
  content: string
}

/** A language model, as far as the assistant needs one. */
export interface Model {
  /** The model's answer, empty when it had none. Throws `ModelFailed` in every other case. */
  complete(messages: readonly ModelMessage[]): Promise<string>
}

/** The model is down, slow, refuses, or answers something that is no answer. */
export class ModelFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ModelFailed'
  }
}

export interface ModelSettings {
  /** The base of an OpenAI-compatible service, such as `http://localhost:11434/v1`. */
  apiUrl: string
  apiKey?: string
  model: string
}

/** People wait for this answer; after so long they get the rules themselves. */
const TIMEOUT_MS = 15_000
/** Far more than an answer that is shown. */
const MAX_BYTES = 1024 * 1024

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
})

/**
 * Any service that speaks OpenAI's chat completions (POST {base}/chat/completions). No token limit is sent, because
 * services disagree on its name; the time limit bounds an answer instead.
 */
export function createModel({ apiUrl, apiKey, model }: ModelSettings, timeoutMs = TIMEOUT_MS): Model {
  const address = `${apiUrl.replace(/\/$/, '')}/chat/completions`
  return {
    complete: async (messages) => {
      try {
        const response = await fetchWithLimits(
          address,
          {
            method: 'POST',
            redirect: 'error',
            headers: {
              'content-type': 'application/json',
              ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
            },
            body: JSON.stringify({ model, messages, temperature: 0.2, stream: false }),
          },
          { timeoutMs, maxBytes: MAX_BYTES },
        )
        if (!response.ok) throw new ModelFailed(`the model answered ${response.status}`)
        const completion = Completion.parse(await response.json())
        return completion.choices[0]?.message.content?.trim() ?? ''
      } catch (error) {
        if (error instanceof ModelFailed) throw error
        throw new ModelFailed('the model could not be asked', { cause: error })
      }
    },
  }
}

import { judgePrompt, readSupported } from '#features/assistant/server/claim-judge.ts'
import { createEmbedder, createModel, type ModelAnswer, ModelFailed } from '#features/assistant/server/gateway.ts'
import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import type { AssistantService } from '#server/config/environment.ts'
import { bad, type Finding, good } from '#server/finding.ts'

/** A model that takes longer than this many milliseconds is too slow: the chat then quotes the rules instead. */
const SLOW = 5_000
const TIMEOUT = 20_000

/** One statement that its quotation supports, and one that it contradicts. */
const STATEMENTS = [
  { text: 'The bus leaves at nine.', quote: 'The bus leaves at 9:00.', heading: 'The bus' },
  { text: 'Dogs travel for free.', quote: 'The bus leaves at 9:00.', heading: 'The bus' },
]

/**
 * Has the language model check two statements, as it does before the site shows a statement of its own, and embed one
 * word. Problems appear in the doctor's findings instead of the chat.
 */
export async function checkAssistant(service: AssistantService, timeoutMs = TIMEOUT): Promise<Finding[]> {
  const began = performance.now()
  let begunAfter = 0
  const onBegin = () => {
    begunAfter = performance.now() - began
  }
  const asked = await orFailure(
    createModel(service, timeoutMs).ask(judgePrompt(STATEMENTS), { temperature: 0, onBegin }),
  )
  const found = [
    asked instanceof ModelFailed ? explainFailure(service, asked) : checkAnswer(service, asked, begunAfter),
  ]
  const { embeddingsModel: model } = service
  if (model === undefined || (asked instanceof ModelFailed && asked.status === undefined)) return found
  const embedded = await orFailure(createEmbedder({ ...service, model }, timeoutMs).embed(['rule']))
  return [
    ...found,
    embedded instanceof ModelFailed
      ? explainNoEmbeddings(model, embedded)
      : good(withValues('embeddings: {model}', { model })),
  ]
}

async function orFailure<T>(asked: Promise<T>): Promise<T | ModelFailed> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ModelFailed) return error
    throw error
  }
}

function checkAnswer({ model }: AssistantService, { text, takesOptions }: ModelAnswer, begunAfter: number): Finding {
  if (text === '') {
    return bad(
      withValues('the language model {model} gives an empty answer', { model }),
      msg('Choose a chat model in ASSISTANT_MODEL.'),
    )
  }
  if (readSupported(text, STATEMENTS.length).join() !== 'true,false') {
    return bad(
      withValues(
        'the language model {model} cannot tell which of two statements a rule supports, so none of its answers are shown',
        { model },
      ),
      msg('Choose a larger model in ASSISTANT_MODEL: with this one, visitors only get quotes from the rules.'),
    )
  }
  const seconds = (begunAfter / 1000).toFixed(1)
  if (begunAfter > SLOW) {
    return bad(
      withValues('the language model {model} takes {seconds} s to start its answer', { model, seconds }),
      msg('After 5 s, visitors only get quotes from the rules. Choose a smaller model or a faster machine.'),
    )
  }
  const values = { model, seconds }
  return good(
    takesOptions
      ? withValues('language model: {model} can check statements and starts to answer after {seconds} s', values)
      : withValues(
          'language model: {model} can check statements and starts to answer after {seconds} s; it does not support a temperature setting',
          values,
        ),
  )
}

function explainFailure({ apiUrl, model }: AssistantService, { status, isDown }: ModelFailed): Finding {
  switch (status) {
    case undefined:
      return isDown
        ? bad(
            withValues('the language model at {address} does not answer', { address: apiUrl }),
            msg(
              'Check that the service is running. ASSISTANT_API_URL is the part before /chat/completions, such as http://localhost:11434/v1.',
            ),
          )
        : bad(
            withValues('what answers at {address} is not a language model', { address: apiUrl }),
            msg(
              'Check the address: ASSISTANT_API_URL is the part before /chat/completions, such as http://localhost:11434/v1.',
            ),
          )
    case 401:
    case 403:
      return bad(
        withValues('the language model’s service refuses the key ({status})', { status }),
        msg('Check ASSISTANT_API_KEY.'),
      )
    case 404:
      return bad(
        withValues('the service at {address} has no model {model}, or the address is wrong (404)', {
          address: apiUrl,
          model,
        }),
        msg(
          'Write ASSISTANT_MODEL exactly as the service lists it. ASSISTANT_API_URL is the part before /chat/completions, such as http://localhost:11434/v1.',
        ),
      )
    case 429:
      return bad(
        msg('the language model’s service accepts no more questions now (429)'),
        msg('Check there whether a limit is reached or the balance is used up.'),
      )
    default:
      return bad(
        withValues('the language model’s service answers {status}', { status }),
        msg('See its own log for the reason. ASSISTANT_MODEL must be a chat model.'),
      )
  }
}

function explainNoEmbeddings(model: string, { status }: ModelFailed): Finding {
  return bad(
    status === undefined
      ? withValues('the service returns no embeddings from {model}', { model })
      : withValues('the service returns no embeddings from {model} ({status})', { model, status }),
    msg('Check ASSISTANT_EMBEDDINGS_MODEL, or leave it out: the search then uses only the words of the rules.'),
  )
}

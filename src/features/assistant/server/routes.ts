import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import type { Changes } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'
import { createEventStream, disconnectSignal, wantsEvents } from '#server/http/event-stream.ts'
import { HttpError, invalid, tooMany, unavailable } from '#server/http/http-error.ts'
import { type Budget, createBudget, inWords, type Limits, limitByAddress, visitorKey } from '#server/http/limits.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Log } from '#server/log.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import { createTurns } from '#server/turns.ts'
import {
  type ChatMessage,
  type ChatReply,
  chat,
  findPassages,
  findRulebook,
  giveThumb,
  listRulebooks,
} from '../contract.ts'
import { type Picture, questionsOf, type WrittenRulebook } from '../rules.ts'
import { shareAddress } from '../share-rules.ts'
import { type Asker, answer } from './answer.ts'
import { type AnswerTokens, createAnswerTokens } from './answer-tokens.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { createEmbeddingStore } from './embedding-store.ts'
import { createEmbeddings, type Ranking } from './embeddings.ts'
import { type Embedder, type Model, ModelFailed } from './gateway.ts'
import { isIndexed, type RuleIndex } from './rule-index.ts'
import type { Search } from './search-hits.ts'
import type { CheckTrouble } from './trouble.ts'

/** The limits of the chat. */
export interface ChatLimits {
  visitorMinute: number
  visitorDay: number
  /** The model tokens per day. When they are spent, every user gets quoted rules. */
  dailyTokens: number
  /**
   * How long the model's answer may take to begin, in milliseconds. After that the model is not called for a minute.
   */
  firstByteMs?: number
  /** The time limit for each extra call of the model for one answer, in milliseconds. */
  furtherCallMs?: number
}

const LIMITS: ChatLimits = { visitorMinute: 10, visitorDay: 150, dailyTokens: 2_000_000 }
/** The maximum number of thumbs of one visitor in a minute. */
const THUMBS = 20
/** The maximum per visitor and day, so that no visitor fills a day's storage alone. */
const THUMBS_A_DAY = 40
/** The maximum number of unanswered questions stored per visitor and day, so that no visitor fills the list alone. */
const MISSED = 20
const DAY = 86_400
/** The wait, in seconds, that a visitor is told while the previous question is being answered. */
const ONE_ANSWER = 3

/** A visitor's thumb for an answer. Null withdraws it. */
export interface GivenThumb {
  /** The id of the answer. */
  answer: string
  thumb: 'up' | 'down' | null
  question: string
  rules: readonly string[]
}

export interface AssistantRoutesDeps {
  serve: Serve
  changes: Changes
  rulebooks: readonly WrittenRulebook[]
  ruleIndex: RuleIndex
  search: Search
  checkTrouble: CheckTrouble
  pictures: readonly Picture[]
  model: Model | null
  /** Null: the rules are found by their words only. */
  embedder: Embedder | null
  database: Pick<Database, 'db' | 'engine' | 'pool'>
  scheduler: Scheduler
  clock: () => Date
  supportHref: string
  clientSecret: string
  /** Stores a question that no rule answered, with the rules that came closest. */
  onUnanswered: (question: string, closest: readonly string[], fromMember: boolean) => Promise<void>
  onThumb: (given: GivenThumb) => Promise<void>
  log: Log
  limits: Limits
  chatLimits?: Partial<ChatLimits>
}

export function assistantRoutes(deps: AssistantRoutesDeps): void {
  const { serve, rulebooks, ruleIndex } = deps
  serve.snapshot(listRulebooks, [], async () => ({ data: [...rulebooks] }))
  serve.records(findRulebook, new Map(rulebooks.map((rulebook) => [rulebook.slug, { data: rulebook }])))

  const most = { ...LIMITS, ...deps.chatLimits }
  const limitMinute = limitByAddress(deps.limits, 'chat-minute', most.visitorMinute, 60, {
    text: msg('You have asked {questions} in a minute. Please wait {wait} and ask again.'),
    values: {
      questions: ({ t }) => t({ one: '{count} question', other: '{count} questions' }, { count: most.visitorMinute }),
    },
  })
  const limitDay = limitByAddress(deps.limits, 'chat-day', most.visitorDay, DAY, {
    text: msg(
      'You have reached the limit of questions for one day. You can ask again in {wait}. The rules are at /rules.',
    ),
  })
  const budget = createBudget(deps.database, 'model-tokens', most.dailyTokens, DAY)
  const model = deps.model && guarded(deps.model, deps.clock, most.firstByteMs)
  const nearest = deps.embedder && rankingOf(deps, deps.embedder, budget)
  const keepMissed = missedKeeper(deps)
  const tokens = createAnswerTokens(deps.clientSecret, deps.clock)
  const inTurn = createTurns()
  /** The visitors whose question is being answered. Each visitor has one at a time. */
  const asking = new Set<string>()

  serve.call(chat)(async ({ actor, body, request, reply, translator }) => {
    const events = wantsEvents(request) ? createEventStream(request, reply, translator) : null
    const signal = disconnectSignal(reply)
    const visitor = visitorKey(request.ip)
    const trouble = await inTurn(visitor, () => deps.checkTrouble(body.chatMessages, translator))
    // Limits do not apply to help for a user in trouble.
    if (trouble?.kind === 'help') {
      await events?.end('reply', trouble)
      return trouble
    }
    if (asking.has(visitor)) throw stillAnswering()
    asking.add(visitor)
    try {
      await limitMinute(request.ip)
      await limitDay(request.ip)
      const asker: Asker = { signal, translator, onQuote: (quote) => events?.send('quote', quote) }
      const question = lastOf(body.chatMessages)
      const answering = { ...deps, index: ruleIndex.current, model, budget, nearest, furtherCallMs: most.furtherCallMs }
      const signedReply = signed(tokens, question, trouble ?? (await answer(answering, body.chatMessages, asker)))
      keepMissed({ ip: request.ip, isMember: actor !== null }, question, signedReply)
      await events?.end('reply', signedReply)
      return signedReply
    } catch (error) {
      if (signal.aborted) throw unavailable(msg('You left before the answer arrived.'))
      if (!events?.hasBegun()) throw error
      await events.fail(error)
      return NOTHING
    } finally {
      asking.delete(visitor)
    }
  })
  serveThumbs(deps, tokens)
  serve.call(findPassages)(({ query, request }) => deps.search(query, request.ip))
}

const lastOf = (messages: readonly ChatMessage[]) => questionsOf(messages).at(-1) ?? ''

/** Adds to an answer from the rules the token for thumbs and the address for sharing. */
function signed(tokens: AnswerTokens, question: string, reply: ChatReply): ChatReply {
  const { kind, citations = [] } = reply
  if (kind !== 'answer' && kind !== 'quotes') return reply
  const rules = citations.map(({ href }) => href)
  const share = shareAddress(question, citations, tokens.sign)
  return { ...reply, token: tokens.issue(question, rules), ...(share !== null && { share }) }
}

/** Whether a limit permits the call. The visitor is not told when it does not. */
function isWithin(taken: Promise<void>): Promise<boolean> {
  return taken.then(
    () => true,
    (error: unknown) => {
      if (error instanceof HttpError) return false
      throw error
    },
  )
}

interface Whose {
  ip: string
  isMember: boolean
}

/** Stores unanswered questions without making the visitor wait. */
function missedKeeper({ limits, onUnanswered, supportHref, log }: AssistantRoutesDeps) {
  const limitMissed = limitByAddress(limits, 'missed-day', MISSED, DAY)
  const keep = async ({ ip, isMember }: Whose, question: string, closest: readonly string[]) => {
    if (await isWithin(limitMissed(ip))) await onUnanswered(question, closest, isMember)
  }
  return (whose: Whose, question: string, { kind, citations = [] }: ChatReply) => {
    if (kind !== 'unanswered') return
    const closest = citations.map(({ href }) => href).filter((href) => href !== supportHref)
    keep(whose, question, closest).catch((error: unknown) => {
      log.error({ err: error }, 'a question that was not answered could not be kept')
    })
  }
}

function serveThumbs({ serve, limits, checkTrouble, onThumb }: AssistantRoutesDeps, tokens: AnswerTokens): void {
  const limitThumbs = limitByAddress(limits, 'thumbs', THUMBS, 60)
  const limitDay = limitByAddress(limits, 'thumbs-day', THUMBS_A_DAY, DAY)
  serve.call(giveThumb)(async ({ body, request }) => {
    await limitThumbs(request.ip)
    await limitDay(request.ip)
    const { token, chatMessages, thumb, rules } = body
    const question = lastOf(chatMessages)
    const id = tokens.read(token, question, rules)
    if (id === null) throw invalid({ token: msg('This is not an answer that we gave in the last day.') })
    // A conversation about trouble got no answer from the rules, and nothing of it is stored.
    if ((await checkTrouble(chatMessages)) !== null) return { ok: true }
    await onThumb({ answer: id, thumb, question, rules: [...new Set(rules)] })
    return { ok: true }
  })
}

/** The return value when the answer has already been sent as events. */
const NOTHING: ChatReply = { text: '' }

/** The ranking by meaning. Rules are embedded again when they change. */
function rankingOf(deps: AssistantRoutesDeps, embedder: Embedder, budget: Budget): Ranking {
  const store = createEmbeddingStore(deps.database)
  const embeddings = createEmbeddings({ ...deps, embedder, store, budget })
  deps.changes.on((topic) => {
    if (isIndexed(topic)) embeddings.refresh()
  })
  return embeddings.nearest
}

/** Wraps the model in a circuit breaker. */
function guarded(model: Model, clock: () => Date, firstByteMs?: number): Model {
  const breaker = createCircuitBreaker({
    clock,
    isDown: (error) => error instanceof ModelFailed && error.isDown,
    ...(firstByteMs === undefined ? {} : { firstByteMs }),
  })
  return {
    ask: (messages, { signal, onBegin, ...options } = {}) =>
      breaker.run((ending, begins) => {
        const hear = () => {
          begins()
          onBegin?.()
        }
        return model.ask(messages, { ...options, signal: ending, onBegin: hear })
      }, signal),
  }
}

const stillAnswering = () =>
  tooMany(
    ONE_ANSWER,
    withValues('Your last question is still being answered. Please wait {wait} and ask again.', {
      wait: (translator) => inWords(ONE_ANSWER, translator),
    }),
  )

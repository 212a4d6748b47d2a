import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import type { Changes } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'
import { createEventStream, goneSignal, wantsEvents } from '#server/http/event-stream.ts'
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

/** How often the assistant may be asked. */
export interface ChatLimits {
  visitorMinute: number
  visitorDay: number
  /** What the model may cost in a day, in tokens. After them the rules are quoted to everybody. */
  dailyTokens: number
  /** How long the model's answer may take to begin, in milliseconds, before it is left alone for a minute. */
  firstByteMs?: number
  /** How long its further calls for an answer may take, in milliseconds. */
  furtherCallMs?: number
}

const LIMITS: ChatLimits = { visitorMinute: 10, visitorDay: 150, dailyTokens: 2_000_000 }
/** Thumbs of one visitor in a minute. */
const THUMBS = 20
/** And in a day: nobody uses up alone what is kept of a day. */
const THUMBS_A_DAY = 40
/** Unanswered questions of one visitor that are kept in a day, so that nobody fills the list alone. */
const MISSED = 20
const DAY = 86_400
/** Seconds until somebody whose question is being answered may ask again. */
const ONE_ANSWER = 3

/** What somebody said of an answer; null takes it back. */
export interface GivenThumb {
  /** Its id. */
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
  /** `null`: the rules are found by their words alone. */
  embedder: Embedder | null
  database: Pick<Database, 'db' | 'engine' | 'pool'>
  scheduler: Scheduler
  clock: () => Date
  supportHref: string
  clientSecret: string
  /** Keeps a question that no rule answered, with the rules that came closest. */
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
  /** Whose question is being answered: one at a time for each visitor. */
  const asking = new Set<string>()

  serve.call(chat)(async ({ actor, body, request, reply, speech }) => {
    const events = wantsEvents(request) ? createEventStream(request, reply, speech) : null
    const signal = goneSignal(reply)
    const visitor = visitorKey(request.ip)
    const trouble = await inTurn(visitor, () => deps.checkTrouble(body.chatMessages, speech))
    // A person in need of help gets it whatever the limits say.
    if (trouble?.kind === 'help') {
      await events?.end('reply', trouble)
      return trouble
    }
    if (asking.has(visitor)) throw stillAnswering()
    asking.add(visitor)
    try {
      await limitMinute(request.ip)
      await limitDay(request.ip)
      const asker: Asker = { signal, speech, onQuote: (quote) => events?.send('quote', quote) }
      const question = lastOf(body.chatMessages)
      const answering = { ...deps, index: ruleIndex.current, model, budget, nearest, furtherCallMs: most.furtherCallMs }
      const said = signed(tokens, question, trouble ?? (await answer(answering, body.chatMessages, asker)))
      keepMissed({ ip: request.ip, isMember: actor !== null }, question, said)
      await events?.end('reply', said)
      return said
    } catch (error) {
      if (signal.aborted) throw unavailable(msg('You left before the answer came.'))
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

/** An answer from the rules has a token, which thumbs are given with, and an address where it may be shared. */
function signed(tokens: AnswerTokens, question: string, said: ChatReply): ChatReply {
  const { kind, citations = [] } = said
  if (kind !== 'answer' && kind !== 'quotes') return said
  const rules = citations.map(({ href }) => href)
  const share = shareAddress(question, citations, tokens.sign)
  return { ...said, token: tokens.issue(question, rules), ...(share !== null && { share }) }
}

/** Whether a limit lets it by; it is not for the visitor to know. */
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

/** Keeps what was not answered, without keeping the visitor waiting. */
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
    // Such a conversation got no answer from the rules, and nothing of it is kept.
    if ((await checkTrouble(chatMessages)) !== null) return { ok: true }
    await onThumb({ answer: id, thumb, question, rules: [...new Set(rules)] })
    return { ok: true }
  })
}

/** Where the answer is sent already. */
const NOTHING: ChatReply = { text: '' }

/** The rules by their meaning, embedded anew when they change. */
function rankingOf(deps: AssistantRoutesDeps, embedder: Embedder, budget: Budget): Ranking {
  const store = createEmbeddingStore(deps.database)
  const embeddings = createEmbeddings({ ...deps, embedder, store, budget })
  deps.changes.on((topic) => {
    if (isIndexed(topic)) embeddings.refresh()
  })
  return embeddings.nearest
}

/** The model behind a circuit breaker. */
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
      wait: (speech) => inWords(ONE_ANSWER, speech),
    }),
  )

import { ENGLISH, type Translator } from '#lib/messages.ts'
import type { Budget } from '#server/http/limits.ts'
import type { Log } from '#server/log.ts'
import type { ChatMessage, ChatReply } from '../contract.ts'
import { headingOf, type Passage, type Picture, pictureFor, questionsOf, type ShownQuote } from '../rules.ts'
import { CircuitOpen } from './circuit-breaker.ts'
import { judgePrompt, readSupported } from './claim-judge.ts'
import { type CheckedClaim, createClaimReader } from './claims.ts'
import type { Ranking } from './embeddings.ts'
import { type AskOptions, type Model, ModelFailed, type ModelMessage } from './gateway.ts'
import { answerPrompt, NOT_FOUND, rewritePrompt } from './prompts.ts'
import {
  answerReply,
  budgetNote,
  citationOf,
  claimQuotesReply,
  closestRulesReply,
  downNote,
  passagesOf,
  unansweredReply,
} from './replies.ts'
import type { SearchResult } from './retrieval.ts'
import type { IndexedRules } from './rule-indexing.ts'
import { tokenize } from './wording.ts'

export interface AnswerDeps {
  index: () => Promise<Pick<IndexedRules, 'passages' | 'retrieval'>>
  pictures: readonly Picture[]
  /** Null: the rules are quoted. Throws `CircuitOpen` while the circuit breaker is open. */
  model: Model | null
  /** The model tokens that may still be spent today. */
  budget: Budget
  /** Ranks passages by meaning. Null without an embedding model. */
  nearest: Ranking | null
  clock: () => Date
  supportHref: string
  /** The time limit for each extra call of the model besides the one that answers, in milliseconds. */
  furtherCallMs?: number | undefined
  log: Log
}

export interface Asker {
  /** Aborts the answer when the user has left. */
  signal?: AbortSignal
  /** The user's language. The default is English. */
  translator?: Translator
  /** Called with each quoted sentence as soon as it is found. */
  onQuote?: (quote: ShownQuote) => void
}

/** The number of passages that the model receives. */
const MAX_PROMPT_PASSAGES = 20
/** The number of passages of a ranking that count. */
const MAX_RANKED_PASSAGES = 40

/**
 * Answers the last question of a conversation: with a picture, with the statements of the model that pass all checks,
 * or with quotes.
 */
export async function answer(
  deps: AnswerDeps,
  messages: readonly ChatMessage[],
  asker: Asker = {},
): Promise<ChatReply> {
  const { log } = deps
  const questions = questionsOf(messages)
  const question = questions.at(-1) ?? ''
  const picture = pictureFor(question, deps.pictures)
  if (picture !== undefined) {
    return { text: `/media/chat/${picture.file}`, kind: 'picture', isGif: true, alt: picture.alt }
  }

  const { passages, retrieval } = await deps.index()
  const own = retrieval.search(questions, MAX_RANKED_PASSAGES)
  const near = (await deps.nearest?.(question, passages, asker.signal)) ?? []
  let known = fuse(own, [near])
  const { translator = ENGLISH } = asker
  const withoutModel = () =>
    known.fits
      ? closestRulesReply(questions, known.found, retrieval, translator)
      : unansweredReply(passagesOf(known.found), deps.supportHref, translator)
  // Without any passages the model would answer from its own memory.
  if (deps.model === null || known.found.length === 0) return withoutModel()
  const budgetSpent = async () => {
    const seconds = await deps.budget.spentFor()
    return seconds > 0 ? { note: budgetNote(deps.clock(), seconds, translator) } : null
  }
  const spent = await budgetSpent()
  if (spent !== null) return { ...withoutModel(), ...spent }
  const ask = createAsk(deps.model, deps.budget)
  const further = { ask, limitMs: deps.furtherCallMs ?? FURTHER_CALL_MS, signal: asker.signal }
  let fallback = withoutModel
  try {
    if (isWorthRewriting(own, questions)) {
      const rewritten = await rewrite(further, questions)
      if (rewritten !== '') known = fuse(own, [near], retrieval.search([rewritten], MAX_RANKED_PASSAGES))
    }
    const given = passagesOf(known.found).slice(0, MAX_PROMPT_PASSAGES)
    const { text, claims, problems } = await generateClaims(ask, questions, given, asker)
    if (text === '') return { text: '' }
    if (claims.length === 0) {
      if (text.includes(NOT_FOUND)) return unansweredReply(given, deps.supportHref, translator)
      log.warn({ problems }, 'the model said what the rules that it was given do not')
      return withoutModel()
    }
    fallback = () => claimQuotesReply(claims, translator)
    const spentNow = await budgetSpent()
    if (spentNow !== null) return { ...fallback(), ...spentNow }
    const supported = await judge(further, claims)
    if (supported.length > 0) return answerReply(supported)
    log.warn({ claims: claims.map((claim) => claim.text) }, 'the model does not stand by what it said')
    return fallback()
  } catch (error) {
    if (asker.signal?.aborted === true || !(error instanceof ModelFailed || error instanceof CircuitOpen)) throw error
    if (error instanceof ModelFailed || error.cause !== undefined) {
      log.warn({ err: error }, 'the assistant quotes the rules instead of asking the model')
    }
    return {
      ...fallback(),
      ...(error instanceof CircuitOpen && { note: downNote(deps.clock(), error.until, translator) }),
    }
  }
}

type Ask = (...asked: Parameters<Model['ask']>) => Promise<string>

/** Asks the model and records the tokens that it cost. */
function createAsk(model: Model, budget: Budget): Ask {
  return async (messages, options) => {
    const { text, tokens } = await model.ask(messages, options)
    await budget.spend(tokens)
    return text
  }
}

async function generateClaims(
  ask: Ask,
  questions: readonly string[],
  given: readonly Passage[],
  { signal, onQuote }: Asker,
) {
  const claims: CheckedClaim[] = []
  const reader = createClaimReader(given, (claim) => {
    claims.push(claim)
    onQuote?.({ quote: claim.quote, citation: citationOf(claim.passage) })
  })
  const text = await ask(answerPrompt(questions, given), { ...signalOf(signal), onText: reader.add })
  reader.end()
  return { text, claims, problems: reader.problems }
}

/** Far less than the time that users wait for the answer itself, in milliseconds. */
const FURTHER_CALL_MS = 6_000

interface FurtherCall {
  ask: Ask
  limitMs: number
  signal: AbortSignal | undefined
}

/** The model's reply. Empty when it takes too long. */
async function askWithLimit(
  { ask, limitMs, signal }: FurtherCall,
  messages: readonly ModelMessage[],
  options: AskOptions = {},
): Promise<string> {
  const limit = AbortSignal.timeout(limitMs)
  try {
    return await ask(messages, { ...options, signal: signal ? AbortSignal.any([signal, limit]) : limit })
  } catch (error) {
    if (limit.aborted && signal?.aborted !== true) return ''
    throw error
  }
}

/** The statements that the model confirms when it is asked in a second, strict call whether the quotes support them. */
async function judge(further: FurtherCall, claims: readonly CheckedClaim[]): Promise<CheckedClaim[]> {
  const statements = claims.map((claim) => ({ ...claim, heading: headingOf(claim.passage) }))
  const reply = await askWithLimit(further, judgePrompt(statements), { temperature: 0 })
  const supported = readSupported(reply, claims.length)
  return claims.filter((_, at) => supported[at])
}

/** A question with at most this many words is taken to refer to the question before it. */
const MAX_FOLLOW_UP_WORDS = 8
const MAX_QUESTION = 300

/**
 * A second call takes about a second, so it is made only when the search is unsure, or when the question is short and
 * follows others.
 */
function isWorthRewriting({ fits }: SearchResult, questions: readonly string[]): boolean {
  return !fits || (questions.length > 1 && tokenize(questions.at(-1) ?? '').length <= MAX_FOLLOW_UP_WORDS)
}

/** The question in the wording of a rulebook. Empty when the model takes too long. */
async function rewrite(further: FurtherCall, questions: readonly string[]): Promise<string> {
  const reply = await askWithLimit(further, rewritePrompt(questions))
  return reply.split('\n')[0]?.slice(0, MAX_QUESTION).trim() ?? ''
}

const signalOf = (signal: AbortSignal | undefined): AskOptions => (signal === undefined ? {} : { signal })

/** How quickly lower places of a ranking lose weight. */
const DAMPING = 20

/** Joins rankings by the places of the passages (reciprocal rank fusion). The scores remain those of the search. */
function fuse(
  own: SearchResult,
  others: readonly (readonly Passage[])[],
  again?: SearchResult,
): Pick<SearchResult, 'found' | 'fits'> {
  const rankings = [passagesOf(own.found), ...others, ...(again ? [passagesOf(again.found)] : [])].filter(
    ({ length }) => length > 0,
  )
  const scores = new Map([...(again?.found ?? []), ...own.found].map(({ passage, score }) => [passage, score]))
  const fits = own.fits || again?.fits === true
  if (rankings.length <= 1) return { found: own.found, fits }
  const places = new Map<Passage, number>()
  for (const ranking of rankings) {
    for (const [at, passage] of ranking.entries()) places.set(passage, (places.get(passage) ?? 0) + 1 / (DAMPING + at))
  }
  const found = [...places]
    .sort(([, one], [, other]) => other - one)
    .map(([passage]) => ({ passage, score: scores.get(passage) ?? 0 }))
  return { found, fits }
}

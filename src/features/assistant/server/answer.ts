import { ENGLISH, type Speech } from '#lib/messages.ts'
import type { Budget } from '#server/http/limits.ts'
import type { Log } from '#server/log.ts'
import type { ChatMessage, ChatReply } from '../contract.ts'
import { headingOf, type Passage, type Picture, pictureFor, questionsOf, type ShownQuote } from '../rules.ts'
import { CircuitOpen } from './circuit-breaker.ts'
import { judgingOf, supportedIn } from './claim-judge.ts'
import { type CheckedClaim, createClaimReader } from './claims.ts'
import type { Ranking } from './embeddings.ts'
import { type AskOptions, type Model, ModelFailed, type ModelMessage } from './gateway.ts'
import { NOT_FOUND, promptOf, rewritingOf } from './prompts.ts'
import {
  answerOf,
  budgetNote,
  citationOf,
  downNote,
  nothingFits,
  passagesOf,
  quotations,
  quotedAlone,
} from './replies.ts'
import type { Search } from './retrieval.ts'
import type { IndexedRules } from './rule-indexing.ts'
import { wordsOf } from './wording.ts'

export interface AnswerDeps {
  index: () => Promise<Pick<IndexedRules, 'passages' | 'retrieval'>>
  pictures: readonly Picture[]
  /** `null`: the rules are quoted. Throws `CircuitOpen` where its service is left alone. */
  model: Model | null
  /** What the model may still cost today, in tokens. */
  budget: Budget
  /** The passages nearest to a question by their meaning; `null` where nothing is known of that. */
  nearest: Ranking | null
  clock: () => Date
  supportHref: string
  /** How long a further call of the model may take beside the one that answers, in milliseconds. */
  furtherCallMs?: number | undefined
  log: Log
}

export interface Asker {
  /** Ends the answer: the person who asks is gone. */
  signal?: AbortSignal
  /** Their language; English without. */
  speech?: Speech
  /** Hears each sentence that the answer stands on, as it is found. */
  onQuote?: (quote: ShownQuote) => void
}

/** How many passages a model is given. */
const GIVEN = 20
/** How far down a ranking counts. */
const RANKED = 40

/** Answers the last question of a conversation: a picture, the model's answer as far as it holds, or quotations. */
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
  const own = retrieval.search(questions, RANKED)
  const near = (await deps.nearest?.(question, passages, asker.signal)) ?? []
  let known = fuse(own, [near])
  const { speech = ENGLISH } = asker
  const withoutModel = () =>
    known.fits
      ? quotations(questions, known.found, retrieval, speech)
      : nothingFits(passagesOf(known.found), deps.supportHref, speech)
  // Where nothing was found a model would answer from its own memory.
  if (deps.model === null || known.found.length === 0) return withoutModel()
  const budgetSpent = async () => {
    const seconds = await deps.budget.spentFor()
    return seconds > 0 ? { note: budgetNote(deps.clock(), seconds, speech) } : null
  }
  const spent = await budgetSpent()
  if (spent !== null) return { ...withoutModel(), ...spent }
  const ask = asking(deps.model, deps.budget, log)
  const further = { ask, limitMs: deps.furtherCallMs ?? FURTHER_CALL_MS, signal: asker.signal }
  let instead = withoutModel
  try {
    if (isWorthRewriting(own, questions)) {
      const again = await rewrite(further, questions)
      if (again !== '') known = fuse(own, [near], retrieval.search([again], RANKED))
    }
    const given = passagesOf(known.found).slice(0, GIVEN)
    const { text, claims, problems } = await tell(ask, questions, given, asker)
    if (text === '') return { text: '' }
    if (claims.length === 0) {
      if (text.includes(NOT_FOUND)) return nothingFits(given, deps.supportHref, speech)
      log.warn({ problems }, 'the model said what the rules that it was given do not')
      return withoutModel()
    }
    instead = () => quotedAlone(claims, speech)
    const spentNow = await budgetSpent()
    if (spentNow !== null) return { ...instead(), ...spentNow }
    const supported = await judge(further, claims)
    if (supported.length > 0) return answerOf(supported)
    log.warn({ claims: claims.map((claim) => claim.text) }, 'the model does not stand by what it said')
    return instead()
  } catch (error) {
    if (asker.signal?.aborted === true || !(error instanceof ModelFailed || error instanceof CircuitOpen)) throw error
    if (error instanceof ModelFailed || error.cause !== undefined) {
      log.warn({ err: error }, 'the assistant quotes the rules instead of asking the model')
    }
    return { ...instead(), ...(error instanceof CircuitOpen && { note: downNote(deps.clock(), error.until, speech) }) }
  }
}

type Ask = (...asked: Parameters<Model['ask']>) => Promise<string>

/** Asks the model, and pays for what it answered. */
function asking(model: Model, budget: Budget, log: Log): Ask {
  return async (messages, options) => {
    const { text, tokens } = await model.ask(messages, options)
    // An answer that is there is not held back because it could not be counted.
    await budget.spend(tokens).catch((error: unknown) => log.error({ err: error }, 'tokens could not be counted'))
    return text
  }
}

async function tell(ask: Ask, questions: readonly string[], given: readonly Passage[], { signal, onQuote }: Asker) {
  const claims: CheckedClaim[] = []
  const reader = createClaimReader(given, (claim) => {
    claims.push(claim)
    onQuote?.({ quote: claim.quote, citation: citationOf(claim.passage) })
  })
  const text = await ask(promptOf(questions, given), { ...signalOf(signal), onText: reader.add })
  reader.end()
  return { text, claims, problems: reader.problems }
}

/** Far less than people wait for the answer itself. */
const FURTHER_CALL_MS = 6_000

interface FurtherCall {
  ask: Ask
  limitMs: number
  signal: AbortSignal | undefined
}

/** What the model says; empty where it takes too long. */
async function askFurther(
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

/** The statements that the model, asked once more and strictly, finds in what they quote. */
async function judge(further: FurtherCall, claims: readonly CheckedClaim[]): Promise<CheckedClaim[]> {
  const statements = claims.map((claim) => ({ ...claim, heading: headingOf(claim.passage) }))
  const said = await askFurther(further, judgingOf(statements), { temperature: 0 })
  const supported = supportedIn(said, claims.length)
  return claims.filter((_, at) => supported[at])
}

/** A question of so few words leans on the one before it. */
const FEW = 8
const MAX_QUESTION = 300

/** A second call costs a second: only where the search is not sure, or the question is short and follows others. */
function isWorthRewriting({ fits }: Search, questions: readonly string[]): boolean {
  return !fits || (questions.length > 1 && wordsOf(questions.at(-1) ?? '').length <= FEW)
}

/** The question in the words of a rulebook; empty where the model takes too long for that. */
async function rewrite(further: FurtherCall, questions: readonly string[]): Promise<string> {
  const said = await askFurther(further, rewritingOf(questions))
  return said.split('\n')[0]?.slice(0, MAX_QUESTION).trim() ?? ''
}

const signalOf = (signal: AbortSignal | undefined): AskOptions => (signal === undefined ? {} : { signal })

/** How soon a place further down a ranking stops to count. */
const DAMPING = 20

/** Joins rankings by the places that passages take in them. The scores stay those of the search. */
function fuse(own: Search, others: readonly (readonly Passage[])[], again?: Search): Pick<Search, 'found' | 'fits'> {
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

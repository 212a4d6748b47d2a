import { ENGLISH, type Speech } from '#lib/messages.ts'
import type { Budget } from '#server/http/limits.ts'
import { inWords } from '#server/http/limits.ts'
import type { Log } from '#server/log.ts'
import type { ChatMessage, ChatReply, Citation, Claim } from '../contract.ts'
import { type Passage, type Picture, pictureFor, questionsOf } from '../rules.ts'
import { CircuitOpen } from './circuit-breaker.ts'
import { type CheckedClaim, createClaimReader } from './claims.ts'
import type { Ranking } from './embeddings.ts'
import { type AskOptions, type Model, ModelFailed } from './gateway.ts'
import { NOT_FOUND, promptOf, rewritingOf } from './prompts.ts'
import type { Found, Retrieval, Search } from './retrieval.ts'
import type { IndexedRules } from './rule-index.ts'
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
  log: Log
}

export interface Asker {
  /** Ends the answer: whoever asked is gone. */
  signal?: AbortSignal
  /** Their language; English without. */
  speech?: Speech
  /** Hears each statement of the answer as it is written. */
  onClaim?: (claim: Omit<Claim, 'citation'> & { citation: Citation }) => void
}

/** How many passages a model is given, and how many are quoted without one. */
const GIVEN = 20
const QUOTED = 3
/** How far down a ranking counts. */
const RANKED = 40

/** A passage far behind the best one is only in the way. */
const SCORE_FLOOR = 0.4

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
  const spentFor = await deps.budget.spentFor()
  if (spentFor > 0) return { ...withoutModel(), note: budgetNote(deps.clock(), spentFor, speech) }
  const ask = asking(deps.model, deps.budget, log)
  try {
    if (isWorthRewriting(own, questions)) {
      const again = await rewrite(ask, questions, asker.signal)
      if (again !== '') known = fuse(own, [near], retrieval.search([again], RANKED))
    }
    const given = passagesOf(known.found).slice(0, GIVEN)
    const said = await tell(ask, questions, given, asker)
    if (said.text === '') return { text: '' }
    if (said.claims.length > 0) return answerOf(said.claims)
    if (said.text.includes(NOT_FOUND)) return nothingFits(given, deps.supportHref, speech)
    log.warn({ problems: said.problems }, 'the model said what the rules that it was given do not')
    return withoutModel()
  } catch (error) {
    if (asker.signal?.aborted === true || !(error instanceof ModelFailed || error instanceof CircuitOpen)) throw error
    if (error instanceof ModelFailed || error.cause !== undefined) {
      log.warn({ err: error }, 'the assistant quotes the rules instead of asking the model')
    }
    return {
      ...withoutModel(),
      ...(error instanceof CircuitOpen && { note: downNote(deps.clock(), error.until, speech) }),
    }
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

async function tell(ask: Ask, questions: readonly string[], given: readonly Passage[], { signal, onClaim }: Asker) {
  const claims: CheckedClaim[] = []
  const reader = createClaimReader(given, (claim) => {
    claims.push(claim)
    const { text, quote, passage } = claim
    onClaim?.({ text, quote, citation: citationOf(passage) })
  })
  const text = await ask(promptOf(questions, given), { ...signalOf(signal), onText: reader.add })
  reader.end()
  return { text, claims, problems: reader.problems }
}

/** A question of so few words leans on the one before it. */
const FEW = 8
/** Far less than people wait for the answer itself. */
const REWRITING_MS = 6_000
const MAX_QUESTION = 300

/** A second call costs a second: only where the search is not sure, or the question is short and follows others. */
function isWorthRewriting({ fits }: Search, questions: readonly string[]): boolean {
  return !fits || (questions.length > 1 && wordsOf(questions.at(-1) ?? '').length <= FEW)
}

/** The question in the words of a rulebook; empty where the model takes too long for that. */
async function rewrite(ask: Ask, questions: readonly string[], signal?: AbortSignal): Promise<string> {
  const limit = AbortSignal.timeout(REWRITING_MS)
  try {
    const said = await ask(rewritingOf(questions), signalOf(signal ? AbortSignal.any([signal, limit]) : limit))
    return said.split('\n')[0]?.slice(0, MAX_QUESTION).trim() ?? ''
  } catch (error) {
    if (limit.aborted && signal?.aborted !== true) return ''
    throw error
  }
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

const passagesOf = (found: readonly Found[]) => found.map(({ passage }) => passage)

function citationOf({ title, href }: Passage): Citation {
  return { title, href }
}

function answerOf(checked: readonly CheckedClaim[]): ChatReply {
  const cited = [...new Set(checked.map(({ passage }) => passage))]
  const claims = checked.map(({ text, quote, passage }) => ({ text, quote, citation: cited.indexOf(passage) + 1 }))
  return {
    text: claims.map(({ text, citation }) => `${text} [${citation}]`).join(' '),
    kind: 'answer',
    claims,
    citations: cited.map(citationOf),
  }
}

function quotations(
  questions: readonly string[],
  found: readonly Found[],
  { quote }: Retrieval,
  { t }: Speech,
): ChatReply {
  const best = found[0]?.score ?? 0
  const passages = passagesOf(found.slice(0, QUOTED).filter(({ score }, at) => at === 0 || score >= best * SCORE_FLOOR))
  const quotes = passages.map((passage, at) => `${passage.title}\n“${quote(questions, passage)}” [${at + 1}]`)
  const opening = t(
    passages.length === 1 ? 'This is the closest rule I found.' : 'These are the closest rules I found.',
  )
  return { text: [opening, ...quotes].join('\n\n'), kind: 'quotes', citations: passages.map(citationOf) }
}

function nothingFits(passages: readonly Passage[], supportHref: string, { t }: Speech): ChatReply {
  const closest = passages.slice(0, QUOTED).map(citationOf)
  const text = t(
    closest.length === 0
      ? 'I could not find a rule about that. The support portal can help you.'
      : 'I could not find a rule that answers that. Did you mean one of these? The support portal can help you further.',
  )
  return { text, kind: 'unanswered', citations: [...closest, { title: t('Support portal'), href: supportHref }] }
}

function budgetNote(now: Date, seconds: number, speech: Speech): string {
  const until = timeOf(new Date(now.getTime() + seconds * 1000))
  return speech.t(
    'The assistant has used up its budget for one day, so it only quotes the rules until {time}, for {wait}.',
    { time: until, wait: inWords(seconds, speech) },
  )
}

function downNote(now: Date, until: Date, speech: Speech): string {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return speech.t(
    'The language model does not answer right now, so the assistant only quotes the rules until {time}, for {wait}.',
    { time: timeOf(until), wait: inWords(seconds, speech) },
  )
}

const timeOf = (date: Date) => `${date.toISOString().slice(11, 16)} UTC`

import type { Passage } from '../rules.ts'
import { type CertaintySignals, isCertain } from './certainty.ts'
import type { OutsideTopic } from './glossary.ts'
import { createQuotes } from './quotes.ts'
import { createSearchIndex, type QuestionMatch } from './search-index.ts'
import { createWordOdds } from './word-odds.ts'
import type { Wording } from './wording.ts'

export interface ScoredPassage {
  passage: Passage
  score: number
}

export interface SearchResult {
  /** The passages that match the last question best, the best first. */
  found: ScoredPassage[]
  /** Whether the passages probably answer the question. */
  fits: boolean
  /** The signals behind `fits`, for `npm run eval:assistant`. */
  signals: CertaintySignals
}

export interface Retrieval {
  /** Searches for an answer to the last of `questions`. The questions are in the order in which they were asked. */
  search(questions: readonly string[], count: number): SearchResult
  /** The sentences of a passage that match the last question, and those that state what follows from it. */
  quote(questions: readonly string[], passage: Passage): string
}

/**
 * The weights of an earlier question: when the last one refers to it, for both questions searched as one text, and when
 * it stands alone.
 */
const FOLLOW_UP_WEIGHT = 0.5
const JOINED_WEIGHT = 0.7
const STANDALONE_WEIGHT = 0.12
/** A question that names at most this many things is taken to refer to the question before it. */
const MAX_FOLLOW_UP_CONCEPTS = 3

/**
 * The weight of the whole question in the score of a part, and the score above which a part has an answer of its own.
 */
const WHOLE_WEIGHT = 0.5
const MIN_PART_SCORE = 2
/** The number of passages whose text is shown. */
const MAX_SHOWN = 3

/** Builds the search index of all passages. `outside` are the topics that the passages do not cover. */
export async function createRetrieval(
  answering: readonly Passage[],
  outside: readonly OutsideTopic[],
  wording: Wording,
): Promise<Retrieval> {
  const index = await createSearchIndex(answering, outside, wording)
  const outsideOdds = await createWordOdds(
    answering.flatMap(({ asked = [] }) => asked),
    outside.flatMap(({ asked }) => asked),
    wording.stems,
  )
  const quoteOf = createQuotes(wording)
  const places = [...answering.keys()]
  const isFollowUp = (question: string, { conceptCount }: QuestionMatch) =>
    conceptCount <= MAX_FOLLOW_UP_CONCEPTS || wording.forms.followUp.test(question.trim())
  const bestOf = (scores: readonly number[]) =>
    places.reduce((best, place) => ((scores[place] ?? 0) > (scores[best] ?? 0) ? place : best), 0)

  /** The last question, combined with the two questions before it. */
  function inContext(question: string, last: QuestionMatch, earlierQuestions: readonly string[]): QuestionMatch {
    const isFollowUpQuestion = isFollowUp(question, last)
    let { scores, total, unknown } = last
    let share = isFollowUpQuestion ? FOLLOW_UP_WEIGHT : STANDALONE_WEIGHT
    for (const before of earlierQuestions.slice(-2).reverse()) {
      const earlier = index.match(before)
      scores = scores.map((score, at) => score + share * (earlier.scores[at] ?? 0))
      if (isFollowUpQuestion) {
        const both = index.match(`${before} ${question}`)
        scores = scores.map((score, at) => score + JOINED_WEIGHT * (both.scores[at] ?? 0))
        total += share * earlier.total
        unknown += share * earlier.unknown
      }
      share *= isFollowUp(before, earlier) ? FOLLOW_UP_WEIGHT : STANDALONE_WEIGHT
    }
    return { ...last, scores, total, unknown }
  }

  /** The best passage for each part of a question that asks several things. Empty when it asks one thing. */
  function bestOfParts(question: string, whole: readonly number[]): number[] {
    const parts = question
      .replace(/\s+/g, ' ')
      .split(wording.forms.joint)
      .filter((part) => part.trim().length > 2)
      .slice(0, MAX_SHOWN)
    if (parts.length < 2) return []
    let before: number[] = []
    return parts.flatMap((part, nth) => {
      const match = index.match(part)
      const isFollowUpPart = nth > 0 && isFollowUp(part, match)
      const scores = isFollowUpPart
        ? match.scores.map((score, at) => (score + FOLLOW_UP_WEIGHT * (before[at] ?? 0)) / (1 + FOLLOW_UP_WEIGHT))
        : match.scores
      before = scores
      const withWhole = scores.map((score, at) => score + WHOLE_WEIGHT * (whole[at] ?? 0))
      const best = bestOf(withWhole)
      return (withWhole[best] ?? 0) > MIN_PART_SCORE ? best : []
    })
  }

  /** The signals of the last question. `inAll` also contains what the earlier questions add. */
  function signalsOf(
    question: string,
    last: QuestionMatch,
    inAll: QuestionMatch,
    ranked: readonly number[],
  ): CertaintySignals {
    const { scores, total, unknown } = inAll
    const [first = 0] = ranked
    const { places: known, isUnknown } = last.named
    return {
      best: scores[first] ?? 0,
      likeness: last.likeness[first] ?? 0,
      unknown: unknown / (total + unknown || 1),
      outside: Math.max(0, ...last.scores.slice(answering.length)) - (last.scores[first] ?? 0),
      wording: outsideOdds(question),
      number: known.length > 0 ? 'known' : isUnknown ? 'unknown' : null,
    }
  }

  return {
    // A short question often leaves its subject to the question before it.
    quote: (questions, { text }) => quoteOf(questions.slice(-2).join(' '), text),
    search(questions, count) {
      const question = questions.at(-1) ?? ''
      const last = index.match(question)
      const inAll = inContext(question, last, questions.slice(0, -1))
      const scoreOf = (place: number) => inAll.scores[place] ?? 0
      const ranked = places.filter((place) => scoreOf(place) > 0).sort((a, b) => scoreOf(b) - scoreOf(a))
      // The passages that are shown contain an answer to each part of the question.
      const ofParts = bestOfParts(question, inAll.scores)
      const shown = [...new Set([...ranked.slice(0, 1), ...(ofParts.length > 1 ? ofParts : [])])].slice(0, MAX_SHOWN)
      const order = [...shown, ...ranked.filter((place) => !shown.includes(place))]
      const signals = signalsOf(question, last, inAll, ranked)
      return {
        found: order.slice(0, count).flatMap((place) => {
          const passage = answering[place]
          return passage === undefined ? [] : [{ passage, score: scoreOf(place) }]
        }),
        fits: order.length > 0 && isCertain(signals),
        signals,
      }
    },
  }
}

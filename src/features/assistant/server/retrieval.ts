import type { Passage } from '../rules.ts'
import { fits, type Signs } from './certainty.ts'
import type { OutsideTopic } from './glossary.ts'
import { createQuotes } from './quotes.ts'
import { createSearchIndex, type Look } from './search-index.ts'
import { createWordOdds } from './word-odds.ts'
import type { Wording } from './wording.ts'

export interface Found {
  passage: Passage
  score: number
}

export interface Search {
  /** The passages closest to the last question, the best first. */
  found: Found[]
  /** Whether they are likely to answer it. */
  fits: boolean
  /** What the decision stands on, for `npm run eval:assistant`. */
  signs: Signs
}

export interface Retrieval {
  /** Looks for what answers the last question of a conversation, the oldest first. */
  search(questions: readonly string[], count: number): Search
  /** The sentences of a passage that hold what the last question names, and what follows from it. */
  quote(questions: readonly string[], passage: Passage): string
}

/** How much of an earlier question counts: where the last one leans on it, also together with it, and where not. */
const LEANS = 0.5
const TOGETHER = 0.7
const STANDS = 0.12
/** A question of so few things leans on the one before it. */
const FEW = 3

/** How much of the whole question counts in a part, and from which score on a part has an answer of its own. */
const WHOLE = 0.5
const OWN_ANSWER = 2
/** Of so many passages people see the text. */
const SHOWN = 3

/** Makes the index of all that can be found; `outside` is what players ask that none of it answers. */
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
  const isLeaning = (question: string, { things }: Look) => things <= FEW || wording.forms.leaning.test(question.trim())
  const bestOf = (scores: readonly number[]) =>
    places.reduce((best, place) => ((scores[place] ?? 0) > (scores[best] ?? 0) ? place : best), 0)

  /** The last question with what it takes from the two before it. */
  function inContext(question: string, last: Look, earlierQuestions: readonly string[]): Look {
    const leans = isLeaning(question, last)
    let { scores, total, unknown } = last
    let share = leans ? LEANS : STANDS
    for (const before of earlierQuestions.slice(-2).reverse()) {
      const earlier = index.look(before)
      scores = scores.map((score, at) => score + share * (earlier.scores[at] ?? 0))
      if (leans) {
        const both = index.look(`${before} ${question}`)
        scores = scores.map((score, at) => score + TOGETHER * (both.scores[at] ?? 0))
        total += share * earlier.total
        unknown += share * earlier.unknown
      }
      share *= isLeaning(before, earlier) ? LEANS : STANDS
    }
    return { ...last, scores, total, unknown }
  }

  /** The best passage for each thing that a question asks; none where it asks one. */
  function bestOfParts(question: string, whole: readonly number[]): number[] {
    const parts = question
      .replace(/\s+/g, ' ')
      .split(wording.forms.joint)
      .filter((part) => part.trim().length > 2)
      .slice(0, SHOWN)
    if (parts.length < 2) return []
    let before: number[] = []
    return parts.flatMap((part, nth) => {
      const look = index.look(part)
      const leans = nth > 0 && isLeaning(part, look)
      const scores = leans
        ? look.scores.map((score, at) => (score + LEANS * (before[at] ?? 0)) / (1 + LEANS))
        : look.scores
      before = scores
      const withWhole = scores.map((score, at) => score + WHOLE * (whole[at] ?? 0))
      const best = bestOf(withWhole)
      return (withWhole[best] ?? 0) > OWN_ANSWER ? best : []
    })
  }

  /** `inAll` has what the earlier questions add to the last one. */
  function signsOf(question: string, last: Look, inAll: Look, ranked: readonly number[]): Signs {
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
    // A short question says what it is about in the one before it.
    quote: (questions, { text }) => quoteOf(questions.slice(-2).join(' '), text),
    search(questions, count) {
      const question = questions.at(-1) ?? ''
      const last = index.look(question)
      const inAll = inContext(question, last, questions.slice(0, -1))
      const scoreOf = (place: number) => inAll.scores[place] ?? 0
      const ranked = places.filter((place) => scoreOf(place) > 0).sort((a, b) => scoreOf(b) - scoreOf(a))
      // What is shown holds an answer to each part.
      const ofParts = bestOfParts(question, inAll.scores)
      const shown = [...new Set([...ranked.slice(0, 1), ...(ofParts.length > 1 ? ofParts : [])])].slice(0, SHOWN)
      const order = [...shown, ...ranked.filter((place) => !shown.includes(place))]
      const signs = signsOf(question, last, inAll, ranked)
      return {
        found: order.slice(0, count).flatMap((place) => {
          const passage = answering[place]
          return passage === undefined ? [] : [{ passage, score: scoreOf(place) }]
        }),
        fits: order.length > 0 && fits(signs),
        signs,
      }
    },
  }
}

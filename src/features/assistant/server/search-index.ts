import { yieldToEventLoop } from '#server/slices.ts'
import type { Passage } from '../rules.ts'
import { amountsIn, isWithin, rangeIn } from './amounts.ts'
import { type Book, booksOf } from './books.ts'
import { createFieldRanking } from './field-ranking.ts'
import type { OutsideTopic } from './glossary.ts'
import { createLawNumbers, type NamedPassages } from './law-numbers.ts'
import { createPhraseRanking, type WeightedConcept } from './phrase-ranking.ts'
import { createWordOdds } from './word-odds.ts'
import type { Concept, Wording } from './wording.ts'

type Outside = Omit<Passage, 'kind'> & { kind: 'outside' }

/** How well each passage matches one question, by index. Topics that the rules do not cover follow the passages. */
export interface QuestionMatch {
  scores: number[]
  /** The similarity of the question to each passage's nearest phrase, 0 to 1. */
  likeness: Float64Array
  /** The weight of the question's words that occur in the texts (`total`), and of those that do not (`unknown`). */
  total: number
  unknown: number
  /** The number of things that the question names. */
  conceptCount: number
  /** The passages that the question names by number. */
  named: NamedPassages
}

export interface SearchIndex {
  match(question: string): QuestionMatch
}

/*
 * The weights of the rankings that are added up: words of a passage, similarity to a phrase that people use for it,
 * similarity letter by letter, and an exact number, which comes first. They were chosen on the training questions in
 * bench/assistant and on phrases that were held back from the index.
 */
const WORD_WEIGHT = 1.2
const PHRASE_WEIGHT = 0.6
const LETTER_WEIGHT = 1.2
const NUMBER_WEIGHT = 4
/** Added to a code whose range contains an amount of the question, and subtracted from a code whose range does not. */
const AMOUNT_WEIGHT = 0.4
/**
 * The factors when a question is about a code list: for codes of that list, for codes of the other list, and for rules.
 */
const SAME_LIST_FACTOR = 1.15
const OTHER_LIST_FACTOR = 0.7
const RULES_FACTOR = 0.8
/**
 * The factor for codes when the question is about no list in particular; how much its wording changes the balance
 * between codes and rules; and the upper and lower limit of that change.
 */
const ANY_LIST_FACTOR = 0.97
const WORDING_WEIGHT = 0.05
const MAX_LAW_FACTOR = 1.16
const MIN_LAW_FACTOR = 0.95
/** The weight of a word that occurs in no text, relative to the rarest word that does. */
const UNKNOWN_WEIGHT = 0.6

/** Builds the index in slices, so that other requests are served meanwhile. Building takes most of a second. */
export async function createSearchIndex(
  answering: readonly Passage[],
  outside: readonly OutsideTopic[],
  wording: Wording,
): Promise<SearchIndex> {
  // Topics that the rules do not cover are ranked along with the passages, but never shown.
  const passages: readonly (Passage | Outside)[] = [
    ...answering,
    ...outside.map(
      ({ topic, asked }): Outside => ({ kind: 'outside', title: topic, text: '', trail: '', href: '', asked }),
    ),
  ]
  for (const { title, text, trail, asked = [] } of passages) {
    await yieldToEventLoop()
    for (const learnt of [title, text, trail, ...asked]) wording.learn(learnt)
  }
  const fields = createFieldRanking()
  const phrases = createPhraseRanking(fields.weightOf, wording.words)
  for (const [at, { title, number = '', text, trail, asked = [] }] of passages.entries()) {
    await yieldToEventLoop()
    const [titleTerms, textTerms, trailTerms] = [title, text, trail].map(wording.terms)
    fields.add({
      title: titleTerms ?? [],
      asked: wording.terms(asked.join(' . ')),
      text: textTerms ?? [],
      trail: trailTerms ?? [],
    })
    for (const phrase of [title.slice(number.length), ...asked]) phrases.add(at, phrase, wording.terms(phrase))
  }
  fields.pack()
  await phrases.weigh()
  const askedOf = (kind: Passage['kind']) =>
    answering.filter((one) => one.kind === kind).flatMap(({ asked = [] }) => asked)
  const lawOdds = await createWordOdds(askedOf('rule'), askedOf('code'), wording.stems)
  const findNumbers = createLawNumbers(answering)
  const ranges = answering.flatMap(({ kind, title, number = '', text }, place) => {
    const range = kind === 'code' ? rangeIn(`${title.slice(number.length)}. ${text}`) : null
    return range === null ? [] : [{ place, range }]
  })
  const maxTermWeight = Math.log(1 + passages.length / 1.5)

  /** The weight of a thing in a question: the largest weight among its names. */
  function weigh({ alternatives }: Concept): number {
    let weight = 0
    for (const [term, meant] of alternatives) {
      if (fields.has(term)) weight = Math.max(weight, meant * fields.weightOf(term))
    }
    return weight
  }

  /**
   * Reads the things that a question names. Words that refer to a code list do not count for the entries of that list.
   */
  function read(question: string, books: ReturnType<typeof booksOf>) {
    const concepts = wording.concepts(question).map((concept) => ({ ...concept, weight: weigh(concept) }))
    const known = concepts.filter(({ weight }) => weight > 0)
    const unknown =
      concepts.reduce((sum, { weight, doubt }) => sum + (weight === 0 ? 1 : doubt), 0) * maxTermWeight * UNKNOWN_WEIGHT
    const measure = (counted: readonly WeightedConcept[]) => ({
      total: counted.reduce((sum, { weight }) => sum + weight, 0) + unknown / 2 || 1,
      length: Math.hypot(...counted.map(({ weight }) => weight), unknown / 2) || 1,
    })
    const ofBooks = books.map((book) => measure(known.filter((concept) => !refersToList(concept, book))))
    return { known, unknown, whole: measure(known), ofBooks }
  }

  /** The factor for a passage's score, by the book that it belongs to. */
  function priorOf(question: string, books: ReturnType<typeof booksOf>) {
    const law = Math.min(MAX_LAW_FACTOR, Math.max(MIN_LAW_FACTOR, Math.exp(WORDING_WEIGHT * lawOdds(question))))
    return ({ kind }: Passage | Outside, isInBook: boolean): number => {
      if (kind === 'outside') return 1
      if (books.length === 0) return kind === 'code' ? ANY_LIST_FACTOR * law : 1 / law
      if (isInBook) return SAME_LIST_FACTOR
      return kind === 'code' ? OTHER_LIST_FACTOR : RULES_FACTOR
    }
  }

  /** Raises the passages that the question names by number, and the codes whose range contains its amount. */
  function addNumbers(question: string, scores: number[]): NamedPassages {
    for (const amount of amountsIn(question)) {
      for (const { place, range } of ranges.filter(({ range }) => range.unit === amount.unit)) {
        const score = scores[place] ?? 0
        if (score > 0) scores[place] = score + (isWithin(amount, range) ? AMOUNT_WEIGHT : -AMOUNT_WEIGHT)
      }
    }
    const named = findNumbers(question)
    for (const [nth, place] of named.places.entries()) scores[place] = (scores[place] ?? 0) + NUMBER_WEIGHT - nth * 0.01
    return named
  }

  return {
    match(question) {
      const books = booksOf(question)
      /** The index of the passage's list in `books`, or -1. */
      const bookOf = passages.map(({ href }) => books.findIndex(({ prefix }) => href.startsWith(prefix)))
      const { known, unknown, whole, ofBooks } = read(question, books)
      const isCounted = (concept: WeightedConcept, passage: number) => {
        const book = books[bookOf[passage] ?? -1]
        return book === undefined || !refersToList(concept, book)
      }
      const wordScores = new Float64Array(passages.length)
      for (const concept of known) {
        for (const [passage, score] of fields.score(concept.alternatives)) {
          if (!isCounted(concept, passage)) continue
          wordScores[passage] = (wordScores[passage] ?? 0) + score
        }
      }
      const measureOf = (at: number) => ofBooks[bookOf[at] ?? -1] ?? whole
      const likeness = phrases.byWords(known, isCounted).map((shared, at) => Math.min(1, shared / measureOf(at).length))
      const letters = phrases.byLetters(question)
      const prior = priorOf(question, books)
      const scores = passages.map((passage, at) => {
        const words = (wordScores[at] ?? 0) / measureOf(at).total
        const score = WORD_WEIGHT * words + PHRASE_WEIGHT * (likeness[at] ?? 0) + LETTER_WEIGHT * (letters[at] ?? 0)
        return score * prior(passage, (bookOf[at] ?? -1) >= 0)
      })
      const named = addNumbers(question, scores)
      const total = known.reduce((sum, { weight }) => sum + weight, 0)
      const conceptCount = known.filter(({ alternatives }) => !nameOf(alternatives).startsWith('?')).length
      return { scores, likeness, total, unknown, conceptCount, named }
    },
  }
}

/** Whether a thing refers to the list itself and not to an entry. */
function refersToList({ alternatives }: WeightedConcept, { words }: Book): boolean {
  const name = nameOf(alternatives)
  return name.startsWith('?') || words.has(name)
}

/** The first name of a thing, which is the word of the question. */
function nameOf(alternatives: ReadonlyMap<string, number>): string {
  const [name = ''] = alternatives.keys()
  return name
}

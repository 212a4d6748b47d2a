import { setImmediate } from 'node:timers/promises'
import type { Passage } from '../rules.ts'
import type { OutsideTopic } from './glossary.ts'
import { type Concept, termsOf, type Wording, wordsOf } from './wording.ts'

export interface Found {
  passage: Passage
  score: number
}

type Outside = Omit<Passage, 'kind'> & { kind: 'outside' }

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
}

/** How sure a search is of itself. */
export interface Signs {
  /** The score of the best passage. */
  best: number
  /** How like the question the nearest phrase is, 0 to 1. */
  likeness: number
  /** The share of what the question names, by weight, that the best passage holds. */
  coverage: number
  /** The share of what the question names, by weight, that no text of ours knows. */
  unknown: number
  /** Whether it names what no rule is about. */
  elsewhere: boolean
  /** How far the nearest topic that the rules do not answer is ahead of the best passage; negative where it is behind. */
  outside: number
}

/*
 * Three rankings are added up: words in a passage (BM25 over its fields), likeness to one of the phrases that people
 * ask a rule with, and likeness letter by letter. Chosen with questions.yaml, held-out.yaml and players.yaml.
 */
const OF_WORDS = 1
const OF_PHRASES = 1.3
const OF_LETTERS = 0.5
const FIELDS = { title: 1.5, asked: 1.2, text: 1, trail: 0.25 } as const
type Field = keyof typeof FIELDS
/** How soon a word that is repeated stops to count, and how much long texts lose. */
const SATURATION = 1.2
const LENGTH = 0.5
/** What a rule, or a code, loses where the question sounds like the other. */
const OTHER_BOOK = 0.75
const THIS_BOOK = 1.2
const ALL_RULES = 0.9
/** How much of the earlier questions counts: where the last one leans on them, and where it does not. */
const LEANS = 0.7
const STANDS = 0.12
/** A question of so few things leans on the one before it. */
const FEW = 2
/** The weight of a word that no text of ours knows, beside that of the rarest one that they do. */
const UNKNOWN = 0.6

/** Words that say which book is meant. They do not count against its entries, which do not repeat them. */
const BOOKS = [
  {
    prefix: '/penal-codes',
    asked:
      /\b(statutes?|fined?|fines|penal|felon(y|ies)|misdemeanou?rs?|infractions?|points|charged?|charges|jail|jailtime|sentenced?|months|penalt(y|ies)|ticket for|law|crime|illegal|get for|caught)\b|\d{3}\.\d/i,
    words: termsOf(
      'statute statutes fine fines fined penal felony misdemeanor infraction points charge charges charged jail time sentence months penalty ticket law crime illegal caught code license license class happens punishment',
    ),
  },
  {
    prefix: '/ten-codes',
    asked: /\b(10-?\d+|ten-?codes?|signals?|radio codes?|code (for|is|means)|(what|which) code|10 code)\b|\b10 \d\d\b/i,
    words: termsOf('code codes signal signals ten radio mean means stand cop police'),
  },
] as const

const LEANING =
  /^(and|but|ok|okay|so|what if|what about|how about|wat about|or|also|then|even|does that|is that|they said|what else|same|why|n)\b|\b(it|that|this|those|them|there|then|instead)\b\W*$/i

interface Posting {
  passage: number
  field: Field
  count: number
}

interface Phrase {
  passage: number
  weight: number
}

/** How long the making of an index keeps others waiting at a time, in milliseconds. */
const SLICE = 10

/** Makes the index, in slices: it takes the better part of a second, and other calls are answered meanwhile. */
export async function createRetrieval(
  answering: readonly Passage[],
  outside: readonly OutsideTopic[],
  wording: Wording,
): Promise<Retrieval> {
  // Ranked along with the others, and never shown.
  const passages: readonly (Passage | Outside)[] = [
    ...answering,
    ...outside.map(
      ({ topic, asked }): Outside => ({ kind: 'outside', title: topic, text: '', trail: '', href: '', asked }),
    ),
  ]
  for (const { title, text, trail, asked = [] } of passages) {
    for (const learnt of [title, text, trail, ...asked]) wording.learn(learnt)
  }
  const words = new Map<string, Posting[]>()
  const lengths: Record<Field, number>[] = []
  const frequency = new Map<string, number>()
  const phrases: Phrase[] = []
  const phraseTerms = new Map<string, number[]>()
  const letters = new Map<string, number[]>()
  const letterCounts: number[] = []
  const termsOfPhrases: string[][] = []

  let began = performance.now()
  for (const [at, { title, text, trail, asked = [] }] of passages.entries()) {
    if (performance.now() - began > SLICE) {
      await setImmediate()
      began = performance.now()
    }
    const fields = {
      title: wording.terms(title),
      asked: wording.terms(asked.join(' . ')),
      text: wording.terms(text),
      trail: wording.terms(trail),
    }
    const length = { title: 0, asked: 0, text: 0, trail: 0 }
    const here = new Set<string>()
    for (const field of ['title', 'asked', 'text', 'trail'] as const) {
      const counts = new Map<string, number>()
      for (const term of fields[field]) counts.set(term, (counts.get(term) ?? 0) + 1)
      length[field] = fields[field].length
      for (const [term, count] of counts) {
        if (field !== 'trail') here.add(term)
        push(words, term, { passage: at, field, count })
      }
    }
    lengths.push(length)
    for (const term of here) frequency.set(term, (frequency.get(term) ?? 0) + 1)
    for (const phrase of [withoutNumber(title), ...asked]) {
      const terms = [...new Set(wording.terms(phrase))]
      for (const term of terms) push(phraseTerms, term, phrases.length)
      const grams = gramsOf(wordsOf(phrase).join(' '))
      for (const gram of grams) push(letters, gram, phrases.length)
      letterCounts.push(grams.size)
      termsOfPhrases.push(terms.filter((term) => !term.startsWith('=') && !term.startsWith('~')))
      phrases.push({ passage: at, weight: 0 })
    }
  }
  const rarest = Math.log(1 + passages.length / 1.5)
  const weightOf = (term: string) => Math.log(1 + passages.length / ((frequency.get(term) ?? 0) + 0.5))
  for (const [at, phrase] of phrases.entries()) {
    phrase.weight = Math.hypot(...(termsOfPhrases[at] ?? []).map(weightOf))
  }
  const mean = (field: Field) => lengths.reduce((sum, length) => sum + length[field], 0) / Math.max(1, lengths.length)
  const means = { title: mean('title'), asked: mean('asked'), text: mean('text'), trail: mean('trail') }

  /** What a thing that is asked weighs: as the rarest thing that it may be called by its own name. */
  function weigh({ alternatives }: Pick<Concept, 'alternatives'>): number {
    let weight = 0
    for (const [term, meant] of alternatives) if (frequency.has(term)) weight = Math.max(weight, meant * weightOf(term))
    return weight
  }

  function look(question: string) {
    const book = BOOKS.findLast(({ asked }) => asked.test(question))
    const isInBook = passages.map(({ href }) => book !== undefined && href.startsWith(book.prefix))
    const namesBook = ({ alternatives }: Pick<Concept, 'alternatives'>) => {
      const [name = ''] = alternatives.keys()
      return name.startsWith('?') || book?.words.has(name) === true
    }
    const concepts = wording.concepts(question).map((concept) => ({ ...concept, weight: weigh(concept) }))
    for (const concept of concepts) if (concept.weight === 0) concept.doubt = 1
    const known = concepts.filter(({ weight }) => weight > 0)
    const total = known.reduce((sum, { weight }) => sum + weight, 0)
    const unknown = concepts.reduce((sum, { doubt }) => sum + doubt, 0) * rarest * UNKNOWN
    const scores = new Float64Array(passages.length)
    const covered = new Float64Array(passages.length)
    const likeness = new Float64Array(passages.length)
    const dots = new Float64Array(phrases.length)
    for (const { alternatives, weight: own } of known) {
      const isBookWord = namesBook({ alternatives })
      const best = new Map<number, number>()
      const bestOfPhrase = new Map<number, number>()
      for (const [term, meant] of alternatives) {
        const weight = weightOf(term) * meant
        const sums = new Map<number, number>()
        for (const { passage, field, count } of words.get(term) ?? []) {
          const length = (lengths[passage]?.[field] ?? 0) / (means[field] || 1)
          const norm = 1 - LENGTH + LENGTH * length
          sums.set(passage, (sums.get(passage) ?? 0) + FIELDS[field] * (count / norm))
        }
        for (const [passage, sum] of sums) {
          best.set(passage, Math.max(best.get(passage) ?? 0, (weight * sum * (SATURATION + 1)) / (sum + SATURATION)))
        }
        for (const phrase of phraseTerms.get(term) ?? []) {
          bestOfPhrase.set(phrase, Math.max(bestOfPhrase.get(phrase) ?? 0, weight))
        }
      }
      for (const [passage, score] of best) {
        if (isBookWord && isInBook[passage]) continue
        scores[passage] = (scores[passage] ?? 0) + score
        covered[passage] = (covered[passage] ?? 0) + own
      }
      for (const [phrase, weight] of bestOfPhrase) {
        if (isBookWord && isInBook[phrases[phrase]?.passage ?? 0]) continue
        dots[phrase] = (dots[phrase] ?? 0) + weight * own
      }
    }
    /** What of a question counts in a passage: all of it, or what is left without the words that name its book. */
    const measure = (counted: typeof known) => ({
      total: counted.reduce((sum, { weight }) => sum + weight, 0) + unknown * 0.5 || 1,
      length: Math.hypot(...counted.map(({ weight }) => weight), unknown * 0.5) || 1,
    })
    const whole = measure(known)
    const ofBook = measure(known.filter((concept) => !namesBook(concept)))
    const like = likeLetters(question)
    const lettersOf = new Float64Array(passages.length)
    for (const [at, { passage, weight }] of phrases.entries()) {
      const { length } = isInBook[passage] ? ofBook : whole
      const likely = Math.min(1, (dots[at] ?? 0) / (length * (weight || 1)))
      if (likely > (likeness[passage] ?? 0)) likeness[passage] = likely
      if ((like[at] ?? 0) > (lettersOf[passage] ?? 0)) lettersOf[passage] = like[at] ?? 0
    }
    const sums = passages.map(({ kind }, at) => {
      const sum =
        (OF_WORDS * (scores[at] ?? 0)) / (isInBook[at] ? ofBook : whole).total +
        OF_PHRASES * (likeness[at] ?? 0) +
        OF_LETTERS * (lettersOf[at] ?? 0)
      if (kind === 'outside') return sum
      if (book === undefined) return kind === 'code' ? sum * OTHER_BOOK : sum
      if (isInBook[at]) return sum * THIS_BOOK
      return kind === 'code' ? sum * OTHER_BOOK * OTHER_BOOK : sum * ALL_RULES
    })
    const things = known.filter(({ alternatives }) => ![...alternatives.keys()][0]?.startsWith('?')).length
    return { sums, likeness, covered, total, unknown, leans: things <= FEW || LEANING.test(question.trim()) }
  }

  /** How like the letters of a question are to those of each phrase (Dice's coefficient of their trigrams). */
  function likeLetters(question: string): Float64Array {
    const grams = gramsOf(wordsOf(question).join(' '))
    const shared = new Float64Array(phrases.length)
    for (const gram of grams) for (const phrase of letters.get(gram) ?? []) shared[phrase] = (shared[phrase] ?? 0) + 1
    return shared.map((count, phrase) => (2 * count) / (grams.size + (letterCounts[phrase] ?? 0) || 1))
  }

  return {
    search(questions, count) {
      const last = look(questions.at(-1) ?? '')
      let sums = last.sums
      let share = last.leans ? LEANS : STANDS
      let { covered, total, unknown } = last
      for (const before of questions.slice(-3, -1).reverse()) {
        const earlier = look(before)
        sums = sums.map((sum, at) => sum + share * (earlier.sums[at] ?? 0))
        if (last.leans) {
          covered = covered.map((sum, at) => sum + share * (earlier.covered[at] ?? 0))
          total += share * earlier.total
          unknown += share * earlier.unknown
        }
        share *= earlier.leans ? LEANS : STANDS
      }
      const order = [...answering.keys()]
        .filter((at) => (sums[at] ?? 0) > 0)
        .sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0))
      const first = order[0] ?? 0
      const signs: Signs = {
        best: sums[first] ?? 0,
        likeness: last.likeness[first] ?? 0,
        coverage: (covered[first] ?? 0) / (total + unknown || 1),
        unknown: unknown / (total + unknown || 1),
        elsewhere: wording.isElsewhere(questions.at(-1) ?? ''),
        outside: Math.max(0, ...last.sums.slice(answering.length)) - (last.sums[first] ?? 0),
      }
      return {
        found: order.slice(0, count).flatMap((at) => {
          const passage = answering[at]
          return passage === undefined ? [] : [{ passage, score: sums[at] ?? 0 }]
        }),
        fits: order.length > 0 && fits(signs),
        signs,
      }
    },
  }
}

/**
 * Whether a search is sure enough to be shown as an answer: a logistic regression on the questions of train, cut on those
 * of tune where about one in fifteen that the rules answer is refused. Nothing of it is chosen on the held-out questions.
 */
function fits({ best, likeness, coverage, unknown, elsewhere, outside }: Signs): boolean {
  const sure = 1.1 * best - 4.5 * likeness + 1.7 * coverage - 3.2 * unknown - (elsewhere ? 3.7 : 0) - 2.5 * outside
  return sure > 0.2
}

/** A title without the number of its rule or the code that it begins with. */
function withoutNumber(title: string): string {
  const [first = '', ...others] = title.replace(/^Signal /, '').split(' ')
  return /\d/.test(first) && others.length > 0 ? others.join(' ') : title
}

function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

function gramsOf(text: string): Set<string> {
  const padded = ` ${text} `
  return new Set(Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3)))
}

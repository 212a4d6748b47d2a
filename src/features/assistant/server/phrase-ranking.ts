import { yieldToEventLoop } from '#server/slices.ts'
import { createNumberLists } from './number-lists.ts'

/** A thing that a question names, with its weight. */
export interface WeightedConcept {
  alternatives: ReadonlyMap<string, number>
  weight: number
}

/** Ranks passages by the one of their phrases that is most similar to the question. */
export interface PhraseRanking {
  add(passage: number, phrase: string, terms: Iterable<string>): void
  /** Must be awaited once, after all phrases were added. */
  weigh(): Promise<void>
  /** The similarity of the question's words to the nearest phrase of each passage, 0 to 1. */
  byWords(
    concepts: readonly WeightedConcept[],
    isCounted: (concept: WeightedConcept, passage: number) => boolean,
  ): Float64Array
  /** The similarity of the letters (Dice's coefficient of the trigrams). */
  byLetters(question: string): Float64Array
}

export function createPhraseRanking(
  weightOf: (term: string) => number,
  tokenize: (text: string) => string[],
): PhraseRanking {
  const passages: number[] = []
  const names: string[][] = []
  const byTerm = createNumberLists()
  const byGram = createNumberLists()
  const gramCounts: number[] = []
  let count = 0
  const lengths: number[] = []

  function bestOf(score: (phrase: number) => number): Float64Array {
    const best = new Float64Array(count)
    for (const [phrase, passage] of passages.entries()) best[passage] = Math.max(best[passage] ?? 0, score(phrase))
    return best
  }

  return {
    async weigh() {
      byTerm.pack()
      byGram.pack()
      for (const terms of names.splice(0)) {
        await yieldToEventLoop()
        // The length counts words only: the glossary groups stand for the same things again.
        lengths.push(Math.hypot(...terms.map(weightOf)) || 1)
      }
    },
    add(passage, phrase, terms) {
      const at = passages.length
      const grams = gramsOf(tokenize(phrase))
      const distinct = [...new Set(terms)]
      for (const term of distinct) byTerm.add(term, at)
      for (const gram of grams) byGram.add(gram, at)
      names.push(distinct.filter((term) => !/^[=~]/.test(term)))
      gramCounts.push(grams.size)
      passages.push(passage)
      count = Math.max(count, passage + 1)
    },
    byWords(concepts, isCounted) {
      const shared = new Float64Array(passages.length)
      for (const concept of concepts) {
        const best = new Map<number, number>()
        for (const [term, meant] of concept.alternatives) {
          const weight = weightOf(term) * meant
          for (const phrase of byTerm.of(term)) best.set(phrase, Math.max(best.get(phrase) ?? 0, weight))
        }
        for (const [phrase, weight] of best) {
          if (isCounted(concept, passages[phrase] ?? 0))
            shared[phrase] = (shared[phrase] ?? 0) + weight * concept.weight
        }
      }
      return bestOf((phrase) => (shared[phrase] ?? 0) / (lengths[phrase] ?? 1))
    },
    byLetters(question) {
      const grams = gramsOf(tokenize(question))
      const shared = new Float64Array(passages.length)
      for (const gram of grams) for (const phrase of byGram.of(gram)) shared[phrase] = (shared[phrase] ?? 0) + 1
      return bestOf((phrase) => (2 * (shared[phrase] ?? 0)) / (grams.size + (gramCounts[phrase] ?? 0) || 1))
    },
  }
}

function gramsOf(words: readonly string[]): Set<string> {
  const padded = ` ${words.join(' ')} `
  const grams = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at++) grams.add(padded.slice(at, at + 3))
  return grams
}

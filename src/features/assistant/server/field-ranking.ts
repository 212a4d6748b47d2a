import { createNumberLists } from './number-lists.ts'

/** The fields of a passage, which are searched separately. */
export type Fields = Record<'title' | 'asked' | 'text' | 'trail', string[]>

const WEIGHTS = { title: 1.5, asked: 1.1, text: 1.3, trail: 0.25 } as const
const FIELDS = ['title', 'asked', 'text', 'trail'] as const
/**
 * The BM25 parameters k1 (how quickly repetitions of a word stop counting) and b (how much long texts are penalised).
 */
const SATURATION = 1.2
const LENGTH = 0.7

/** Ranks passages by the words in their fields (BM25). */
export interface FieldRanking {
  /** Adds the next passage. */
  add(fields: Fields): void
  /** Must be called once, after all passages were added. */
  pack(): void
  /** The weight of a word. Rare words weigh more. */
  weightOf(term: string): number
  has(term: string): boolean
  /**
   * The score of each passage that contains one of the alternative names of a thing. Each name counts by its weight.
   */
  score(alternatives: ReadonlyMap<string, number>): Map<number, number>
}

export function createFieldRanking(): FieldRanking {
  /**
   * The places of each word, one entry per occurrence: the passage number times the number of fields, plus the field.
   */
  const postings = createNumberLists()
  const frequency = new Map<string, number>()
  const lengths: Record<keyof Fields, number>[] = []
  const sums = { title: 0, asked: 0, text: 0, trail: 0 }

  const weightOf = (term: string) => Math.log(1 + lengths.length / ((frequency.get(term) ?? 0) + 0.5))
  /** The length of a field relative to the mean of all passages. */
  function lengthOf(passage: number, field: keyof Fields): number {
    return ((lengths[passage]?.[field] ?? 0) * lengths.length) / (sums[field] || 1)
  }

  return {
    add(fields) {
      const passage = lengths.length
      const here = new Set<string>()
      for (const [at, field] of FIELDS.entries()) {
        sums[field] += fields[field].length
        for (const term of fields[field]) {
          if (field !== 'trail') here.add(term)
          postings.add(term, passage * FIELDS.length + at)
        }
      }
      const { title, asked, text, trail } = fields
      lengths.push({ title: title.length, asked: asked.length, text: text.length, trail: trail.length })
      for (const term of here) frequency.set(term, (frequency.get(term) ?? 0) + 1)
    },
    pack: postings.pack,
    weightOf,
    has: (term) => frequency.has(term),
    score(alternatives) {
      const best = new Map<number, number>()
      for (const [term, meant] of alternatives) {
        const weight = weightOf(term) * meant
        const sumByPassage = new Map<number, number>()
        const places = postings.of(term)
        for (let from = 0, to = 0; from < places.length; from = to) {
          const place = places[from] ?? 0
          while (places[to] === place) to++
          const passage = Math.floor(place / FIELDS.length)
          const field = FIELDS[place % FIELDS.length] ?? 'text'
          const norm = 1 - LENGTH + LENGTH * lengthOf(passage, field)
          sumByPassage.set(passage, (sumByPassage.get(passage) ?? 0) + WEIGHTS[field] * ((to - from) / norm))
        }
        for (const [passage, sum] of sumByPassage) {
          const score = (weight * sum * (SATURATION + 1)) / (sum + SATURATION)
          best.set(passage, Math.max(best.get(passage) ?? 0, score))
        }
      }
      return best
    },
  }
}

import { createNumberLists } from './number-lists.ts'

/** The parts of a passage that are searched apart from each other. */
export type Fields = Record<'title' | 'asked' | 'text' | 'trail', string[]>

const WEIGHTS = { title: 1.5, asked: 1.1, text: 1.3, trail: 0.25 } as const
const FIELDS = ['title', 'asked', 'text', 'trail'] as const
/** How soon a word that is repeated stops to count, and how much long texts lose. */
const SATURATION = 1.2
const LENGTH = 0.7

/** Passages by the words in their fields (BM25). */
export interface FieldRanking {
  /** Takes in the next passage. */
  add(fields: Fields): void
  /** Is called once, when all are in. */
  pack(): void
  /** What a word weighs: the rarer, the more. */
  weightOf(term: string): number
  has(term: string): boolean
  /** What each passage that holds one of the names of a thing gets for it; each name counts as far as it is meant. */
  score(alternatives: ReadonlyMap<string, number>): Map<number, number>
}

export function createFieldRanking(): FieldRanking {
  /** Where each word stands, as often as it stands there: the number of the passage, times the fields, and the field. */
  const postings = createNumberLists()
  const frequency = new Map<string, number>()
  const lengths: Record<keyof Fields, number>[] = []
  const sums = { title: 0, asked: 0, text: 0, trail: 0 }

  const weightOf = (term: string) => Math.log(1 + lengths.length / ((frequency.get(term) ?? 0) + 0.5))
  /** How long a field is beside the mean of all passages. */
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
        const held = new Map<number, number>()
        const places = postings.of(term)
        for (let from = 0, to = 0; from < places.length; from = to) {
          const place = places[from] ?? 0
          while (places[to] === place) to++
          const passage = Math.floor(place / FIELDS.length)
          const field = FIELDS[place % FIELDS.length] ?? 'text'
          const norm = 1 - LENGTH + LENGTH * lengthOf(passage, field)
          held.set(passage, (held.get(passage) ?? 0) + WEIGHTS[field] * ((to - from) / norm))
        }
        for (const [passage, sum] of held) {
          const score = (weight * sum * (SATURATION + 1)) / (sum + SATURATION)
          best.set(passage, Math.max(best.get(passage) ?? 0, score))
        }
      }
      return best
    },
  }
}

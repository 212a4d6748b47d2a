/** A typed word, and the known words that it may stand for, each with a certainty. Empty when it resembles none. */
export interface Reading {
  /** The word as it is read: itself, or its most likely correction. */
  word: string
  meant: readonly (readonly [string, number])[]
  /** 0 for a known word or a number, 1 for a word that resembles no known word. */
  doubt: number
}

/** The certainty of a correction, by the number of wrong letters. */
const CORRECTED = [1, 0.8, 0.5] as const
const MAX_CORRECTIONS = 3
/** The certainty that two known words were written as one. */
const SPLIT = 0.9
/** The minimum length of a part of a compound word, and of the rest beside it. */
const LEAST_PART = 5
const LEAST_REST = 3
/**
 * The size of the cache. A search reads the same words several times: whole, in parts, and with the question before.
 */
const MAX_KEPT = 200

/** Corrects words by the words that it has learned. */
export interface Vocabulary {
  learn(word: string): void
  has(word: string): boolean
  /** The longest known words at the beginning and at the end of a compound word. */
  partsOf(word: string): string[]
  read(word: string): Reading
}

export function createVocabulary(): Vocabulary {
  const learnt = new Set<string>()
  /** The known words, by first letter and length. */
  const byLength = new Map<string, string[]>()
  const kept = new Map<string, Reading>()

  function correctionsOf(word: string): [string, number][] {
    if (word.length < 4 || !/^\p{L}+$/u.test(word)) return []
    const most = word.length < 7 ? 1 : 2
    let best: string[] = []
    let least: number = most + 1
    for (let length = word.length - most; length <= word.length + most; length++) {
      for (const candidate of byLength.get(`${word[0]}${length}`) ?? []) {
        const wrong = distance(word, candidate, least)
        if (wrong > least || wrong > most) continue
        best = wrong < least ? [candidate] : [...best, candidate]
        least = wrong
      }
    }
    if (best.length > 0) return best.slice(0, MAX_CORRECTIONS).map((one) => [one, CORRECTED[least] ?? 0])
    for (let at = 3; at <= word.length - 3; at++) {
      const halves = [word.slice(0, at), word.slice(at)]
      if (halves.every((half) => learnt.has(half))) return halves.map((half) => [half, SPLIT])
    }
    return []
  }

  function correct(word: string): Reading {
    const meant = correctionsOf(word)
    const [first, sureness] = meant[0] ?? [word, 0]
    return { word: first, meant, doubt: /\d/.test(word) ? 0 : 1 - sureness }
  }

  return {
    has: (word) => learnt.has(word),
    partsOf(word) {
      if (word.length < LEAST_PART + LEAST_REST) return []
      const cuts = Array.from({ length: word.length - LEAST_PART - LEAST_REST + 1 }, (_, at) => at + LEAST_REST)
      const end = cuts.map((at) => word.slice(at)).find((part) => learnt.has(part))
      const beginning = cuts.map((at) => word.slice(0, -at)).find((part) => learnt.has(part))
      return [beginning, end].flatMap((part) => part ?? [])
    },
    learn(word) {
      if (learnt.has(word) || !/^\p{L}{3,}$/u.test(word)) return
      learnt.add(word)
      const key = `${word[0]}${word.length}`
      const words = byLength.get(key)
      if (words === undefined) byLength.set(key, [word])
      else words.push(word)
      kept.clear()
    },
    read(word) {
      if (learnt.has(word)) return { word, meant: [[word, 1]], doubt: 0 }
      const reading = kept.get(word) ?? correct(word)
      if (kept.size >= MAX_KEPT) kept.clear()
      kept.set(word, reading)
      return reading
    },
  }
}

/**
 * The number of letters to change, add, remove or swap with their neighbour. It stops early and returns more than
 * `most` when there are more.
 */
export function distance(one: string, other: string, most: number): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let to = 1; to <= other.length; to++) {
      const same = one[at - 1] === other[to - 1] ? 0 : 1
      let least = Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + same)
      if (at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1])
        least = Math.min(least, (before[to - 2] ?? 0) + 1)
      next[to] = least
    }
    if (Math.min(...next) > most) return most + 1
    before = row
    row = next
  }
  return row[other.length] ?? most + 1
}

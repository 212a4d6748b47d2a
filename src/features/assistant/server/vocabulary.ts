/** A word that was typed, and the words of ours that it may be, each with how sure that is; none where it is like none. */
export interface Reading {
  /** As it is read: itself, or the first that it may be. */
  word: string
  meant: readonly (readonly [string, number])[]
  /** 0 for a word of ours or a number, 1 for one that is like none. */
  doubt: number
}

/** How sure a correction is, by the number of wrong letters. */
const CORRECTED = [1, 0.8, 0.5] as const
const MAX_CORRECTIONS = 3
/** How sure it is that two words of ours were written as one. */
const SPLIT = 0.9
/** How long a part of a word is, and what is left beside it. */
const LEAST_PART = 5
const LEAST_REST = 3
/** The corrections that are kept: a search reads the same words whole, in parts and with the question before. */
const MAX_KEPT = 200

/** Corrects words by those that it was told are rightly spelt. */
export interface Vocabulary {
  learn(word: string): void
  has(word: string): boolean
  /** The longest words of ours that a word begins and ends with, where it is written together of several. */
  partsOf(word: string): string[]
  read(word: string): Reading
}

export function createVocabulary(): Vocabulary {
  const learnt = new Set<string>()
  /** By first letter and length. */
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

/** Letters to change, add, take away or swap with the next one; a number above `most` once it is more. */
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

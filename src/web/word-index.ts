import { stemmer } from 'stemmer'
import { fold } from '#lib/search.ts'

/** Texts that can be searched by their words. */
export interface WordIndex {
  /** The indexes of the texts that contain every word of a search: as written, in another form, or as a synonym. */
  find(search: string): ReadonlySet<number>
  /**
   * The search with each unknown word replaced by the nearest known one. Null when no word is unknown, or when an
   * unknown word has no near one.
   */
  correct(search: string): string | null
}

/** Words of a search that a text need not contain. */
const FILLERS = new Set('a an and at by for from in of on or the to with'.split(' '))

/** `synonyms` are groups of words and phrases with the same meaning. */
export function createWordIndex(texts: readonly string[], synonyms: readonly (readonly string[])[]): WordIndex {
  const groups = synonyms.map((group) => group.map(wordsOf))
  const entries = texts.map((text) => {
    const words = wordsOf(text)
    const stems = new Set(words.map(stemmer))
    const isIn = (phrase: readonly string[]) => phrase.every((word) => stems.has(stemmer(word)))
    const others = groups.filter((group) => group.some(isIn)).flat(2)
    return { text: fold(text), words: [...words, ...others], stems: new Set([...stems, ...others.map(stemmer)]) }
  })
  /** Every word that finds something, and how many texts it finds. */
  const known = new Map<string, number>()
  for (const { words } of entries) for (const word of new Set(words)) known.set(word, (known.get(word) ?? 0) + 1)
  const knownStems = new Set([...known.keys()].map(stemmer))

  const has = ({ text, stems }: (typeof entries)[number], word: string) =>
    text.includes(word) || stems.has(stemmer(word))
  const isKnown = (word: string) => knownStems.has(stemmer(word)) || entries.some(({ text }) => text.includes(word))

  function nearest(word: string): string | null {
    const maxDistance = word.length < 4 ? 0 : word.length < 8 ? 1 : 2
    let best: { word: string; away: number; count: number } | null = null
    for (const [other, count] of known) {
      const away = Math.min(distance(word, other, maxDistance), distance(stemmer(word), stemmer(other), maxDistance))
      if (away > maxDistance) continue
      if (best === null || away < best.away || (away === best.away && count > best.count)) {
        best = { word: other, away, count }
      }
    }
    return best?.word ?? null
  }

  return {
    find: (search) => {
      const words = searchWordsOf(search)
      const found = entries.flatMap((entry, at) => (words.every((word) => has(entry, word)) ? [at] : []))
      return new Set(found)
    },

    correct: (search) => {
      const words = searchWordsOf(search)
      const nearby = words.map((word) => (isKnown(word) ? word : nearest(word)))
      const isAnother = nearby.some((word, at) => word !== words[at])
      return isAnother && nearby.every((word) => word !== null) ? nearby.join(' ') : null
    },
  }
}

/**
 * The letters and digits of a text. A mark as in `316.193` and `10-50` separates words, and both parts can be found.
 */
function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The words of a search as they are typed: `316.193(1)` is one word. Fillers count only when there is nothing else. */
function searchWordsOf(search: string): string[] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  const withoutFillers = words.filter((word) => !FILLERS.has(word))
  return withoutFillers.length === 0 ? words : withoutFillers
}

/**
 * The optimal string alignment distance of two words: how many letters must be added, removed, replaced or swapped with
 * a neighbour to turn one into the other. The result is greater than `maxDistance` when the distance is.
 */
function distance(a: string, b: string, maxDistance: number): number {
  if (Math.abs(a.length - b.length) > maxDistance) return maxDistance + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const at = (line: readonly number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY
      next.push(
        Math.min(
          at(row, j) + 1,
          at(next, j - 1) + 1,
          at(row, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = row
    row = next
  }
  return row[b.length] ?? maxDistance + 1
}

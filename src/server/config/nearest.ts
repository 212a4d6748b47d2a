import { comparisonKey } from '#lib/text.ts'

/** The known word that is most similar to a misspelled one. Null if none is similar enough. */
export function findSimilarWord(word: string, known: readonly string[]): string | null {
  const letters = comparisonKey(word)
  const maxDistance = Math.max(1, Math.floor(letters.length / 2.5))
  let best: { name: string; distance: number } | null = null
  for (const name of known) {
    const distance = distanceOf(letters, comparisonKey(name))
    if (distance <= maxDistance && (best === null || distance < best.distance)) best = { name, distance }
  }
  return best?.name ?? null
}

/** The end of a message about a misspelled word: it asks whether the most similar known word was meant. */
export function suggestionFor(word: string, known: readonly string[]): string {
  const similar = findSimilarWord(word, known)
  return similar === null ? '' : `. Did you mean ${similar}?`
}

/** The Levenshtein distance: the number of letters to add, remove or change. */
export function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

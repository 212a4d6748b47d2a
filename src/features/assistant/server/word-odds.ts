import { yieldToEventLoop } from '#server/slices.ts'

/** Keeps a word that one side never used from being decisive. */
const SMOOTHING = 0.3

/**
 * Learns the wording of two lists of phrases. The result tells how much a text is worded like the second list: the
 * log-odds of its words and word pairs (naive Bayes), 0 when undecided. Stop words count too, as in "where can i buy".
 */
export async function createWordOdds(
  first: readonly string[],
  second: readonly string[],
  stemsOf: (text: string) => string[],
): Promise<(text: string) => number> {
  const signsOf = (text: string) => {
    const stems = stemsOf(text)
    return [...stems, ...stems.map((stem, at) => `${stems[at - 1] ?? '^'} ${stem}`)]
  }
  const count = async (texts: readonly string[]) => {
    const counts = new Map<string, number>()
    for (const text of texts) {
      await yieldToEventLoop()
      for (const sign of new Set(signsOf(text))) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    }
    return (sign: string) => counts.get(sign) ?? 0
  }
  const [ofFirst, ofSecond] = [await count(first), await count(second)]
  const odds = (sign: string) => {
    const [here, there] = [ofFirst(sign), ofSecond(sign)]
    if (here + there === 0) return 0
    return Math.log(((there + SMOOTHING) * first.length) / ((here + SMOOTHING) * second.length))
  }

  return (text) => {
    if (first.length === 0 || second.length === 0) return 0
    const signs = signsOf(text)
    return signs.reduce((sum, sign) => sum + odds(sign), 0) / Math.sqrt(signs.length || 1)
  }
}

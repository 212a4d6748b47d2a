/** How sure a search is of itself. */
export interface Signs {
  /** The score of the best passage. */
  best: number
  /** How like the question its nearest phrase is, 0 to 1. It takes back what a single phrase gives to the score. */
  likeness: number
  /** The share of what the question names, by weight, that no text of ours knows. */
  unknown: number
  /** How far the nearest topic that the rules do not answer is ahead of the best passage; negative where it is behind. */
  outside: number
  /** How much the question is worded like what the rules do not answer; negative where like what they do. */
  wording: number
  /** Whether it names a rule or a code by a number that there is, or by one that there is not. */
  number: 'known' | 'unknown' | null
}

/** Beyond this a common way to ask ("how much is …") says no more. */
const MAX_WORDING = 2

/**
 * Whether a search is sure enough to be shown as an answer: a logistic regression on the questions of train and on
 * phrases that were held back from the index, cut on the questions of tune. Nothing is chosen on the held-out ones.
 */
export function fits({ best, likeness, unknown, outside, wording, number }: Signs): boolean {
  if (number !== null) return number === 'known'
  const worded = Math.min(MAX_WORDING, wording)
  return 1.43 * best - 3.25 * likeness - 1.6 * unknown - 2.06 * outside - 1.03 * worded > 0.45
}

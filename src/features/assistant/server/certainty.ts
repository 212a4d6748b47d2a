/** The signals from which the certainty of a search is calculated. */
export interface CertaintySignals {
  /** The score of the best passage. */
  best: number
  /**
   * How similar the question is to the passage's nearest phrase, 0 to 1. Its negative weight offsets what a single
   * phrase adds to the score.
   */
  likeness: number
  /** The share of the question, by weight, whose words occur in no text of the site. */
  unknown: number
  /** The score of the best topic that the rules do not cover, minus the score of the best passage. */
  outside: number
  /**
   * How much the wording resembles questions that the rules do not cover. Negative when it resembles those that they
   * do.
   */
  wording: number
  /**
   * `known` when the question names an existing rule or code by number, `unknown` when it names one that does not
   * exist.
   */
  number: 'known' | 'unknown' | null
}

/** The cap of `wording`: beyond it, a common way to ask ("how much is …") carries no more information. */
const MAX_WORDING = 2

/**
 * Whether a search is certain enough to be shown as an answer. The weights are a logistic regression on the training
 * questions and on phrases that were held back from the index; the threshold was set on the tuning questions. The
 * held-out questions were not used.
 */
export function isCertain({ best, likeness, unknown, outside, wording, number }: CertaintySignals): boolean {
  if (number !== null) return number === 'known'
  const worded = Math.min(MAX_WORDING, wording)
  return 1.43 * best - 3.25 * likeness - 1.6 * unknown - 2.06 * outside - 1.03 * worded > 0.45
}

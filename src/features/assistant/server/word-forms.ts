/** What the search knows about the language of the rules. */
export interface WordForms {
  /** The common stem of a word's forms. */
  stem(word: string): string
  /** Words that do not say what a question is about. */
  stopWords: ReadonlySet<string>
  /** Variant spellings and their common form, in lower case and without accents. */
  spellings: readonly (readonly [RegExp, string])[]
  /** Whether the language writes compound words: Einsatzbericht. */
  hasCompounds: boolean
  /**
   * The kind of answer that a question asks for. The words of such questions are too common to count one by one, but
   * together they tell rules apart.
   */
  kinds: readonly (readonly [RegExp, QuestionKind])[]
  /** What a sentence contains that answers each kind of question. */
  answers: Readonly<Partial<Record<QuestionKind, RegExp>>>
  /** Matches a sentence that states a consequence, and a question that asks for one. */
  consequence: RegExp
  asksConsequence: RegExp
  /** Matches the beginning or the end of a question that refers to the question before it. */
  followUp: RegExp
  /** Where a message with single spaces is split when it asks two things. */
  joint: RegExp
}

export type QuestionKind = '?age' | '?time' | '?count' | '?speed' | '?distance' | '?where' | '?who'

export const wordList = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean))

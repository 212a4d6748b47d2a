/** What the search knows of the language that the rules are written in. */
export interface WordForms {
  /** What the forms of a word have in common. */
  stem(word: string): string
  /** Words that say nothing about what a question is about. */
  stopWords: ReadonlySet<string>
  /** Spellings that are the same word, in lower case and without accents. */
  spellings: readonly (readonly [RegExp, string])[]
  /** Whether words are written together: Einsatzbericht. */
  hasCompounds: boolean
  /** What a question asks for. Such words are too common to be counted one by one, and tell rules apart together. */
  kinds: readonly (readonly [RegExp, QuestionKind])[]
  /** What a sentence has that answers such a question. */
  answers: Readonly<Partial<Record<QuestionKind, RegExp>>>
  /** What follows for somebody, and how a question asks for it. */
  consequence: RegExp
  asksConsequence: RegExp
  /** How a question begins or ends that goes on with the one before it. */
  leaning: RegExp
  /** Where one message, with single spaces, asks two things. */
  joint: RegExp
}

export type QuestionKind = '?age' | '?time' | '?count' | '?speed' | '?distance' | '?where' | '?who'

export const wordList = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean))

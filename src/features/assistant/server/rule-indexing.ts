import { yieldToEventLoop } from '#server/slices.ts'
import { type Passage, passagesOf, type WrittenRulebook } from '../rules.ts'
import type { Glossary, OutsideTopic } from './glossary.ts'
import { createRetrieval, type Retrieval, type SearchResult } from './retrieval.ts'
import { formsOf } from './word-forms-of.ts'
import { type Concept, createWording } from './wording.ts'

/** The rules and codes at one moment, with their search index. */
export interface IndexedRules {
  passages: readonly Passage[]
  retrieval: Retrieval
  /** The things that a question names, each once. Synonyms are one thing. */
  termsOf(question: string): string[]
  /** The informative words of a question, as a phrase by which a rule can be found. */
  phraseOf(question: string): string
  /** Returns a test of whether the question names a word of the texts, directly or by a synonym. */
  namedIn(question: string): (word: string) => boolean
}

/** The parts of the index that do not come from the community's files. */
export interface Written {
  codes: readonly Passage[]
  /** The phrases that management added, by the address of the rule or code. */
  addedPhrases: ReadonlyMap<string, readonly string[]>
}

export type IndexRules = (written: Written) => Promise<IndexedRules>

export interface IndexRulesDeps {
  rulebooks: readonly WrittenRulebook[]
  /** The locale of the language in which the rules are written. */
  locale: string
  glossary: Glossary
  /** The topics that players ask about and the rules do not cover. */
  outsideTopics: readonly OutsideTopic[]
  /** Groups of synonyms in the law book. */
  synonyms: readonly (readonly string[])[]
}

/** The maximum number of words of a phrase, as in the glossary. */
const PHRASE_WORDS = 6

/** The glossary group of a thing, or its word when it is in no group. */
function nameOf({ alternatives }: Concept): string {
  const names = [...alternatives.keys()]
  return names.find((name) => name.startsWith('=')) ?? names[0] ?? ''
}

/** Puts the passage that management chose first, however certain the search is. */
function withFirst(passage: Passage, search: SearchResult, count: number): SearchResult {
  const others = search.found.filter((found) => found.passage !== passage)
  const first = { passage, score: search.found[0]?.score ?? 1 }
  return { ...search, fits: true, found: [first, ...others].slice(0, count) }
}

/** Creates the function that indexes the rules with the current codes and phrases. Indexing takes most of a second. */
export function createIndexing(deps: IndexRulesDeps): IndexRules {
  const rules = deps.rulebooks.flatMap(passagesOf)
  return async ({ codes, addedPhrases: added }) => {
    const passages = [...rules, ...codes].map((passage) => {
      const phrases = added.get(passage.href)
      return phrases === undefined ? passage : { ...passage, asked: [...(passage.asked ?? []), ...phrases] }
    })
    // The vocabulary is new for each index, so that words which were removed from the codes no longer count as
    // correctly spelled.
    const wording = createWording(formsOf(deps.locale), deps.glossary, deps.synonyms)
    await yieldToEventLoop()
    const retrieval = await createRetrieval(passages, deps.outsideTopics, wording)
    const termsOf = (question: string) => [...new Set(wording.concepts(question).map(nameOf))]
    const keyOf = (text: string) => termsOf(text).sort().join(' ')
    const meant = new Map(
      passages.flatMap((passage) => (added.get(passage.href) ?? []).map((phrase) => [keyOf(phrase), passage] as const)),
    )
    // A phrase without informative words would match every question without such words.
    meant.delete('')
    /** A cache, because every search reads the same words of the texts. */
    const read = new Map<string, string[]>()
    function termsOfWord(word: string): string[] {
      const terms = read.get(word) ?? wording.terms(word)
      read.set(word, terms)
      return terms
    }
    return {
      passages,
      retrieval: {
        quote: retrieval.quote,
        search: (questions, count) => {
          const search = retrieval.search(questions, count)
          const passage = meant.get(keyOf(questions.at(-1) ?? ''))
          return passage === undefined ? search : withFirst(passage, search, count)
        },
      },
      termsOf,
      namedIn: (question) => {
        const named = new Set(wording.concepts(question).flatMap(({ alternatives }) => [...alternatives.keys()]))
        return (word) => termsOfWord(word).some((term) => named.has(term))
      },
      phraseOf: (question) => wording.words(question).filter(wording.isInformative).slice(0, PHRASE_WORDS).join(' '),
    }
  }
}

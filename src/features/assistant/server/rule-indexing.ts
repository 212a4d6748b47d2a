import { letOthers } from '#server/slices.ts'
import { type Passage, passagesOf, type WrittenRulebook } from '../rules.ts'
import type { Glossary, OutsideTopic } from './glossary.ts'
import { createRetrieval, type Retrieval, type Search } from './retrieval.ts'
import { formsOf } from './word-forms-of.ts'
import { type Concept, createWording } from './wording.ts'

/** The rules and the codes at one moment, as questions are looked up in them. */
export interface IndexedRules {
  passages: readonly Passage[]
  retrieval: Retrieval
  /** What a question names, each once: ways of saying the same thing are one. */
  termsOf(question: string): string[]
  /** A question without the words that tell nothing, as a phrase to find a rule by. */
  phraseOf(question: string): string
  /** Tells of a word of ours whether a question names it, also by another word for the same. */
  namedIn(question: string): (word: string) => boolean
}

/** What is indexed beside the community's files. */
export interface Written {
  codes: readonly Passage[]
  /** What management added that people ask a rule or a code with, by its address. */
  addedPhrases: ReadonlyMap<string, readonly string[]>
}

export type IndexRules = (written: Written) => Promise<IndexedRules>

export interface IndexRulesDeps {
  rulebooks: readonly WrittenRulebook[]
  /** Of the language that the rules are written in. */
  locale: string
  glossary: Glossary
  /** What players ask that the rules do not answer. */
  outsideTopics: readonly OutsideTopic[]
  /** Groups of words that mean the same in the law book. */
  synonyms: readonly (readonly string[])[]
}

/** A phrase has as many words as one of the glossary. */
const PHRASE_WORDS = 6

/** The group of the glossary that a thing is in, or else its word. */
function nameOf({ alternatives }: Concept): string {
  const names = [...alternatives.keys()]
  return names.find((name) => name.startsWith('=')) ?? names[0] ?? ''
}

/** The passage that management says is meant comes first, however sure the search is of itself. */
function withFirst(passage: Passage, search: Search, count: number): Search {
  const others = search.found.filter((found) => found.passage !== passage)
  const first = { passage, score: search.found[0]?.score ?? 1 }
  return { ...search, fits: true, found: [first, ...others].slice(0, count) }
}

/** Makes the index of these rules with whatever codes and phrases there are. That takes the better part of a second. */
export function createIndexing(deps: IndexRulesDeps): IndexRules {
  const rules = deps.rulebooks.flatMap(passagesOf)
  return async ({ codes, addedPhrases: added }) => {
    const passages = [...rules, ...codes].map((passage) => {
      const phrases = added.get(passage.href)
      return phrases === undefined ? passage : { ...passage, asked: [...(passage.asked ?? []), ...phrases] }
    })
    // A word that is gone from the codes is no longer one that is rightly spelt.
    const wording = createWording(formsOf(deps.locale), deps.glossary, deps.synonyms)
    await letOthers()
    const retrieval = await createRetrieval(passages, deps.outsideTopics, wording)
    const termsOf = (question: string) => [...new Set(wording.concepts(question).map(nameOf))]
    const keyOf = (text: string) => termsOf(text).sort().join(' ')
    const meant = new Map(
      passages.flatMap((passage) => (added.get(passage.href) ?? []).map((phrase) => [keyOf(phrase), passage] as const)),
    )
    // A phrase of words that tell nothing would be meant by every question of such words.
    meant.delete('')
    /** The words of our texts come again with every search. */
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
      phraseOf: (question) => wording.words(question).filter(wording.tells).slice(0, PHRASE_WORDS).join(' '),
    }
  }
}

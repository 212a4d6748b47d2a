import { fold } from '#lib/search.ts'
import type { Glossary } from './glossary.ts'
import { createVocabulary } from './vocabulary.ts'
import type { WordForms } from './word-forms.ts'

/**
 * Splits a text into words. Joined numbers stay whole: 10-50, 316.193. Accents, apostrophes and repeated letters are
 * removed.
 */
export function tokenize(text: string): string[] {
  return (
    fold(text)
      .replace(/['’`]/g, '')
      .replace(/([a-z])\1{2,}/g, '$1$1')
      .replace(/\b10 (\d\d)\b/g, '10-$1')
      .match(/[\p{L}\p{N}/]+(?:[.-][\p{L}\p{N}]+)*/gu)
      ?.flatMap((word) => (/[-/]/.test(word) ? splitJoined(word) : word)) ?? []
  )
}

const splitJoined = (word: string) => word.split(/^\p{L}+(-\p{L}+)+$/u.test(word) ? '-' : '/').filter(Boolean)

/** A thing that a question names: its alternative names, each with a weight. */
export interface Concept {
  alternatives: ReadonlyMap<string, number>
  /** How uncertain the meaning of the word is: 0 for a known word, 1 for a word that resembles none. */
  doubt: number
}

/**
 * The weights of a glossary group: of words that mean the same and of words that mean nearly the same. The word itself
 * weighs 1.
 */
const SAME_WEIGHT = 0.9
const NEAR_WEIGHT = 0.6
/** The maximum number of words of a question that are read. */
const MAX_WORDS = 80

export interface Wording {
  /** The index terms of a text: its stems and the glossary groups that it names. */
  terms(text: string): string[]
  /** The things that a question names. Spelling is corrected by the words that were learned. */
  concepts(question: string): Concept[]
  /** The stems of all words of a text, including stop words. */
  stems(text: string): string[]
  /** Adds the words of a text to the vocabulary of correctly spelled words. */
  learn(text: string): void
  /** The words of a text, in the normalised spelling of its language. */
  words(text: string): string[]
  /** Whether a word is informative, that is neither a stop word nor a filler. */
  isInformative(word: string): boolean
  /** The forms of the language of the texts. */
  forms: WordForms
}

interface Expression {
  stems: string[]
  group: string
  weight: number
}

/** The weight of a part of a compound word: "Bericht" of "Einsatzbericht". */
const PART_WEIGHT = 0.6

/** Creates the reader of texts and questions for a glossary. `synonyms` are more groups of words that mean the same. */
export function createWording(
  forms: WordForms,
  glossary: Glossary,
  synonyms: readonly (readonly string[])[] = [],
): Wording {
  const { stopWords, stem: stemmer } = forms
  const words = (text: string) => {
    let said = fold(text)
    for (const [pattern, instead] of forms.spellings) said = said.replace(pattern, instead)
    return tokenize(said)
  }
  const fillers = new Set(glossary.fillers.flatMap(words))
  const short = new Map(Object.entries(glossary.short).map(([from, to]) => [words(from).join(''), words(to)]))
  const vocabulary = createVocabulary()
  const stems = new Map<string, string>()
  /** The stem of a word. Stems of the texts are cached because they repeat; words of visitors are not. */
  function stemOf(word: string, keep = false): string {
    const kept = stems.get(word)
    if (kept !== undefined) return kept
    const stem = stemmer(word)
    if (keep) stems.set(word, stem)
    return stem
  }
  const partsOf = (word: string) => (forms.hasCompounds ? vocabulary.partsOf(word).map((part) => stemOf(part)) : [])
  /** The expressions of the glossary, by their first stem. */
  const textExpressions = new Map<string, Expression[]>()
  const questionExpressions = new Map<string, Expression[]>()

  const learn = (text: string) => words(text).forEach(vocabulary.learn)
  const isEmpty = (word: string) => stopWords.has(word) || fillers.has(word)

  function addExpression(
    said: readonly string[],
    group: string,
    weight: number,
    ...to: Map<string, Expression[]>[]
  ): void {
    const expression = { stems: said.map((word) => stemmer(word)), group, weight }
    const first = expression.stems[0]
    if (first === undefined) return
    for (const expressions of to) expressions.set(first, [...(expressions.get(first) ?? []), expression])
  }
  function learnExpression(said: string, group: string, weight: number, ...to: Map<string, Expression[]>[]): void {
    const expression = words(said)
    expression.forEach(vocabulary.learn)
    addExpression(expression, group, weight, ...to)
  }
  for (const [at, group] of [...glossary.same, ...synonyms].entries()) {
    for (const said of group) learnExpression(said, `=${at}`, SAME_WEIGHT, textExpressions, questionExpressions)
  }
  for (const [at, { said, means }] of glossary.near.entries()) {
    for (const one of said) learnExpression(one, `~${at}`, NEAR_WEIGHT, questionExpressions)
    for (const one of means) learnExpression(one, `~${at}`, NEAR_WEIGHT, textExpressions)
  }
  for (const word of [...stopWords, ...fillers, ...short.keys()]) vocabulary.learn(word)

  const expand = (text: string) => words(text).flatMap((word) => short.get(word) ?? [word])

  /** The glossary expressions in a list of stems, and the place where each begins. */
  function expressionsIn(
    all: readonly string[],
    expressions: ReadonlyMap<string, Expression[]>,
  ): { expression: Expression; at: number }[] {
    return all.flatMap((stem, at) =>
      (expressions.get(stem) ?? [])
        .filter((expression) => expression.stems.every((one, offset) => all[at + offset] === one))
        .map((expression) => ({ expression, at })),
    )
  }

  function kindsIn(said: readonly string[]): string[] {
    const text = said.join(' ')
    return forms.kinds.flatMap(([pattern, kind]) => (pattern.test(text) ? kind : []))
  }

  const read = (question: string) => expand(question).slice(0, MAX_WORDS).map(vocabulary.read)

  return {
    learn,
    words,
    forms,
    isInformative: (word) => !isEmpty(word),
    stems: (text) => read(text).map(({ word }) => stemOf(word)),
    terms(text) {
      const said = expand(text)
      const all = said.map((word) => stemOf(word, true))
      return [
        ...all.filter((_, at) => !isEmpty(said[at] ?? '')),
        ...said.flatMap(partsOf),
        ...expressionsIn(all, textExpressions).map(({ expression }) => expression.group),
        ...kindsIn(said),
      ]
    },
    concepts(question) {
      const readings = read(question)
      const said = readings.map(({ word }) => word)
      const all = said.map((word) => stemmer(word))
      const concepts = all.map((stem, at): { alternatives: Map<string, number>; doubt: number; empty: boolean } => {
        const { meant, doubt } = readings[at] ?? { meant: [], doubt: 1 }
        return {
          alternatives: new Map([
            ...partsOf(said[at] ?? '').map((part) => [part, PART_WEIGHT] as const),
            ...(meant.length === 0
              ? [[stem, 1] as const]
              : meant.map(([one, weight]) => [stemmer(one), weight] as const)),
          ]),
          doubt,
          empty: isEmpty(said[at] ?? ''),
        }
      })
      for (const { expression, at } of expressionsIn(all, questionExpressions)) {
        const places = expression.stems.map((_, offset) => at + offset).filter((place) => !concepts[place]?.empty)
        for (const place of places) {
          const alternatives = concepts[place]?.alternatives
          const weight = expression.weight / Math.sqrt(places.length)
          alternatives?.set(expression.group, Math.max(weight, alternatives.get(expression.group) ?? 0))
        }
        // An expression of empty words, such as "log off", still names a thing.
        if (places.length === 0) {
          concepts.push({ alternatives: new Map([[expression.group, expression.weight]]), doubt: 0, empty: false })
        }
      }
      // Two typed words may be a single word in the rules.
      for (let at = 0; at + 1 < said.length; at++) {
        const joined = `${said[at]}${said[at + 1]}`
        const first = concepts[at]
        if (first && joined.length > 5 && vocabulary.has(joined) && !first.empty)
          first.alternatives.set(stemmer(joined), SAME_WEIGHT)
      }
      return [
        ...concepts.filter(({ empty }) => !empty),
        ...kindsIn(said).map((kind) => ({ alternatives: new Map([[kind, 1]]), doubt: 0 })),
      ]
    },
  }
}

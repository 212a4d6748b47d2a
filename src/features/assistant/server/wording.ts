import { fold } from '#lib/search.ts'
import type { Glossary } from './glossary.ts'
import { createVocabulary } from './vocabulary.ts'
import type { WordForms } from './word-forms.ts'

/**
 * Splits a text into words. Joined numbers stay whole: 10-50, 316.193. Accents, apostrophes and repeated letters are
 * removed.
 */
export function wordsOf(text: string): string[] {
  return (
    fold(text)
      .replace(/['’`]/g, '')
      .replace(/([a-z])\1{2,}/g, '$1$1')
      .replace(/\b10 (\d\d)\b/g, '10-$1')
      .match(/[\p{L}\p{N}/]+(?:[.-][\p{L}\p{N}]+)*/gu)
      ?.flatMap((word) => (/[-/]/.test(word) ? takenApart(word) : word)) ?? []
  )
}

const takenApart = (word: string) => word.split(/^\p{L}+(-\p{L}+)+$/u.test(word) ? '-' : '/').filter(Boolean)

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
const SAME = 0.9
const NEAR = 0.6
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
  tells(word: string): boolean
  /** The forms of the language of the texts. */
  forms: WordForms
}

interface Way {
  stems: string[]
  group: string
  weight: number
}

/** The weight of a part of a compound word: "Bericht" of "Einsatzbericht". */
const PART = 0.6

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
    return wordsOf(said)
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
  const named = new Map<string, Way[]>()
  const asked = new Map<string, Way[]>()

  const learn = (text: string) => words(text).forEach(vocabulary.learn)
  const isEmpty = (word: string) => stopWords.has(word) || fillers.has(word)

  function addWay(said: readonly string[], group: string, weight: number, ...to: Map<string, Way[]>[]): void {
    const way = { stems: said.map((word) => stemmer(word)), group, weight }
    const first = way.stems[0]
    if (first === undefined) return
    for (const ways of to) ways.set(first, [...(ways.get(first) ?? []), way])
  }
  function learnWay(said: string, group: string, weight: number, ...to: Map<string, Way[]>[]): void {
    const way = words(said)
    way.forEach(vocabulary.learn)
    addWay(way, group, weight, ...to)
  }
  for (const [at, group] of [...glossary.same, ...synonyms].entries()) {
    for (const said of group) learnWay(said, `=${at}`, SAME, named, asked)
  }
  for (const [at, { said, means }] of glossary.near.entries()) {
    for (const one of said) learnWay(one, `~${at}`, NEAR, asked)
    for (const one of means) learnWay(one, `~${at}`, NEAR, named)
  }
  for (const word of [...stopWords, ...fillers, ...short.keys()]) vocabulary.learn(word)

  const expand = (text: string) => words(text).flatMap((word) => short.get(word) ?? [word])

  /** The glossary expressions in a list of stems, and the place where each begins. */
  function waysIn(all: readonly string[], ways: ReadonlyMap<string, Way[]>): { way: Way; at: number }[] {
    return all.flatMap((stem, at) =>
      (ways.get(stem) ?? [])
        .filter((way) => way.stems.every((one, offset) => all[at + offset] === one))
        .map((way) => ({ way, at })),
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
    tells: (word) => !isEmpty(word),
    stems: (text) => read(text).map(({ word }) => stemOf(word)),
    terms(text) {
      const said = expand(text)
      const all = said.map((word) => stemOf(word, true))
      return [
        ...all.filter((_, at) => !isEmpty(said[at] ?? '')),
        ...said.flatMap(partsOf),
        ...waysIn(all, named).map(({ way }) => way.group),
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
            ...partsOf(said[at] ?? '').map((part) => [part, PART] as const),
            ...(meant.length === 0
              ? [[stem, 1] as const]
              : meant.map(([one, weight]) => [stemmer(one), weight] as const)),
          ]),
          doubt,
          empty: isEmpty(said[at] ?? ''),
        }
      })
      for (const { way, at } of waysIn(all, asked)) {
        const places = way.stems.map((_, offset) => at + offset).filter((place) => !concepts[place]?.empty)
        for (const place of places) {
          const alternatives = concepts[place]?.alternatives
          const weight = way.weight / Math.sqrt(places.length)
          alternatives?.set(way.group, Math.max(weight, alternatives.get(way.group) ?? 0))
        }
        // An expression of empty words, such as "log off", still names a thing.
        if (places.length === 0) {
          concepts.push({ alternatives: new Map([[way.group, way.weight]]), doubt: 0, empty: false })
        }
      }
      // Two typed words may be a single word in the rules.
      for (let at = 0; at + 1 < said.length; at++) {
        const joined = `${said[at]}${said[at + 1]}`
        const first = concepts[at]
        if (first && joined.length > 5 && vocabulary.has(joined) && !first.empty)
          first.alternatives.set(stemmer(joined), SAME)
      }
      return [
        ...concepts.filter(({ empty }) => !empty),
        ...kindsIn(said).map((kind) => ({ alternatives: new Map([[kind, 1]]), doubt: 0 })),
      ]
    },
  }
}

import { stemmer } from 'stemmer'
import { fold } from '#lib/search.ts'
import type { Glossary } from './glossary.ts'
import { createVocabulary } from './vocabulary.ts'

/** Words that say nothing about what a question is about. */
const STOP_WORDS = new Set(
  `a about actually after many make again all also always am an and another any anybody anyone anything are as ask at be because
  been before being but by can cant cannot come could couldnt did didnt do does doesnt doing dont done even ever every for
  from get gets getting give go goes going gonna got had has have havent having he hell her here hers hes him his how
  however i id if ill im in into is isnt it its ive just know let lets like little may maybe me mean means might mine more
  most much must my need needs no not now of off on one only or other our out over people please really rule rules said
  same say says see she shes should shouldnt so some somebody someone something still such sure take tell than that thats
  the their them then there theres these they theyre theyll thing things this those though to too up us use used very want
  wants was wasnt we well were what whats when where which while who whos why will with without wont would wouldnt yes yet
  you youre youll youve your yours ya`
    .split(/\s+/)
    .filter(Boolean),
)

/** What a question asks for. Such words are too common to be counted one by one, and tell rules apart together. */
const QUESTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bhow (old|young)\b|\bwhat age\b|\bi ?a?m \d\d\b(?! (min|sec|hour|day|week|month))|\byears? old\b/, '?age'],
  [
    /\bhow (long|soon)\b|\bhow much (time|longer)\b|\bhow many (seconds|minutes|hours|days|weeks|months)\b|\buntil when\b/,
    '?time',
  ],
  [/\bhow (many|much|big|often)\b|\bmaximum\b|\blimit\b/, '?count'],
  [/\bhow (fast|quick)\b|\bspeed\b|\bmph\b/, '?speed'],
  [/\bhow (far|close|near|low|high)\b/, '?distance'],
  [/\bwhere\b/, '?where'],
  [/\bwho\b/, '?who'],
]

/** Words keep what joins them: 10-50, 316.193. Accents and apostrophes go, and so does a letter that is held down. */
export function wordsOf(text: string): string[] {
  return (
    fold(text)
      .replace(/['’`]/g, '')
      .replace(/([a-z])\1{2,}/g, '$1$1')
      .replace(/\b10 (\d\d)\b/g, '10-$1')
      .match(/[\p{L}\p{N}/]+(?:[.-][\p{L}\p{N}]+)*/gu)
      ?.flatMap((word) => (/^\p{L}+(-\p{L}+)+$/u.test(word) ? word.split('-') : word.split('/')))
      .filter(Boolean) ?? []
  )
}

const stems = new Map<string, string>()
/** Most words are ours and come again and again; what visitors write is not kept. */
function stemOf(word: string, keep = false): string {
  const kept = stems.get(word)
  if (kept !== undefined) return kept
  const stem = stemmer(word)
  if (keep) stems.set(word, stem)
  return stem
}

/** The stems of the words that say what a text is about, once each. */
export function termsOf(text: string): Set<string> {
  return new Set(wordsOf(text).flatMap((word) => (STOP_WORDS.has(word) ? [] : stemmer(word))))
}

/** One thing that a question names: what it may be called, each with how far that is meant. */
export interface Concept {
  alternatives: ReadonlyMap<string, number>
  /** How unsure it is what the word means: 0 for a word of ours, 1 for one that is like none of them. */
  doubt: number
}

/** A group of the glossary counts a little less than the very word. */
const SAME = 0.9
const NEAR = 0.6
/** More words of a question than this are not looked at. */
const MAX_WORDS = 80

export interface Wording {
  /** The terms of a text of ours, with the groups of the glossary that it names, for an index. */
  terms(text: string): string[]
  /** What a question names; spelling is corrected by the words that were learnt. */
  concepts(question: string): Concept[]
  /** The stems of all words of a text, stop words too. */
  stems(text: string): string[]
  /** Takes the words of a text as rightly spelt. */
  learn(text: string): void
}

interface Way {
  stems: string[]
  group: string
  weight: number
}

/** Reads texts and questions with a glossary; `synonyms` are further groups of words that mean the same. */
export function createWording(glossary: Glossary, synonyms: readonly (readonly string[])[] = []): Wording {
  const fillers = new Set(glossary.fillers)
  const short = new Map(Object.entries(glossary.short).map(([from, to]) => [from.replace(/'/g, ''), wordsOf(to)]))
  const vocabulary = createVocabulary()
  /** By the first stem of the way. */
  const named = new Map<string, Way[]>()
  const asked = new Map<string, Way[]>()

  const learn = (text: string) => wordsOf(text).forEach(vocabulary.learn)
  const isEmpty = (word: string) => STOP_WORDS.has(word) || fillers.has(word)

  function addWay(words: readonly string[], group: string, weight: number, ...to: Map<string, Way[]>[]): void {
    const way = { stems: words.map((word) => stemmer(word)), group, weight }
    const first = way.stems[0]
    if (first === undefined) return
    for (const ways of to) ways.set(first, [...(ways.get(first) ?? []), way])
  }
  function learnWay(said: string, group: string, weight: number, ...to: Map<string, Way[]>[]): void {
    const words = wordsOf(said)
    words.forEach(vocabulary.learn)
    addWay(words, group, weight, ...to)
  }
  for (const [at, group] of [...glossary.same, ...synonyms].entries()) {
    for (const said of group) learnWay(said, `=${at}`, SAME, named, asked)
  }
  for (const [at, { said, means }] of glossary.near.entries()) {
    for (const one of said) learnWay(one, `~${at}`, NEAR, asked)
    for (const one of means) learnWay(one, `~${at}`, NEAR, named)
  }
  for (const word of [...STOP_WORDS, ...fillers, ...short.keys()]) vocabulary.learn(word)

  const expand = (text: string) => wordsOf(text).flatMap((word) => short.get(word) ?? [word])

  /** The ways of the glossary that stand in these stems, with the places that each takes. */
  function waysIn(stems: readonly string[], ways: ReadonlyMap<string, Way[]>): { way: Way; at: number }[] {
    return stems.flatMap((stem, at) =>
      (ways.get(stem) ?? [])
        .filter((way) => way.stems.every((one, offset) => stems[at + offset] === one))
        .map((way) => ({ way, at })),
    )
  }

  const read = (question: string) => expand(question).slice(0, MAX_WORDS).map(vocabulary.read)

  return {
    learn,
    stems: (text) => read(text).map(({ word }) => stemOf(word)),
    terms(text) {
      const words = expand(text)
      const stems = words.map((word) => stemOf(word, true))
      return [
        ...stems.filter((_, at) => !isEmpty(words[at] ?? '')),
        ...waysIn(stems, named).map(({ way }) => way.group),
        ...questionsIn(words),
      ]
    },
    concepts(question) {
      const said = read(question)
      const words = said.map(({ word }) => word)
      const stems = words.map((word) => stemmer(word))
      const concepts = stems.map((stem, at): { alternatives: Map<string, number>; doubt: number; empty: boolean } => {
        const { meant, doubt } = said[at] ?? { meant: [], doubt: 1 }
        return {
          alternatives: new Map(
            meant.length === 0 ? [[stem, 1]] : meant.map(([one, weight]) => [stemmer(one), weight]),
          ),
          doubt,
          empty: isEmpty(words[at] ?? ''),
        }
      })
      for (const { way, at } of waysIn(stems, asked)) {
        const places = way.stems.map((_, offset) => at + offset).filter((place) => !concepts[place]?.empty)
        for (const place of places) {
          const alternatives = concepts[place]?.alternatives
          const weight = way.weight / Math.sqrt(places.length)
          alternatives?.set(way.group, Math.max(weight, alternatives.get(way.group) ?? 0))
        }
        // "log off" of two empty words is something all the same.
        if (places.length === 0) {
          concepts.push({ alternatives: new Map([[way.group, way.weight]]), doubt: 0, empty: false })
        }
      }
      // Written as two words where the rules have one.
      for (let at = 0; at + 1 < words.length; at++) {
        const joined = `${words[at]}${words[at + 1]}`
        const first = concepts[at]
        if (first && joined.length > 5 && vocabulary.has(joined) && !first.empty)
          first.alternatives.set(stemmer(joined), SAME)
      }
      return [
        ...concepts.filter(({ empty }) => !empty),
        ...questionsIn(words).map((kind) => ({ alternatives: new Map([[kind, 1]]), doubt: 0 })),
      ]
    },
  }
}

function questionsIn(words: readonly string[]): string[] {
  const text = words.join(' ')
  return QUESTIONS.flatMap(([pattern, kind]) => (pattern.test(text) ? kind : []))
}

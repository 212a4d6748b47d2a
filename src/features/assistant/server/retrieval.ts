import MiniSearch from 'minisearch'
import { stemmer } from 'stemmer'
import type { Passage } from '../rules.ts'

export interface Found {
  passage: Passage
  score: number
  /** The question's words that it holds, by weight: 1 is all of them. */
  coverage: number
}

export interface Retrieval {
  /** The passages closest to a question, the best first. */
  find(question: string, count: number): Found[]
}

/** Words that say nothing about what a question is about, the chatty ones included. */
const STOP_WORDS = new Set(
  `a about actually after again all allowed also always am an and another any anybody anyone anything are aren't as ask at
  be because been before being but by can can't cant cannot come could couldn't did didn't do does doesn't doesnt doing
  don't dont done ever every for from get gets getting give go goes going gonna got guy guys had has have haven't having
  he her here hers hey hi him his how however i i'd i'll i'm i've if im in into is isn't isnt it it's its just know let
  like little long lot make many may maybe me mean means might mine more most much must my need needs no not now of off
  ok okay on one only or other our out over people please really rule rules said same say says see she should shouldn't
  so some somebody someone something still stuff such sure take tell than that that's the their them then there these
  they they're thing things this those though to too u up ur us use used very wanna want wants was wasn't we well were
  what what's whats when where which while who who's whos why will with without won't wont would wouldn't yes yet you
  you're your yours`
    .split(/\s+/)
    .filter(Boolean),
)

/** Words keep what joins them: 10-50, 316.193, can't. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}]+(?:['.-][\p{L}\p{N}]+)*/gu) ?? []
  )
}

function termOf(word: string): string | null {
  return STOP_WORDS.has(word) ? null : stemmer(word.replace(/'s$/, ''))
}

/** The stems of the words that say what a text is about, once each. */
export function termsOf(text: string): Set<string> {
  return new Set(wordsOf(text).flatMap((word) => termOf(word) ?? []))
}

const NAMES_A_CODE = /\b(10-\d|signal|code|statute|fine|jail|charge|penal)|\d{3}\.\d/i

export function createRetrieval(passages: readonly Passage[]): Retrieval {
  const index = new MiniSearch<Passage & { id: number; body: string }>({
    fields: ['title', 'body'],
    tokenize: wordsOf,
    processTerm: termOf,
  })
  index.addAll(
    passages.map((passage, id) => ({ ...passage, id, body: `${passage.trail} ${passage.title} ${passage.text}` })),
  )

  const frequency = new Map<string, number>()
  for (const { trail, title, text } of passages) {
    for (const term of termsOf(`${trail} ${title} ${text}`)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  }
  const weightOf = (term: string) => Math.log(1 + passages.length / ((frequency.get(term) ?? 0) + 0.5))

  return {
    find: (question, count) => {
      const asked = [...termsOf(question)]
      const total = asked.reduce((sum, term) => sum + weightOf(term), 0)
      const namesCode = NAMES_A_CODE.test(question)
      return index
        .search(question, {
          boost: { title: 2 },
          // Only a word that is in no passage can be misspelt: "ransom" must not find "random".
          fuzzy: (term) => (term.length > 4 && !frequency.has(term) ? 0.25 : false),
          boostDocument: (id) => (passages[id]?.kind === 'code' && !namesCode ? 0.5 : 1),
        })
        .slice(0, count)
        .flatMap(({ id, score, queryTerms }) => {
          const passage = passages[id]
          if (passage === undefined) return []
          const held = new Set(queryTerms)
          const covered = asked.filter((term) => held.has(term)).reduce((sum, term) => sum + weightOf(term), 0)
          return [{ passage, score, coverage: total === 0 ? 0 : covered / total }]
        })
    },
  }
}

import type { Hit } from '../contract.ts'
import type { Passage } from '../rules.ts'
import { type Book, bookOf, markedIn, numberedFirst } from '../search-rules.ts'
import type { IndexedRules } from './rule-indexing.ts'

/** As many are shown. */
const MAX_HITS = 20
/** A search that names so little of what our texts know finds only what is spelt a bit like it. */
const MOSTLY_UNKNOWN = 0.6
/** What fits so much less than the best is left out. */
const SHARE_OF_BEST = 0.4

/** What a search over the rules and the codes finds, the best first: by its number, else as a question is looked up. */
export function hitsOf(index: IndexedRules, search: string, book?: Book): Hit[] {
  const isNamed = index.namedIn(search)
  return found(index, search)
    .filter((passage) => book === undefined || bookOf(passage) === book)
    .slice(0, MAX_HITS)
    .map((passage) => ({
      book: bookOf(passage),
      title: markedIn(passage.title, isNamed),
      trail: passage.trail,
      href: passage.href,
      text: markedIn(index.retrieval.quote([search], passage), isNamed),
    }))
}

function found({ passages, retrieval }: IndexedRules, search: string): Passage[] {
  const { found, signs } = retrieval.search([search], passages.length)
  const least = (found[0]?.score ?? 0) * SHARE_OF_BEST
  const alike = signs.unknown > MOSTLY_UNKNOWN ? [] : found.filter(({ score }) => score >= least)
  return [...new Set([...numberedFirst(search, passages), ...alike.map(({ passage }) => passage)])]
}

import { type Limits, limitByAddress, visitorKey } from '#server/http/limits.ts'
import { createTurns } from '#server/turns.ts'
import type { Hit } from '../contract.ts'
import type { Passage } from '../rules.ts'
import { type Book, bookOf, markedIn, numberedFirst } from '../search-rules.ts'
import type { RuleIndex } from './rule-index.ts'
import type { IndexedRules } from './rule-indexing.ts'

/** The maximum number of results shown. */
const MAX_HITS = 20
/**
 * When more than this share of a search is unknown, its word matches are only chance similarities, and it finds numbers
 * only.
 */
const MOSTLY_UNKNOWN = 0.6
/** Results below this share of the best score are left out. */
const SHARE_OF_BEST = 0.4

/** The maximum number of searches of a visitor in a minute. */
const SEARCHES = 120

/** Runs a search for a visitor, identified by IP address. Each visitor has one search at a time. */
export type Search = (asked: { q: string; book?: Book | null | undefined }, ip: string) => Promise<{ data: Hit[] }>

/** Creates the search that the API call and the server-rendered page share. */
export function createSearch({ ruleIndex, limits }: { ruleIndex: RuleIndex; limits: Limits }): Search {
  const limit = limitByAddress(limits, 'searches', SEARCHES, 60)
  const inTurn = createTurns()
  return async ({ q, book }, ip) => {
    await limit(ip)
    const index = await ruleIndex.current()
    return { data: await inTurn(visitorKey(ip), () => hitsOf(index, q, book)) }
  }
}

/**
 * The results of a search over the rules and codes, the best first: matches by number, then matches by the words of the
 * search.
 */
function hitsOf(index: IndexedRules, search: string, book?: Book | null): Hit[] {
  const isNamed = index.namedIn(search)
  return found(index, search)
    .filter((passage) => book == null || bookOf(passage) === book)
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
  const { found, signals } = retrieval.search([search], passages.length)
  const least = (found[0]?.score ?? 0) * SHARE_OF_BEST
  const alike = signals.unknown > MOSTLY_UNKNOWN ? [] : found.filter(({ score }) => score >= least)
  return [...new Set([...numberedFirst(search, passages), ...alike.map(({ passage }) => passage)])]
}
